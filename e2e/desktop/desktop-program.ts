import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort, until } from '../actors/station/running-station.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const NODE = path.join(ROOT, 'node_modules/node/bin/node');
const LAUNCH = path.join(import.meta.dirname, 'stand-in/launch.ts');

interface Told {
  readonly event: string;
  readonly detail: unknown;
}

export interface ProgramOptions {
  /** The built desktop program unless another script is to be tried. */
  readonly entry?: string;
  /** Wishes to the stand-in, by name: PACKAGED, NO_SPAWN, RECORD ... */
  readonly wishes?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly port?: number;
  readonly dataDirectory?: string;
  /** Whether a person has to approve what programs give in, as the program has it by itself; otherwise nobody is asked. */
  readonly asksForApproval?: boolean;
}

/** The desktop program in the stand-in for Electron, with a folder and a port of its own. */
class DesktopProgram {
  readonly url: string;
  readonly dataDirectory: string;
  readonly folder: string;
  readonly process: ChildProcess;
  readonly told: Told[] = [];
  readonly output: string[] = [];
  readonly exited: Promise<number | null>;

  constructor(options: ProgramOptions, folder: string, port: number) {
    this.folder = folder;
    this.url = `http://127.0.0.1:${port}/`;
    this.dataDirectory = options.dataDirectory ?? path.join(folder, 'data');
    const wishes = Object.entries(options.wishes ?? {}).map(([name, value]) => [`STAND_IN_${name}`, value] as const);
    const settings = [
      `--Data:Directory=${this.dataDirectory}`,
      `--Server:Port=${port}`,
      ...(options.asksForApproval === true ? [] : ['--Approvals:Rule=Never']),
      ...(options.args ?? []),
    ];
    const entry = options.entry ?? path.join(ROOT, 'dist/main.js');
    const child = spawn(NODE, [LAUNCH, entry, ...settings], {
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        STAND_IN_FOLDER: folder,
        ...Object.fromEntries<string>(wishes),
        ...options.environment,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.process = child;
    this.exited = new Promise((resolve) => child.once('exit', resolve));
    child.stdin.on('error', () => undefined);
    createInterface({ input: child.stdout }).on('line', (line) => this.#hear(line));
    createInterface({ input: child.stderr }).on('line', (line) => this.output.push(line));
  }

  get pid(): number {
    return this.process.pid ?? -1;
  }

  /** What the first such event told. */
  find(event: string): unknown {
    return this.told.find((entry) => entry.event === event)?.detail;
  }

  all(event: string): unknown[] {
    return this.told.filter((entry) => entry.event === event).map(({ detail }) => detail);
  }

  command(...words: readonly string[]): void {
    this.process.stdin?.write(`${JSON.stringify(words)}\n`);
  }

  /** Sends a command and answers what it makes the stand-in tell. */
  async ask(event: string, ...words: readonly string[]): Promise<unknown> {
    const before = this.all(event).length;
    this.command(...words);
    await this.until(() => this.all(event).length > before);
    return this.all(event)[before];
  }

  /** Waits for a condition, but not beyond the end of the program. */
  async until(isTrue: () => boolean): Promise<void> {
    await until(() => isTrue() || this.process.exitCode !== null || this.process.signalCode !== null);
    if (!isTrue())
      throw new Error(`The program ended with ${String(this.process.exitCode)}.\n${this.output.join('\n')}`);
  }

  async shown(): Promise<void> {
    await this.until(() => this.all('show').length > 0);
  }

  async dispose(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) this.process.kill('SIGKILL');
    await this.exited;
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  #hear(line: string): void {
    if (line.startsWith('{"event"')) this.told.push(JSON.parse(line) as Told);
    else this.output.push(line);
  }
}

export type { DesktopProgram };

export async function startDesktopProgram(options: ProgramOptions = {}): Promise<DesktopProgram> {
  const folder = await mkdtemp(path.join(tmpdir(), 'station-desktop-'));
  return new DesktopProgram(options, folder, options.port ?? (await freePort()));
}
