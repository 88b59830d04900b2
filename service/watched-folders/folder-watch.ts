import { errorFields, type Logger } from '../telemetry/logger.ts';
import { folderProblem } from './folder-problem.ts';
import { codeOf } from './folder-system.ts';
import { lookForFiles, type FoundFile } from './look-for-files.ts';
import { processClaim, WatchEnded, type ClaimParts } from './process-claim.ts';
import { QuietFiles } from './quiet-files.ts';
import { UnsafeFolder } from './safe-folder.ts';
import { openWorkFolder, type Claim, type WorkFolder } from './work-folder.ts';

export interface FolderWatchOptions extends Omit<ClaimParts, 'work' | 'changed'> {
  readonly name: string;
  /** This installation among those that may watch the same folder. */
  readonly station: string;
  readonly quietMilliseconds: number;
  readonly intervalMilliseconds: number;
  readonly maxInFlight: number;
  readonly newId: () => string;
  /** Files that are looked at in one turn; the others follow when these are taken. */
  readonly maxLookedAt?: number;
  readonly logger: Logger;
}

interface OpenClaim {
  readonly claim: Claim;
  current: Promise<void> | undefined;
  failures: number;
  notBefore: number;
}

const MAX_LOOKED_AT = 1_000;
const MAX_TOLD = 1_000;
/** A look at a large folder on a slow disk takes no more than a sixth of the time. */
const REST_PER_LOOK = 5;
const LOOK_AGAIN_MILLISECONDS = 5_000;
const MAX_BACKOFF_MILLISECONDS = 60_000;

/**
 * Watches one folder by looking into it, which works on every file system and with any number of files. Documents that
 * are complete are claimed, at most `maxInFlight` at a time, and each is brought to its end, whatever is in its way for
 * a while.
 */
export class FolderWatch {
  readonly #options: FolderWatchOptions;
  readonly #quiet: QuietFiles;
  readonly #open = new Map<string, OpenClaim>();
  readonly #waiters = new Map<string, (goesOn: boolean) => void>();
  /** Complete documents of the last look that are still to be taken. */
  #backlog: FoundFile[] = [];
  #nextLook = 0;
  readonly #leftOut = new Set<string>();
  readonly #unsubscribe: () => void;
  readonly #run: Promise<void>;
  #work: WorkFolder | undefined;
  #problem: string | null = null;
  #wake: (() => void) | undefined;
  /** There is room, or the end has come, since the last rest began. */
  #isWoken = false;
  #isStopped = false;

  constructor(options: FolderWatchOptions) {
    this.#options = options;
    this.#quiet = new QuietFiles(options.quietMilliseconds);
    this.#unsubscribe = options.intake.subscribe((id) => this.#waiters.get(id)?.(true));
    this.#run = this.#watch();
  }

  /** Why documents wait or stay; null while all goes well. */
  get problem(): string | null {
    return this.#problem;
  }

