import { errorFields, type Logger } from '../../service/telemetry/logger.ts';
import type { FaultView } from '../ipc/fault-messages.ts';
import type { ProgramTexts } from '../texts/program-texts.ts';
import { explainStartFault, stationThatRuns } from './start-faults.ts';
import type { DesktopShell, RunningStation } from './desktop-shell.ts';

export interface DesktopOptions {
  readonly shell: DesktopShell;
  /** `onFailed`: the station that runs has failed and can't go on. */
  readonly startStation: (onFailed: (fault: unknown) => void) => Promise<RunningStation>;
  /** Whether the program may start itself again after such a failure. */
  readonly mayStartAgain: () => boolean;
  /** The program before this one failed too often: nothing is started before the person says so. */
  readonly isHeld?: boolean;
  /** In the person's language; only after `ready`. */
  readonly texts: () => ProgramTexts;
  readonly logger: Logger;
  /** The station runs and its window is about to open: what else belongs to the desk is set up here. */
  readonly onStarted?: (station: RunningStation) => void;
  /** After which an orderly stop is given up; the fences of the station make an abrupt end harmless. */
  readonly stopLimitMilliseconds?: number;
}

/** A little more than the station's own grace times together. */
const STOP_LIMIT_MILLISECONDS = 14_000;
/** Long enough to read that the program comes back by itself, and to hold it. */
const AGAIN_MILLISECONDS = 4_000;

/**
 * The life of the desktop program: one instance, a station inside, a window on it. A quit ends the program after the
 * station has finished or given back its work, and in any case after a time limit. What fails is said on a page of the
 * program's own. Never rejects because of the window.
 */
export async function runDesktop(options: DesktopOptions): Promise<void> {
  const { shell } = options;
  if (!shell.requestSingleInstance()) {
    shell.quit();
    return;
  }
  await new DesktopLife(options).run();
}

/** EX_IOERR of sysexits: the database or the disk under the station is gone. */
const FAILED_EXIT_CODE = 74;

class DesktopLife {
  readonly #options: DesktopOptions;
  #station: RunningStation | undefined;
  #starting: Promise<RunningStation | undefined> = Promise.resolve(undefined);
  #isStopping = false;
  #isStartWanted = false;
  #isSessionEnding = false;

  constructor(options: DesktopOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { shell, startStation, isHeld } = this.#options;
    // All of these may come before the station runs, and while it stops.
    shell.onSecondInstance(() => this.#secondInstance());
    shell.onActivate(() => this.#raise());
    shell.onAllWindowsClosed(() => shell.quit());
    shell.onBeforeQuit(() => this.#mayQuit());
    shell.onSessionEnd(() => this.#sessionEnds());
    shell.onPageGivenUp(() => this.#hasNoPage());
    await shell.whenReady();
    if (isHeld === true) {
      await this.#endAfterFault({ kind: 'failed-often', reason: null }, FAILED_EXIT_CODE);
      return;
    }
    const starting = startStation((fault) => this.#failed(fault));
    this.#starting = starting.catch(() => undefined);
    try {
      const station = await starting;
      if (this.#isStopping) return;
      this.#station = station;
      this.#options.onStarted?.(station);
      await this.#open(station);
    } catch (fault) {
      await this.#couldNotStart(fault);
    }
  }

  async #couldNotStart(fault: unknown): Promise<void> {
    const { logger, texts } = this.#options;
    logger.error('The station did not start.', errorFields(fault));
    const station = stationThatRuns(fault);
    const reason = explainStartFault(fault, texts());
    await this.#endAfterFault(
      station === undefined ? { kind: 'not-started', reason } : { kind: 'runs-already', reason, station },
      1,
    );
  }

  /** What has failed may have left anything behind: a new process begins from what is on the disk. */
  #failed(fault: unknown): void {
    if (this.#isStopping) return;
    const { logger, mayStartAgain } = this.#options;
    logger.error('The station failed.', errorFields(fault));
    const kind = mayStartAgain() ? 'starting-again' : 'failed-often';
    void this.#endAfterFault({ kind, reason: null }, FAILED_EXIT_CODE);
  }

  async #open(station: RunningStation): Promise<void> {
    const { shell, logger } = this.#options;
    try {
      await shell.openWindow(station.beginning ?? station.url);
    } catch (fault) {
      logger.error('The window could not be opened.', errorFields(fault));
      this.#hasNoPage();
    }
  }

  #hasNoPage(): void {
    void this.#endAfterFault({ kind: 'no-page', reason: null }, 0);
  }

  #raise(): void {
    if (this.#options.shell.raiseFault()) return;
    if (this.#station !== undefined && !this.#isStopping) void this.#open(this.#station);
  }

  /** A start during the stop would show nothing and be lost: the program comes back after its end. */
  #secondInstance(): void {
    if (this.#isStopping && !this.#options.shell.raiseFault()) this.#isStartWanted = true;
    else this.#raise();
  }

  /** The first quit is held back until the station has stopped; that ends the program by `exit`, which asks nobody. */
  #mayQuit(): boolean {
    this.#options.shell.closeFault();
    void this.#stop();
    return this.#isSessionEnding;
  }

  /** Nothing is held back: the system ends this process when it likes, and a held quit would cancel a logout. */
  #sessionEnds(): void {
    this.#isSessionEnding = true;
    this.#options.shell.closeFault();
    void this.#stop();
  }

  /**
   * Says what has failed and stops meanwhile; then the person decides whether the program comes back. After a failure that
   * may pass by itself it does, unless they hold it. Somebody who quits already does not want to know any more.
   */
  async #endAfterFault(view: FaultView, exitCode: number): Promise<void> {
    if (this.#isStopping) return;
    const choice = this.#options.shell.askAfterFault(view);
    const decided =
      view.kind === 'starting-again'
        ? Promise.race([choice, new Promise<'again'>((resolve) => setTimeout(resolve, AGAIN_MILLISECONDS, 'again'))])
        : choice;
    await this.#stop(exitCode, decided);
  }

  async #stop(exitCode = 0, decided?: Promise<'again' | 'quit'>): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    const { shell, logger, stopLimitMilliseconds = STOP_LIMIT_MILLISECONDS } = this.#options;
    const limit = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => limit.resolve('late'), stopLimitMilliseconds);
    const stopped = this.#starting
      .then((station) => station?.stop())
      .then(
        () => 'stopped' as const,
        (fault: unknown) => {
          logger.error('Stopping failed.', errorFields(fault));
          return 'failed' as const;
        },
      );
    const outcome = await Promise.race([stopped, limit.promise]);
    clearTimeout(timer);
    if (outcome === 'late') logger.error('The station did not stop in time; it is ended.');
    if ((await decided) === 'again') this.#isStartWanted = true;
    if (this.#isStartWanted && !this.#isSessionEnding) shell.startAgain();
    shell.exit(outcome === 'stopped' ? exitCode : Math.max(exitCode, 1));
  }
}
