import { Worker } from 'node:worker_threads';
import { reportWithoutSignature } from '../report.ts';
import type { TrustMaterial, VerificationOutcome, VerificationTask, Verifier } from '../verification.ts';
import type { ThreadAnswer, ThreadTask } from './thread-messages.ts';

export interface VerificationPoolOptions {
  /** Absolute path of the thread's script. */
  readonly entry: string;
  readonly size: number;
  /** Wall clock for one document. */
  readonly timeoutMilliseconds: number;
  /** Heap limit of a thread in MiB. */
  readonly heapMebibytes: number;
}

export interface VerificationPool extends Verifier {
  close(): Promise<void>;
}

/** A verification under way or waiting. */
interface Job {
  readonly task: VerificationTask;
  readonly resolve: (outcome: VerificationOutcome) => void;
}

interface Slot {
  readonly worker: Worker;
  trust: TrustMaterial | undefined;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Judges uploads in worker threads that may be ended at any moment: the host never parses an upload. One document at a
 * time per thread; a thread that runs out of time or memory is ended and replaced, its document is INDETERMINATE.
 */
export function createVerificationPool(options: VerificationPoolOptions): VerificationPool {
  return new ThreadPool(options);
}

class ThreadPool implements VerificationPool {
  readonly #options: VerificationPoolOptions;
  readonly #slots = new Set<Slot>();
  readonly #waiting: Job[] = [];
  #isClosed = false;

  constructor(options: VerificationPoolOptions) {
    this.#options = options;
  }

  verify(task: VerificationTask): Promise<VerificationOutcome> {
    if (this.#isClosed) return Promise.resolve(interrupted(task, 'The station is stopping.'));
    return new Promise((resolve) => {
      this.#waiting.push({ task, resolve });
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const job of this.#waiting.splice(0)) job.resolve(interrupted(job.task, 'The station is stopping.'));
    await Promise.all([...this.#slots].map((slot) => slot.worker.terminate()));
  }

  #dispatch(): void {
    while (this.#waiting.length > 0) {
      const slot = this.#idleSlot();
      const job = slot === undefined ? undefined : this.#waiting.shift();
      if (slot === undefined || job === undefined) return;
      this.#assign(slot, job);
    }
  }

  #idleSlot(): Slot | undefined {
    for (const slot of this.#slots) if (slot.job === undefined) return slot;
    return this.#slots.size < this.#options.size ? this.#startThread() : undefined;
  }

  #startThread(): Slot {
    const worker = new Worker(this.#options.entry, {
      resourceLimits: { maxOldGenerationSizeMb: this.#options.heapMebibytes },
      env: {},
    });
    const slot: Slot = { worker, trust: undefined, job: undefined, timer: undefined };
    this.#slots.add(slot);
    worker.on('message', (answer: ThreadAnswer) => this.#finish(slot, answer.outcome));
    worker.on('error', () => this.#lose(slot, 'VERIFICATION_CRASHED'));
    worker.on('exit', () => this.#lose(slot, 'VERIFICATION_CRASHED'));
    // An idle thread must not keep the station alive.
    worker.unref();
    return slot;
  }

  #assign(slot: Slot, job: Job): void {
    slot.job = job;
    const { task } = job;
    slot.timer = setTimeout(() => this.#lose(slot, 'VERIFICATION_TIMEOUT'), this.#options.timeoutMilliseconds);
    const message: ThreadTask = {
      format: task.format,
      document: task.document,
      original: task.original,
      revocationMode: task.revocationMode,
      at: task.at,
      trust: slot.trust === task.trust ? null : task.trust,
    };
    slot.trust = task.trust;
    slot.worker.postMessage(message);
  }

  #finish(slot: Slot, outcome: VerificationOutcome): void {
    const job = this.#release(slot);
    job?.resolve(outcome);
    this.#dispatch();
  }

  #lose(slot: Slot, reason: 'VERIFICATION_TIMEOUT' | 'VERIFICATION_CRASHED'): void {
    if (!this.#slots.delete(slot)) return;
    const job = this.#release(slot);
    void slot.worker.terminate();
    if (job !== undefined) {
      const detail =
        reason === 'VERIFICATION_TIMEOUT'
          ? 'The document took too long to check.'
          : 'Checking the document needed more memory than it is allowed, or failed unexpectedly.';
      job.resolve(reportWithoutSignature(job.task.format, 'INDETERMINATE', reason, detail, job.task.at));
    }
    if (!this.#isClosed) this.#dispatch();
  }

  #release(slot: Slot): Job | undefined {
    clearTimeout(slot.timer);
    const { job } = slot;
    slot.job = undefined;
    return job;
  }
}

function interrupted(task: VerificationTask, detail: string): VerificationOutcome {
  return reportWithoutSignature(task.format, 'INDETERMINATE', 'VERIFICATION_CRASHED', detail, task.at);
}
