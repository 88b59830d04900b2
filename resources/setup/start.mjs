import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalledToRun } from './install.mjs';
import { compiledCode, projectNode, ROOT } from './paths.mjs';
import { NO_INSPECTOR, stationEnvironment } from './secrets.mjs';

/** How often it is looked whether npm is still there. */
const LOOK_MILLISECONDS = 500;
const startedBy = process.ppid;

/** `npm start`: install, build, run. With Electron's binary the window opens, without it the headless host serves. */
ensureInstalledToRun();
ensureBuilt();

const electron = electronBinary();
const args = process.argv.slice(2);
const env = stationEnvironment(process.env);
const options = { stdio: 'inherit', cwd: ROOT };
const child =
  electron === undefined
    ? spawn(projectNode(), [NO_INSPECTOR, path.join(ROOT, 'dist/headless.js'), ...args], {
        ...options,
        env: { ...env, ...compiledCode(path.join(ROOT, 'dist')) },
      })
    : spawn(electron, [ROOT, ...args], { ...options, env });

// The terminal sends Ctrl-C to the whole group: the station stops its children in order, this script waits for it.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
// npm passes a signal to the shell that it began this script in, and the shell ends without passing it on.
if (process.env['npm_lifecycle_event'] === 'start') {
  const looking = setInterval(() => {
    if (process.ppid === startedBy) return;
    clearInterval(looking);
    child.kill('SIGTERM');
  }, LOOK_MILLISECONDS);
}
child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));

function electronBinary() {
  const folder = path.join(ROOT, 'node_modules/electron');
  const pathFile = path.join(folder, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const binary = path.join(folder, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(binary) ? binary : undefined;
}
