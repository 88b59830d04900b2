import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { IN_HAND, type FuzzResult, type FuzzTask } from './run-target.ts';
import type { SampleSource } from './samples.ts';

/** Longer than any input may take, by far: then the reader hangs. */
const HANG_MILLISECONDS = 30_000;
const HEAP_MEBIBYTES = 512;

export const CORPUS = path.join(import.meta.dirname, 'corpus');

/**
 * Lets one target run in a process of its own, with little memory and a watch over it: an input that kills the process,
 * or that it never finishes, is a fault like any other. Faulty inputs are copied to `keepIn`.
 */
export async function fuzzTarget(
  target: string,
  options: {
    readonly inputs: number;
    readonly seed: number;
    readonly samples: SampleSource;
    readonly maxMilliseconds: number;
    readonly keepIn: string;
  },
): Promise<FuzzResult> {
  const work = mkdtempSync(path.join(tmpdir(), 'station-fuzz-'));
  try {
    const task: FuzzTask = { target, work, corpus: path.join(CORPUS, target), ...options };
    const result = await runChild(task);
    for (const { file } of result.faults) keep(path.join(work, file), path.join(options.keepIn, target, file));
    return result;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function runChild(task: FuzzTask): Promise<FuzzResult> {
  const script = path.join(import.meta.dirname, 'run-target.ts');
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MEBIBYTES}`, script, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-2_000)));
  let isHung = false;
  const watch = setInterval(() => {
    if (!isStuck(path.join(task.work, IN_HAND))) return;
    isHung = true;
    child.kill('SIGKILL');
  }, 1_000);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearInterval(watch);
      const hasBegun = existsSync(path.join(task.work, IN_HAND));
      if (code === 0) resolve(JSON.parse(output) as FuzzResult);
      else if (hasBegun)
        resolve(
          deadly(
            task.target,
            isHung ? 'hung' : `killed its process (${signal ?? String(code)}): ${errors.slice(-300)}`,
          ),
        );
      else reject(new Error(errors));
    });
  });
}

/** The process is gone, and with it the count of what it had tried. */
function deadly(target: string, what: string): FuzzResult {
  return { target, tried: 0, slowestMilliseconds: 0, faults: [{ what, file: IN_HAND }] };
}

function isStuck(inHand: string): boolean {
  const since = statSync(inHand, { throwIfNoEntry: false })?.mtimeMs;
  return since !== undefined && Date.now() - since > HANG_MILLISECONDS;
}

function keep(from: string, to: string): void {
  if (!existsSync(from)) return;
  const folder = path.dirname(to);
  mkdirSync(folder, { recursive: true });
  copyFileSync(from, to);
}
