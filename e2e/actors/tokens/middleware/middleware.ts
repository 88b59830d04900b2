import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A token behind middleware that people really use, with keys and certificates, ready to be signed with. */
export interface MiddlewareToken {
  readonly modulePath: string;
  /** For the environment of whoever uses the token. */
  readonly environment: Readonly<Record<string, string>>;
  /** CK_TOKEN_INFO.label; null where the middleware makes it up. */
  readonly label: string | null;
  readonly pin: string;
  readonly wrongPin: string;
  /** By kind of key: DER certificates. */
  readonly certificates: ReadonlyMap<'RSA' | 'EC', Uint8Array>;
  /** Wrong PINs that the token takes before it locks, as it counts them itself; undefined where nobody can tell. */
  readonly triesLeft?: () => number;
  /** Makes the token forget wrong PINs, as its administrator would. */
  readonly unlock?: () => Promise<void>;
  /** Taking out and putting in, where there is anything to take. */
  readonly slot?: { readonly eject: () => void; readonly insert: () => void };
  /** How long each signature takes from now on. */
  readonly delay?: (milliseconds: number) => void;
  /** Ends its processes and removes its files. */
  stop(): Promise<void>;
}

/** The middleware cannot run on this machine; the message says why. */
export class MiddlewareMissing extends Error {}

/** Folders of servers, which the PATH of an ordinary user may lack. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];

/** The path of a program. Throws MiddlewareMissing with the name of the Debian package to install. */
export function findProgram(name: string, debianPackage: string): string {
  const path = FOLDERS.map((folder) => join(folder, name)).find((candidate) => existsSync(candidate));
  if (path === undefined) throw new MiddlewareMissing(`${name} is missing (Debian package ${debianPackage}).`);
  return path;
}

export function findLibrary(paths: readonly string[], debianPackage: string): string {
  const path = paths.find((candidate) => existsSync(candidate));
  if (path === undefined)
    throw new MiddlewareMissing(`${paths[0] ?? ''} is missing (Debian package ${debianPackage}).`);
  return path;
}

export interface Server {
  output(): string;
  stop(): Promise<void>;
  /** Ends it by SIGKILL. */
  kill(): Promise<void>;
}

export interface ServerCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether it serves already; what throws here says that it does not. */
  readonly isReady: () => Promise<boolean> | boolean;
}

/** Not a measure of speed: a busy machine may take ten times as long. */
const START_TIMEOUT_MILLISECONDS = 60_000;

/** Starts a server of the middleware and waits until it serves. Throws MiddlewareMissing when it does not. */
export async function startServer({ program, args, environment = {}, isReady }: ServerCommand): Promise<Server> {
  const child = spawn(program, [...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const server: Server = {
    output: () => Buffer.concat(chunks).toString('utf8'),
    stop: () => stop(child, ended),
    kill() {
      child.kill('SIGKILL');
      return ended;
    },
  };
  const deadline = Date.now() + START_TIMEOUT_MILLISECONDS;
  while (!(await asks(isReady))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      await server.stop();
      throw new MiddlewareMissing(`${program} does not serve: ${server.output().slice(-500)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return server;
}

async function asks(isReady: ServerCommand['isReady']): Promise<boolean> {
  try {
    return await isReady();
  } catch {
    return false;
  }
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 3_000);
  await ended;
  clearTimeout(timer);
}
