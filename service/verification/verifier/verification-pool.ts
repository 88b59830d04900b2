import { statSync } from 'node:fs';
import { tell } from '../../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../domain/station-error.ts';
import type { ChildEnvironment, ExitReason, LaunchedProcess, ProcessLauncher } from '../../processes/launcher.ts';
import type { ProcessReport } from '../../processes/process-list.ts';
import { indeterminate } from '../fault.ts';
import { reportWithoutSignature } from '../report.ts';
import type {
  DocumentInput,
  TrustMaterial,
  VerificationAsker,
  VerificationOutcome,
  VerificationTask,
  Verifier,
  WantedEvidence,
} from '../verification.ts';
import { FairQueue, type FairQueueLimits } from './fair-queue.ts';
import { VerifierAnswer, type VerifierTask } from './verifier-messages.ts';

export interface VerificationPoolOptions {
  readonly launcher: ProcessLauncher;
  /** Absolute path of the verifier's script. */
  readonly entry: string;
  /** The verifiers' whole environment. */
  readonly env: ChildEnvironment<'verifier'>;
  /** Most processes at a time; they are started when there is something to judge. */
  readonly size: number;
  /** Wall clock for one document, by its size and that of its originals. */
  readonly timeLimitOf: (documentBytes: number) => number;
  /** Heap limit of a process in MiB. */
  readonly heapMebibytes: number;
  /** A process that had nothing to do for so long leaves. */
  readonly idleMilliseconds: number;
  /** Most that wait; more are refused. */
  readonly limits?: FairQueueLimits;
}

/** A verdict, and what the evidence at hand left open. */
export interface Judgement {
  readonly outcome: VerificationOutcome;
  readonly wanted: readonly WantedEvidence[];
}

export interface VerificationPool extends Verifier {
  /** As verify, for whoever can find more evidence and ask again. */
  judge(task: VerificationTask): Promise<Judgement>;
  /** All its processes as one. */
  report(): ProcessReport;
  close(): Promise<void>;
}

/** A verification under way or waiting. */
interface Job {
  readonly task: VerificationTask;
  readonly resolve: (judgement: Judgement) => void;
  /** Its process was killed from outside once; it is not tried a third time. */
  wasKilled: boolean;
}

interface Slot {
  readonly child: LaunchedProcess;
  trust: TrustMaterial | undefined;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Judges documents in processes that may be ended at any moment: the host never parses an upload. One document at a time
 * per process; one that runs out of time or memory is ended and replaced, its document is INDETERMINATE. A process that
 * somebody else kills says nothing about its document, which another process then judges. Processes and not threads,
 * because a thread that meets its heap limit can take the whole process with it.
 */
export function createVerificationPool(options: VerificationPoolOptions): VerificationPool {
  return new ProcessPool(options);
}

/** With more the process takes a third more memory for documents of many objects, and is a twentieth faster. */
const SEMI_SPACE_MEBIBYTES = 16;

const DEFAULT_LIMITS: FairQueueLimits = { perClient: 64, perKind: 256 };
const STATION: VerificationAsker = { kind: 'stored', client: '' };

class ProcessPool implements VerificationPool {
  readonly #options: VerificationPoolOptions;
  readonly #slots = new Set<Slot>();
  readonly #waiting: FairQueue<Job>;
  #isClosed = false;
  #since = performance.now();
  #deathsInARow = 0;
  #lastExit: ExitReason | null = null;

  constructor(options: VerificationPoolOptions) {
    this.#options = options;
    this.#waiting = new FairQueue(options.limits ?? DEFAULT_LIMITS);
  }

  async verify(task: VerificationTask): Promise<VerificationOutcome> {
    return (await this.judge(task)).outcome;
  }

