import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FuzzTarget } from './fuzz-target.ts';
import { mutate } from './mutate.ts';
import { SeededRandom } from './random.ts';
import type { SampleSource } from './samples.ts';
import { openTarget } from './targets.ts';

/** What an input may take on the machine it is developed on; processor time, as others may be busy there. */
export const MAX_MILLISECONDS = 2_000;
const MAX_FAULTS = 20;

/** What one child has to do, as its first argument in JSON. */
export interface FuzzTask {
  readonly target: string;
  readonly inputs: number;
  readonly seed: number;
  readonly samples: SampleSource;
  /** Processor time that an input may take at most. */
  readonly maxMilliseconds: number;
  /** Inputs that were once found to be trouble; tried first. */
  readonly corpus: string;
  /** Faulty inputs are written here, and the one in hand, in case this process dies of it. */
  readonly work: string;
}

export interface FuzzFault {
  readonly what: string;
  /** Name of the file in `work` (or in the corpus) with the input. */
  readonly file: string;
}

export interface FuzzResult {
  readonly target: string;
  readonly tried: number;
  readonly slowestMilliseconds: number;
  readonly faults: readonly FuzzFault[];
}

/** Name of the file that holds the input in hand. */
export const IN_HAND = 'in-hand.bin';

/** Tries the corpus, then mutants of the samples, on one reader. */
export function tryInputs(target: FuzzTarget, task: FuzzTask): Promise<FuzzResult> {
  return new Run(target, task).all();
}

class Run {
  readonly #target: FuzzTarget;
  readonly #task: FuzzTask;
  readonly #faults: FuzzFault[] = [];
  #tried = 0;
  #slowest = 0;

  constructor(target: FuzzTarget, task: FuzzTask) {
    this.#target = target;
    this.#task = task;
  }

  async all(): Promise<FuzzResult> {
    for (const file of corpusFiles(this.#task.corpus)) {
      await this.#try(readFileSync(path.join(this.#task.corpus, file)), this.#target.samples[0], file);
    }
    const random = new SeededRandom(this.#task.seed);
    for (let input = 0; input < this.#task.inputs && this.#faults.length < MAX_FAULTS; input++) {
      const sample = random.pick(this.#target.samples);
      const donor = random.pick(this.#target.samples);
      await this.#try(mutate(sample, donor, this.#target.brackets, random), sample, null);
    }
    const { target } = this.#task;
    return { target, tried: this.#tried, slowestMilliseconds: Math.round(this.#slowest), faults: this.#faults };
  }

  async #try(input: Uint8Array, sample: Uint8Array, file: string | null): Promise<void> {
    writeFileSync(path.join(this.#task.work, IN_HAND), input);
    const startedAt = process.cpuUsage();
    const fault = await this.#target.judge(input, sample);
    const { user, system } = process.cpuUsage(startedAt);
    const milliseconds = (user + system) / 1_000;
    this.#tried += 1;
    this.#slowest = Math.max(this.#slowest, milliseconds);
    const slow =
      milliseconds > this.#task.maxMilliseconds ? `took ${milliseconds.toFixed(0)} ms of processor time` : null;
    for (const what of [fault, slow]) if (what !== null) this.#keep(what, input, file);
  }

  #keep(what: string, input: Uint8Array, file: string | null): void {
    const name = file ?? `${createHash('sha256').update(input).digest('hex').slice(0, 16)}.bin`;
    if (file === null) writeFileSync(path.join(this.#task.work, name), input);
    this.#faults.push({ what, file: name });
  }
}

function corpusFiles(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

async function main(): Promise<void> {
  const task = JSON.parse(process.argv[2] ?? '') as FuzzTask;
  const result = await tryInputs(await openTarget(task.target, task.samples), task);
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

if (import.meta.main) await main();
