import path from 'node:path';
import { pathToFileURL } from 'node:url';
import './hook.ts';
import { hidePrimitivesOfOpenSsl } from './boring-crypto.ts';

/**
 * Starts a desktop program as Electron does: the entry is imported first, and `ready` comes only once it has been
 * evaluated. Called as `node launch.ts ENTRY ARGS...`.
 */
const LIMIT_MILLISECONDS = Number(process.env['STAND_IN_READY_LIMIT'] ?? 15_000);
export const NEVER_READY = 99;
const [node, , entry = '', ...args] = process.argv;
process.argv =
  process.env['STAND_IN_PACKAGED'] === undefined ? [node ?? '', path.dirname(entry), ...args] : [node ?? '', ...args];
hidePrimitivesOfOpenSsl();

const { app } = await import('./electron.ts');
const { listenToCommands } = await import('./commands.ts');
const limit = setTimeout(() => {
  process.stderr.write('The entry has not been evaluated in time: Electron would never have emitted ready.\n');
  app.exit(NEVER_READY);
}, LIMIT_MILLISECONDS);
listenToCommands();
await import(pathToFileURL(entry).href);
clearTimeout(limit);
app.emitReady();
