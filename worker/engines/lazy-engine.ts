import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { FormatEngine } from './engine.ts';

export interface LazyEngine extends FormatEngine {
  /** A task is on its way: its code is read meanwhile. Whether that can be done is told with the task. */
  expectTask(): void;
}

/**
 * An engine whose code is loaded when it is needed: a worker that never signs XML never holds an XML parser. Code that
 * cannot be read (an update replaces the program's files just now) is no fault of the document: the job is tried again.
 */
export function lazyEngine(load: () => Promise<FormatEngine>): LazyEngine {
  let engine: Promise<FormatEngine> | undefined;
  return {
    expectTask: () => void loaded().catch(() => undefined),
    prepare: async (task) => (await loaded()).prepare(task),
    extend: async (task) => (await loaded()).extend(task),
  };

  async function loaded(): Promise<FormatEngine> {
    try {
      engine ??= load();
      return await engine;
    } catch (cause) {
      engine = undefined;
      throw new StationError('SIGNING_OPERATION_FAILED', tell('PROGRAM_FILES_UNREADABLE'), {
        kind: 'transient',
        cause,
      });
    }
  }
}
