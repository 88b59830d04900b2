import { execFile } from 'node:child_process';
import path from 'node:path';
import { placeOnServers } from '../servers/places-on-servers.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

export interface CommandOutcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command line for one data directory, as an administrator at a terminal does. */
export async function runCommand(dataDirectory: string, ...args: readonly string[]): Promise<CommandOutcome> {
  const node = path.join(ROOT, 'node_modules', 'node', 'bin', 'node');
  const place = await placeOnServers(dataDirectory, {});
  const settings = Object.entries(place.settings).map(([key, value]) => `--${key}=${value}`);
  const all = [path.join(ROOT, 'dist', 'cli.js'), ...args, `--Data:Directory=${dataDirectory}`, ...settings];
  const env = { ...process.env, ...place.environment };
  return new Promise((resolve) => {
    const child = execFile(node, all, { env }, (_error, stdout, stderr) =>
      resolve({ exitCode: child.exitCode ?? -1, stdout, stderr }),
    );
  });
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
