import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { appendFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { fromRawBytes, rawBytes } from '../../../service/processes/raw-channel.suite.ts';
import { app } from './app.ts';
import { refuse, tell, wish } from './told.ts';

interface ForkOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly execArgv?: readonly string[];
  readonly serviceName?: string;
  readonly stdio?: 'ignore' | 'inherit' | 'pipe';
}

const CHILD_HOOK = path.join(import.meta.dirname, 'child-hook.ts');
const FORCED_END_MILLISECONDS = 2_000;
/** What Electron lets through of execArgv; options of V8 come only as Chromium's switch --js-flags. */
const ALLOWED_OPTION = /^--(inspect|inspect-brk|inspect-port|no-warnings|trace-warnings|no-deprecation)(=|$)/;
const JS_FLAGS = '--js-flags=';

class UtilityProcess extends EventEmitter {
  readonly stdout: PassThrough | null;
  readonly stderr: PassThrough | null;
  readonly #name: string;
  #child: ChildProcess | undefined;
  #waiting: Uint8Array[] | undefined = [];

  constructor(entry: string, args: readonly string[], options: ForkOptions) {
    super();
    refuse(!app.isReady(), 'utilityProcess cannot be created before app is ready.');
    this.#name = options.serviceName ?? 'Node Utility Process';
    const isPiped = options.stdio === 'pipe';
    this.stdout = isPiped ? new PassThrough() : null;
    this.stderr = isPiped ? new PassThrough() : null;
    tell('fork', { name: this.#name, ...options, env: undefined });
    if (wish('NO_SPAWN') === this.#name) return;
    setTimeout(() => this.#start(entry, args, options), Number(wish('SPAWN_DELAY') ?? 5));
  }

  /** Undefined before `spawn` and after `exit`. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  postMessage(message: unknown): void {
    const bytes = recorded(rawBytes(message));
    if (this.#waiting === undefined) this.#child?.send(bytes, () => undefined);
    else this.#waiting.push(bytes);
  }

  /** False before `spawn`, without effect; afterwards SIGTERM, and an end by force two seconds later. */
  kill(): boolean {
    const child = this.#child;
    if (child === undefined) return false;
    setTimeout(() => child.kill('SIGKILL'), FORCED_END_MILLISECONDS).unref();
    return child.kill('SIGTERM');
  }

  #start(entry: string, args: readonly string[], options: ForkOptions): void {
    const output = options.stdio ?? 'inherit';
    // What a child writes that is none of the station's own lines: a library, the engine.
    const line = wish('CHILD_LINE');
    const written = line === undefined ? {} : { STAND_IN_CHILD_LINE: `${line} of ${this.#name}` };
    const child = spawn(process.execPath, [...nodeOptions(options.execArgv ?? []), entry, ...args], {
      env: { ...options.env, ...written, NODE_CHANNEL_SERIALIZATION_MODE: 'advanced' },
      serialization: 'advanced',
      stdio: ['ignore', output, output, 'ipc'],
    });
    this.#child = child;
    if (this.stdout !== null) child.stdout?.pipe(this.stdout);
    if (this.stderr !== null) child.stderr?.pipe(this.stderr);
    child.on('message', (bytes) => this.emit('message', fromRawBytes(recorded(bytes as unknown as Uint8Array))));
    child.once('spawn', () => {
      this.emit('spawn');
      for (const bytes of this.#waiting ?? []) child.send(bytes, () => undefined);
      this.#waiting = undefined;
    });
    child.once('exit', (code, signal) => this.#ended(child, code, signal));
  }

  #ended(child: ChildProcess, code: number | null, signal: NodeJS.Signals | null): void {
    tell('utility-process-exit', { name: this.#name, pid: child.pid, code, signal });
    this.#child = undefined;
    if (signal !== null && ['SIGABRT', 'SIGTRAP', 'SIGILL'].includes(signal)) {
      this.emit('error', 'FatalError', 'v8::FatalProcessOutOfMemory', JSON.stringify({ environment: 'MARKER-report' }));
    }
    this.emit('exit', signal === null ? (code ?? 0) : constants.signals[signal]);
  }
}

function nodeOptions(execArgv: readonly string[]): string[] {
  const switches = execArgv.filter((option) => option.startsWith(JS_FLAGS));
  const flags = switches.flatMap((option) => option.slice(JS_FLAGS.length).split(' '));
  return ['--import', CHILD_HOOK, ...execArgv.filter((option) => ALLOWED_OPTION.test(option)), ...flags];
}

/** Keeps every byte that crosses between two processes, in both directions, for a test to look through. */
function recorded(bytes: Uint8Array): Uint8Array {
  const file = wish('RECORD');
  if (file !== undefined) appendFileSync(file, bytes);
  return bytes;
}

export const utilityProcess = {
  fork: (entry: string, args: readonly string[] = [], options: ForkOptions = {}): UtilityProcess =>
    new UtilityProcess(entry, args, options),
};
