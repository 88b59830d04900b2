/**
 * Loads a module the first time it is asked for, and gives the same again. What could not be loaded (no file could be
 * opened just then) is loaded anew the next time: a verifier would reject every later document of that format.
 */
export function loadOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | undefined;
  const forget = (error: unknown): never => {
    loaded = undefined;
    throw error;
  };
  return () => (loaded ??= load().catch(forget));
}