  judge(task: VerificationTask): Promise<Judgement> {
    if (this.#isClosed) return Promise.resolve(interrupted(task));
    const { promise, resolve } = Promise.withResolvers<Judgement>();
    if (!this.#waiting.add({ task, resolve, wasKilled: false }, task.asker ?? STATION)) {
      return Promise.reject(new StationError('SERVICE_UNAVAILABLE', tell('TOO_MANY_WAIT_FOR_VERIFIER')));
    }
    this.#dispatch();
    return promise;
  }

  report(): ProcessReport {
    const [slot] = this.#slots;
    return {
      name: 'verifier',
      state: slot === undefined ? 'idle' : 'running',
      pid: slot?.child.pid ?? null,
      sinceMilliseconds: performance.now() - this.#since,
      deathsInARow: this.#deathsInARow,
      lastExit: this.#lastExit,
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (let job = this.#waiting.take(); job !== undefined; job = this.#waiting.take()) {
      job.resolve(interrupted(job.task));
    }
    const children = [...this.#slots].map((slot) => slot.child);
    for (const child of children) child.kill();
    await Promise.all(children.map((child) => child.exited));
  }

  #dispatch(): void {
    while (this.#waiting.size > 0) {
      const slot = this.#idleSlot();
      const job = slot === undefined ? undefined : this.#waiting.take();
      if (slot === undefined || job === undefined) return;
      this.#assign(slot, job);
    }
  }

  #idleSlot(): Slot | undefined {
    for (const slot of this.#slots) if (slot.job === undefined) return slot;
    return this.#slots.size < this.#options.size ? this.#startProcess() : undefined;
  }

  #startProcess(): Slot {
    const { launcher, entry, env, heapMebibytes } = this.#options;
    const limits = { heapMebibytes, semiSpaceMebibytes: SEMI_SPACE_MEBIBYTES };
    const child = launcher.launch({ name: 'verifier', entry, args: [], env, ...limits });
    const slot: Slot = { child, trust: undefined, job: undefined, timer: undefined };
    if (this.#slots.size === 0) this.#since = performance.now();
    this.#slots.add(slot);
    child.link.onMessage((message) => this.#finish(slot, message));
    void child.exited.then((reason) => this.#exited(slot, reason));
    return slot;
  }

  #assign(slot: Slot, job: Job): void {
    clearTimeout(slot.timer);
    slot.job = job;
    const { task } = job;
    slot.timer = setTimeout(
      () => this.#lose(slot, 'VERIFICATION_TIMEOUT'),
      this.#options.timeLimitOf(documentBytes(task)),
    );
    const message: VerifierTask = {
      format: task.format,
      document: task.document,
      original: task.original,
      originals: task.originals === undefined ? null : [...task.originals],
      revocationMode: task.revocationMode,
      at: task.at,
      trust: slot.trust === task.trust ? null : asLists(task.trust),
      stamp: task.stamp ?? null,
    };
    slot.trust = task.trust;
    slot.child.link.post(message);
  }

  #finish(slot: Slot, message: unknown): void {
    const answer = VerifierAnswer.safeParse(message);
    if (!answer.success) {
      this.#lose(slot, 'VERIFICATION_CRASHED');
      return;
    }
    const { outcome, wanted, isTooLarge } = answer.data;
    this.#deathsInARow = 0;
    this.#release(slot)?.resolve({ outcome, wanted });
    if (isTooLarge) this.#retire(slot);
    else this.#retireWhenIdle(slot);
    this.#dispatch();
  }

  #retireWhenIdle(slot: Slot): void {
    slot.timer = setTimeout(() => this.#retire(slot), this.#options.idleMilliseconds);
    slot.timer.unref();
  }

  /** A verifier leaves by its closed link; its exit finds the slot gone. */
  #retire(slot: Slot): void {
    this.#drop(slot);
    slot.child.link.close();
  }

  /** A heap limit ends a process by SIGABRT, the pool itself has dropped the slot before: SIGKILL came from outside. */
  #exited(slot: Slot, reason: ExitReason): void {
    const { job } = slot;
    this.#lastExit = reason;
    const isKilled = reason.kind === 'killed' && reason.signal === 'SIGKILL';
    if (!isKilled || this.#isClosed || job === undefined || job.wasKilled || !this.#drop(slot)) {
      this.#lose(slot, 'VERIFICATION_CRASHED');
      return;
    }
    this.#release(slot);
    job.wasKilled = true;
    this.#waiting.addAgain(job);
    this.#dispatch();
  }

  #lose(slot: Slot, reason: 'VERIFICATION_TIMEOUT' | 'VERIFICATION_CRASHED'): void {
    if (!this.#drop(slot)) return;
    this.#deathsInARow += 1;
    const job = this.#release(slot);
    slot.child.kill();
    if (job !== undefined) {
      const detail =
        reason === 'VERIFICATION_TIMEOUT'
          ? 'The document took too long to check.'
          : 'Checking the document needed more memory than it is allowed, or failed unexpectedly.';
      const outcome = reportWithoutSignature(job.task.format, [indeterminate(reason, detail)], job.task.at);
      job.resolve({ outcome, wanted: [] });
    }
    if (!this.#isClosed) this.#dispatch();
  }

  #drop(slot: Slot): boolean {
    const isOurs = this.#slots.delete(slot);
    if (isOurs && this.#slots.size === 0) this.#since = performance.now();
    return isOurs;
  }

  #release(slot: Slot): Job | undefined {
    clearTimeout(slot.timer);
    const { job } = slot;
    slot.job = undefined;
    return job;
  }
}

function documentBytes({ document, original, originals = [] }: VerificationTask): number {
  return [document, ...(original === null ? [] : [original]), ...originals].reduce((sum, one) => sum + sizeOf(one), 0);
}

function sizeOf(input: DocumentInput): number {
  if (input.kind === 'bytes') return input.bytes.length;
  try {
    return statSync(input.path).size;
  } catch {
    // What cannot be reached has not to be waited for; the verifier says that it is not there.
    return 0;
  }
}

function asLists(trust: TrustMaterial): NonNullable<VerifierTask['trust']> {
  return {
    trustAnchors: [...trust.trustAnchors],
    intermediates: [...trust.intermediates],
    crls: [...trust.crls],
    ocspResponses: [...trust.ocspResponses],
    lists: trust.lists === undefined ? null : { files: [...trust.lists.files], areAnchors: trust.lists.areAnchors },
  };
}

function interrupted(task: VerificationTask): Judgement {
  const detail = 'The station is stopping.';
  const outcome = reportWithoutSignature(task.format, [indeterminate('VERIFICATION_CRASHED', detail)], task.at);
  return { outcome, wanted: [] };
}
