import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { FormatEngine } from './engine.ts';

/**
 * An engine whose code is loaded with its first task: a worker that never signs XML never holds an XML parser. Code that
 * cannot be read (an update replaces the program's files just now) is no fault of the document: the job is tried again.
 */
export function lazyEngine(load: () => Promise<FormatEngine>): FormatEngine {
  let engine: Promise<FormatEngine> | undefined;
  return {
    async prepare(task) {
      engine ??= load();
      return (await loaded(engine)).prepare(task);
    },
    async extend(task) {
      engine ??= load();
      return (await loaded(engine)).extend(task);
    },
  };

  async function loaded(loading: Promise<FormatEngine>): Promise<FormatEngine> {
    try {
      return await loading;
    } catch (cause) {
      engine = undefined;
      throw new StationError('SIGNING_OPERATION_FAILED', tell('PROGRAM_FILES_UNREADABLE'), {
        kind: 'transient',
        cause,
      });
    }
  }
}
