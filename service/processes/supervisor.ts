import type { ExitReason, LaunchedProcess, LaunchSpecification, ProcessLauncher } from './launcher.ts';
import type { ProcessReport } from './process-list.ts';

export interface RestartPolicy {
  /** Wait before the second restart in a row; the first is immediate. Doubles up to `maxDelayMilliseconds`. */
  readonly initialDelayMilliseconds: number;
  readonly maxDelayMilliseconds: number;
  /** A child that lived this long starts the count anew. */
  readonly stableAfterMilliseconds: number;
  /** Deaths in a row after which the child is given up, said to be, and tried only now and then. */
  readonly maxDeathsInARow: number;
  /** How long a child that was given up stays down before each further try. */
  readonly givenUpDelayMilliseconds: number;
}

export const DEFAULT_RESTART_POLICY: RestartPolicy = {
  initialDelayMilliseconds: 100,
  maxDelayMilliseconds: 10_000,
  stableAfterMilliseconds: 5_000,
  maxDeathsInARow: 30,
  givenUpDelayMilliseconds: 5 * 60_000,
};

/** `idle`: it has not been needed yet. */
export type SupervisedState = 'running' | 'idle' | 'restarting' | 'given-up' | 'stopped';

export interface SupervisorOptions {
  readonly launcher: ProcessLauncher;
  readonly specification: LaunchSpecification;
  readonly policy?: RestartPolicy;
  /** It is started by `begin` and not before. */
  readonly startsWhenNeeded?: boolean;
  /** The child runs and its link is open; wire the peers here. */
  readonly onStart: (child: LaunchedProcess) => void;
  /** The child is gone. What it held is given back before the next one starts: the restart waits for this. */
  readonly onExit: (reason: ExitReason, isStopping: boolean) => Promise<void> | void;
  /** The child died so often in a row that it is given up until the next slow try; somebody has to be told. */
  readonly onGivenUp: (deathsInARow: number) => void;
  readonly now: () => number;
}

export interface Supervised {
  state(): SupervisedState;
  /** Starts a child that has waited for its first work; does nothing for any other. */
  begin(): void;
  readonly name: string;
  report(): ProcessReport;
  /** Starts a child that is waiting for its next try now, and counts its deaths anew. False: there was nothing to start. */
  startNow(): boolean;
  /** Ends the running child at once; it is restarted like after any death. */
  kill(): void;
  /** Closes the link, waits `graceMilliseconds` for the child to leave, then kills it. */
  stop(graceMilliseconds: number): Promise<void>;
}

/** Keeps one child process alive. Death is an ordinary event with a reason, not an error. */
export function supervise(options: SupervisorOptions): Supervised {
  const supervisor = new Supervisor(options);
  if (options.startsWhenNeeded !== true) supervisor.start();
  return supervisor;
}

class Supervisor implements Supervised {
  readonly name: string;
  readonly #options: SupervisorOptions;
  readonly #policy: RestartPolicy;
  #state: SupervisedState = 'idle';
  #child: LaunchedProcess | undefined;
  #deathsInARow = 0;
  #timer: NodeJS.Timeout | undefined;
  #settled: Promise<void> = Promise.resolve();
  #since: number;
  #lastExit: ExitReason | null = null;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#policy = options.policy ?? DEFAULT_RESTART_POLICY;
    this.name = options.specification.name;
    this.#since = options.now();
  }

  report(): ProcessReport {
    return {
      name: this.name,
      state: this.#state,
      pid: this.#child?.pid ?? null,
      sinceMilliseconds: this.#options.now() - this.#since,
      deathsInARow: this.#deathsInARow,
      lastExit: this.#lastExit,
    };
  }

  startNow(): boolean {
    // Without a timer what the dead child held is still being given back: the next one starts by itself.
    if (this.#timer === undefined || this.#state === 'stopped') return false;
    clearTimeout(this.#timer);
    this.#deathsInARow = 0;
    this.start();
    return true;
  }

  state(): SupervisedState {
    return this.#state;
  }

  begin(): void {
    if (this.#state === 'idle') this.start();
  }

  start(): void {
    const startedAt = this.#options.now();
    this.#timer = undefined;
    const child = this.#options.launcher.launch(this.#options.specification);
    this.#child = child;
    this.#enter('running');
    this.#options.onStart(child);
    this.#settled = child.exited.then((reason) => this.#died(reason, startedAt));
  }

  kill(): void {
    this.#child?.kill();
  }

  async stop(graceMilliseconds: number): Promise<void> {
    this.#enter('stopped');
    clearTimeout(this.#timer);
    const child = this.#child;
    if (child !== undefined) {
      child.link.close();
      const timer = setTimeout(() => child.kill(), graceMilliseconds);
      await child.exited;
      clearTimeout(timer);
    }
    await this.#settled;
  }

  async #died(reason: ExitReason, startedAt: number): Promise<void> {
    this.#child = undefined;
    this.#lastExit = reason;
    const isStopping = this.#state === 'stopped';
    if (!isStopping) this.#enter('restarting');
    await this.#options.onExit(reason, isStopping);
    if (this.state() === 'stopped') return;
    const lived = this.#options.now() - startedAt;
    this.#deathsInARow = lived >= this.#policy.stableAfterMilliseconds ? 1 : this.#deathsInARow + 1;
    if (this.#deathsInARow > this.#policy.maxDeathsInARow) {
      this.#enter('given-up');
      this.#options.onGivenUp(this.#deathsInARow);
    }
    this.#timer = setTimeout(() => this.start(), this.#delay());
  }

  #enter(state: SupervisedState): void {
    this.#state = state;
    this.#since = this.#options.now();
  }

  #delay(): number {
    if (this.#deathsInARow <= 1) return 0;
    if (this.#deathsInARow > this.#policy.maxDeathsInARow) return this.#policy.givenUpDelayMilliseconds;
    const delay = this.#policy.initialDelayMilliseconds * 2 ** (this.#deathsInARow - 2);
    return Math.min(delay, this.#policy.maxDelayMilliseconds);
  }
}
