import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endedWithUs } from '../ended-with-us.ts';
import { placeOnServers } from '../servers/places-on-servers.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** Not a measure of speed: a machine that has much else to do takes a minute and more. */
const START_TIMEOUT_MILLISECONDS = 200_000;

export interface StationSettings {
  /** Configuration by key, `Signing:Pfx:Path` and the like; Data:Directory and Server:Port are given. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Kept when given; otherwise made and removed with the station. */
  readonly dataDirectory?: string;
  readonly port?: number;
  /** The folder that a package was installed to; without it the build of the checkout runs. */
  readonly installedAt?: string;
  /** Another checkout whose build runs instead of this one's. */
  readonly checkout?: string;
}

/** A station in its own processes, as `npm start` runs it. */
export interface RunningStation {
  readonly url: string;
  readonly port: number;
  readonly dataDirectory: string;
  readonly process: ChildProcess;
  /** Everything it wrote to stdout and stderr. */
  output(): string;
  /** Process ids of its children by role. */
  children(): readonly StationChild[];
  /** SIGTERM, then waits; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL to the host alone. */
  killHost(): Promise<void>;
  /** Removes the data directory unless it was given. */
  dispose(): Promise<void>;
}

const ROLES = ['worker', 'publisher', 'token-host', 'timestamp-client'] as const;

export interface StationChild {
  readonly pid: number;
  readonly role: (typeof ROLES)[number];
}

export async function startStation(options: StationSettings = {}): Promise<RunningStation> {
  const command = commandOf(options);
  const dataDirectory = options.dataDirectory ?? (await mkdtemp(path.join(tmpdir(), 'station-')));
  const port = options.port ?? (await freePort());
  const place = await placeOnServers(dataDirectory, options.settings ?? {});
  const own = { 'Data:Directory': dataDirectory, 'Server:Port': String(port) };
  const settings = { ...own, ...environmentOf(options), ...place.settings, ...options.settings };
  const args = Object.entries(settings).map(([key, value]) => `--${key}=${value}`);
  const [program, ...script] = command;
  const child = spawn(program, [...script, ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      ...compiledCodeOf(options),
      ...place.environment,
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  void exited.then(endedWithUs(() => child.kill('SIGKILL')));
  const station: RunningStation = {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDirectory,
    process: child,
    output: () => Buffer.concat(chunks).toString('utf8'),
    children: () => childrenOf(child.pid ?? -1),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      return exited;
    },
    async killHost() {
      child.kill('SIGKILL');
      await exited;
    },
    async dispose() {
      await station.stop();
      if (options.dataDirectory === undefined) await rm(dataDirectory, { recursive: true, force: true });
    },
  };
  await ready(station, exited);
  return station;
}

/** The unpacked package whose program runs the scenarios, as `npm run scenarios:packed` tells; see e2e/packed. */
export const PACKED_PROGRAM = process.env['SCENARIO_PROGRAM'];

/** A package is Production by itself, and the scenarios are those of a checkout. */
function environmentOf({ installedAt }: StationSettings): Readonly<Record<string, string>> {
  return PACKED_PROGRAM === undefined || installedAt !== undefined ? {} : { Environment: 'Development' };
}

/** As `npm start` says it: V8 compiles what the build runs once. */
function compiledCodeOf({ installedAt = PACKED_PROGRAM, checkout = ROOT }: StationSettings): Record<string, string> {
  if (installedAt !== undefined) return {};
  const kept = path.join(checkout, 'dist', 'compile-cache');
  mkdirSync(kept, { recursive: true, mode: 0o700 });
  return { NODE_COMPILE_CACHE: kept };
}

function commandOf({ installedAt = PACKED_PROGRAM, checkout }: StationSettings): readonly [string, ...string[]] {
  if (checkout === undefined && installedAt !== undefined) return [path.join(installedAt, 'bin/signing-station-host')];
  const from = checkout ?? ROOT;
  const headless = path.join(from, 'dist', 'headless.js');
  if (!existsSync(headless)) throw new Error(`${headless} is missing: run \`npm run build\` first.`);
  // The Node of the project; a test may have been started by another one.
  return [path.join(from, 'node_modules', 'node', 'bin', 'node'), headless];
}

async function ready(station: RunningStation, exited: Promise<number | null>): Promise<void> {
  const life = { hasExited: false };
  void exited.then(() => {
    life.hasExited = true;
  });
  const deadline = Date.now() + START_TIMEOUT_MILLISECONDS;
  while (Date.now() < deadline && !life.hasExited) {
    const answer = await fetch(`${station.url}/health/ready`).catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const output = station.output();
  await station.dispose();
  throw new Error(`The station did not become ready.\n${output}`);
}

/** A port that is free now, below the range from which the system picks for outgoing connections. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (await isFreePort(port)) return port;
  }
}

/** Whether nobody listens at a port of this machine at the moment. */
export function isFreePort(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Direct children of a process, told apart by their script. Linux only: it reads /proc. */
export function childrenOf(parent: number): StationChild[] {
  const children: StationChild[] = [];
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || parentOf(pid) !== parent) continue;
    const role = roleOf(pid);
    if (role !== undefined) children.push({ pid, role });
  }
  return children;
}

/** Process ids of the verifiers that a host has running. Linux only. */
export function verifiersOf(host: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && parentOf(pid) === host && commandLineOf(pid).includes('/verifier.js'));
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

function roleOf(pid: number): StationChild['role'] | undefined {
  try {
    readlinkSync(`/proc/${pid}/exe`);
    const commandLine = commandLineOf(pid);
    return ROLES.find((role) => commandLine.includes(`/${role}.js`));
  } catch {
    return undefined;
  }
}

function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits for a condition, not for a time. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMilliseconds = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMilliseconds;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('The condition did not come true.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
