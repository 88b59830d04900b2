import { execFile } from 'node:child_process';
import path from 'node:path';
import { placeOnServers } from '../servers/places-on-servers.ts';
import { PACKED_PROGRAM } from './running-station.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

export interface CommandOutcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command line for one data directory, as an administrator at a terminal does. */
export async function runCommand(dataDirectory: string, ...args: readonly string[]): Promise<CommandOutcome> {
  const [program, ...script] = commandLine();
  const place = await placeOnServers(dataDirectory, {});
  const settings = Object.entries(place.settings).map(([key, value]) => `--${key}=${value}`);
  const all = [...script, ...args, `--Data:Directory=${dataDirectory}`, ...settings];
  const packed = PACKED_PROGRAM === undefined ? {} : { Environment: 'Development' };
  const env = { ...process.env, ...packed, ...place.environment };
  return new Promise((resolve) => {
    const child = execFile(program, all, { env }, (_error, stdout, stderr) =>
      resolve({ exitCode: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

/** Of the checkout, or of the package whose program the scenarios run. */
function commandLine(): readonly [string, ...string[]] {
  if (PACKED_PROGRAM !== undefined) return [path.join(PACKED_PROGRAM, 'bin/signing-station')];
  return [path.join(ROOT, 'node_modules/node/bin/node'), path.join(ROOT, 'dist/cli.js')];
}

/** Makes a key for a running or stopped station; answers its text and id. */
export async function makeApiKey(
  dataDirectory: string,
  ...options: readonly string[]
): Promise<{ readonly id: string; readonly key: string }> {
  const { exitCode, stdout, stderr } = await runCommand(dataDirectory, 'api-key', 'create', ...options);
  const id = /^API key (\S+) for/.exec(stdout)?.[1];
  const key = stdout.split('\n')[1];
  if (exitCode !== 0 || id === undefined || key === undefined) throw new Error(`No key was made: ${stdout}${stderr}`);
  return { id, key };
}