  get #maxLookedAt(): number {
    return this.#options.maxLookedAt ?? MAX_LOOKED_AT;
  }

  get #entity(): string {
    return `folder ${this.#options.name}`;
  }

  /** Ends between two steps; what was begun goes on at the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unsubscribe();
    this.#wake?.();
    for (const wake of this.#waiters.values()) wake(false);
    await this.#run;
    for (const { current } of this.#open.values()) await current;
    await this.#work?.close();
  }

  async #watch(): Promise<void> {
    while (!this.#isStopped) {
      const problem = await this.#turn().catch((fault: unknown) => this.#describe(fault));
      if (problem !== null) this.#note(problem);
      else if ([...this.#open.values()].every(({ failures }) => failures === 0)) this.#problem = null;
      await this.#rest(Math.max(this.#options.intervalMilliseconds, this.#nextLook - performance.now()));
    }
  }

  /** One look; answers why nothing could be taken. */
  async #turn(): Promise<string | null> {
    const { system, places, station, intake, maxInFlight, newId } = this.#options;
    if (this.#work === undefined) {
      this.#work = await openWorkFolder(system, places.in, station);
      for (const claim of await this.#work.claims()) this.#add(claim);
    }
    for (const open of this.#open.values()) this.#goOn(open, this.#work);
    if (this.#open.size >= maxInFlight) return null;
    // In time: a document is complete only at a second look, and meanwhile the others keep the station at work.
    if (this.#backlog.length <= this.#maxLookedAt / 2) await this.#look();
    if (this.#backlog.length === 0) return null;
    const obstacle = await intake.obstacle();
    if (obstacle !== null) return `documents wait: ${obstacle.message}`;
    const files = this.#backlog.splice(0, maxInFlight - this.#open.size);
    // All at once: each waits for the disk, and the disk takes them together.
    const work = this.#work;
    const taken = await Promise.allSettled(files.map((file) => this.#take(file, newId(), work)));
    for (const each of taken) if (each.status === 'rejected') throw each.reason;
    return null;
  }

  /** A fault on the way leaves the claim open: it may have come as far as the document. */
  async #take(file: FoundFile, id: string, work: WorkFolder): Promise<void> {
    const claim = { id, path: file.path };
    const open = this.#add(claim);
    if (await work.take(file, claim)) this.#goOn(open, work);
    else this.#open.delete(claim.id);
  }

  /** Fills the backlog. What changes between this and the taking is given back then. */
  async #look(): Promise<void> {
    const begun = performance.now();
    if (begun < this.#nextLook) return;
    const { files, left } = await lookForFiles(this.#options.system, this.#options.places.in, this.#maxLookedAt);
    const now = performance.now();
    this.#nextLook = now + Math.max(this.#options.intervalMilliseconds, REST_PER_LOOK * (now - begun));
    this.#tellOf(left);
    this.#backlog = this.#quiet.complete(files, now);
  }

  #add(claim: Claim): OpenClaim {
    const open = { claim, current: undefined, failures: 0, notBefore: 0 };
    this.#open.set(claim.id, open);
    return open;
  }

  #goOn(open: OpenClaim, work: WorkFolder): void {
    if (open.current !== undefined || performance.now() < open.notBefore || this.#isStopped) return;
    const changed = (id: string): Promise<boolean> => this.#changed(id);
    open.current = processClaim({ ...this.#options, work, changed }, open.claim)
      .then((end) => {
        this.#open.delete(open.claim.id);
        this.#options.logger[end === 'failed' ? 'info' : 'debug'](
          'A document of a watched folder has come to its end.',
          {
            entity: this.#entity,
            state: end,
          },
        );
        // There is room for the next one.
        this.#isWoken = true;
        this.#wake?.();
      })
      .catch((fault: unknown) => this.#later(open, fault))
      .finally(() => (open.current = undefined));
  }

  #later(open: OpenClaim, fault: unknown): void {
    if (fault instanceof WatchEnded) return;
    open.notBefore = performance.now() + Math.min(MAX_BACKOFF_MILLISECONDS, 500 * 2 ** open.failures);
    open.failures += 1;
    void this.#describe(fault).then((problem) => this.#note(problem));
  }

  #changed(id: string): Promise<boolean> {
    if (this.#isStopped) return Promise.resolve(false);
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(true), LOOK_AGAIN_MILLISECONDS).unref();
      const settle = (goesOn: boolean): void => {
        clearTimeout(timer);
        if (this.#waiters.get(id) === settle) this.#waiters.delete(id);
        resolve(goesOn);
      };
      this.#waiters.set(id, settle);
    });
  }

  #rest(milliseconds: number): Promise<void> {
    if (this.#isStopped || this.#isWoken) {
      this.#isWoken = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds).unref();
      this.#wake = () => {
        clearTimeout(timer);
        this.#isWoken = false;
        resolve();
      };
    });
  }

  async #describe(fault: unknown): Promise<string> {
    if (fault instanceof UnsafeFolder) return fault.message;
    const code = codeOf(fault);
    if (code === '') this.#options.logger.warn('A watched folder met a fault; it is tried again.', errorFields(fault));
    if (code === '') return 'a step failed, and is tried again; see the log';
    const { places, uploadDirectory } = this.#options;
    return folderProblem([places.in, places.out, places.done, places.failed, uploadDirectory], code);
  }

  #note(problem: string): void {
    if (this.#problem === problem) return;
    this.#problem = problem;
    this.#options.logger.warn('A watched folder does not go on by itself.', { entity: this.#entity, reason: problem });
  }

  #tellOf(left: ReadonlyMap<string, string>): void {
    for (const [place, reason] of left) {
      if (this.#leftOut.has(place) || this.#leftOut.size >= MAX_TOLD) continue;
      this.#leftOut.add(place);
      this.#options.logger.warn('Something in a watched folder is not taken.', {
        entity: this.#entity,
        path: place,
        reason,
      });
    }
  }
}
