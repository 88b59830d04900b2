import { registerHooks } from 'node:module';

/** Lets the built desktop program run under plain Node: `import 'electron'` finds the stand-in beside this file. */
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier !== 'electron') return nextResolve(specifier, context);
    return { url: new URL('./electron.ts', import.meta.url).href, shortCircuit: true, format: 'module-typescript' };
  },
});
