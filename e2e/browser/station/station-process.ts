import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const HEADLESS = path.join(ROOT, 'dist/headless.js');
const NODE = path.join(ROOT, 'node_modules/.bin/node');
const START_MILLISECONDS = 60_000;
const STOP_MILLISECONDS = 10_000;

export interface RunningStation {
  readonly url: string;
  /** Null for a station of somebody else. */
  readonly dataDirectory: string | null;
  readonly stop: () => Promise<void>;
}

/** A station that is unlike the others; with any of it none of somebody else is taken. */
export interface StationWishes {
  readonly settings?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function isLive(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/live`)).status === 200;
  } catch {
    return false;
  }
}

async function untilLive(url: string, child: ChildProcess, output: readonly string[]): Promise<void> {
  const deadline = Date.now() + START_MILLISECONDS;
  while (!(await isLive(url))) {
    const tail = output.join('').slice(-4000);
    if (child.exitCode !== null) throw new Error(`The station ended with ${String(child.exitCode)}:\n${tail}`);
    if (Date.now() > deadline) throw new Error(`GET ${url}/health/live did not become 200:\n${tail}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function stop(child: ChildProcess, directory: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MILLISECONDS);
    await ended;
    clearTimeout(timer);
  }
  await rm(directory, { recursive: true, force: true });
}

/**
 * The station at STATION_URL, or one of our own: built code, an empty data directory, a free port.
 * Throws when it is not built or does not come up: a test that cannot run must not pass.
 */
export async function startStation(wishes: StationWishes = {}): Promise<RunningStation> {
  const given = process.env['STATION_URL'];
  if (given !== undefined && Object.keys(wishes).length === 0) {
    if (!(await isLive(given))) throw new Error(`STATION_URL is ${given}, but nothing answers at /health/live`);
    return { url: given.replace(/\/$/, ''), dataDirectory: null, stop: () => Promise.resolve() };
  }
  if (!existsSync(HEADLESS)) throw new Error('dist/headless.js is missing: run `npm run build` first');
  const directory = await mkdtemp(path.join(tmpdir(), 'station-browser-'));
  const port = String(await freePort());
  const settings = Object.entries(wishes.settings ?? {}).map(([key, value]) => `--${key}=${value}`);
  const child = spawn(NODE, [HEADLESS, `--Data:Directory=${directory}`, `--Server:Port=${port}`, ...settings], {
    cwd: ROOT,
    env: { ...process.env, Environment: 'Development', ...wishes.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  child.stdout.on('data', (data: Buffer) => output.push(data.toString()));
  child.stderr.on('data', (data: Buffer) => output.push(data.toString()));
  try {
    await untilLive(`http://127.0.0.1:${port}`, child, output);
  } catch (error) {
    await stop(child, directory);
    throw error;
  }
  return { url: `http://127.0.0.1:${port}`, dataDirectory: directory, stop: () => stop(child, directory) };
}
