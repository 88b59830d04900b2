import type { FormatEngine } from './engine.ts';

/** An engine whose code is loaded with its first task: a worker that never signs XML never holds an XML parser. */
export function lazyEngine(load: () => Promise<FormatEngine>): FormatEngine {
  let engine: Promise<FormatEngine> | undefined;
  return {
    async prepare(task) {
      engine ??= load();
      return (await engine).prepare(task);
    },
  };
}
