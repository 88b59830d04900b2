import { createInterface } from 'node:readline';
import { utilityProcess, type UtilityProcess } from 'electron';
import {
  engineOptions,
  type ExitReason,
  type LaunchedProcess,
  type LaunchSpecification,
  type ProcessLauncher,
} from '../../service/processes/launcher.ts';
import type { Logger } from '../../service/telemetry/logger.ts';
import { exitReason } from './exit-reason.ts';
import { utilityProcessLink, type UtilityProcessLink } from './utility-process-link.ts';

export interface UtilityProcessLauncherOptions {
  readonly logger: Logger;
  /** How long a process may take to be there before it counts as one that failed to start. */
  readonly startLimitMilliseconds?: number;
  /** Gets each line that a child writes; without it they write where this program does. */
  readonly takeLine?: (line: string) => void;
}

const START_LIMIT_MILLISECONDS = 10_000;

/**
 * Launches children as Electron utility processes: RunAsNode is fused off in packages, so `fork` would not work there.
 * Only after Electron's `ready`.
 */
export function createUtilityProcessLauncher(options: UtilityProcessLauncherOptions): ProcessLauncher {
  return { launch: (specification) => new Launched(specification, options) };
}

class Launched implements LaunchedProcess {
  readonly link: UtilityProcessLink;
  readonly exited: Promise<ExitReason>;
  readonly #child: UtilityProcess;
  #isWantedDead = false;

  constructor(specification: LaunchSpecification, options: UtilityProcessLauncherOptions) {
    const { logger, startLimitMilliseconds, takeLine } = options;
    const child = fork(specification, takeLine !== undefined);
    if (takeLine !== undefined) for (const output of [child.stdout, child.stderr]) forEachLine(output, takeLine);
    this.#child = child;
    // Without a listener the event would throw here and end the whole program. Its third argument, a diagnostic report,
    // holds the child's environment and stays out of the log.
    child.on('error', (type, location) =>
      logger.error('V8 ended a process of the station.', { role: specification.name, reason: type, path: location }),
    );
    child.once('spawn', () => {
      if (this.#isWantedDead) end(child);
    });
    this.exited = endOf(child, startLimitMilliseconds ?? START_LIMIT_MILLISECONDS, () => this.kill());
    this.link = utilityProcessLink(child, () => this.kill());
    void this.exited.then(() => this.link.markClosed());
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Electron knows no pid and ignores `kill` before `spawn`: the wish is kept until then. */
  kill(): void {
    this.#isWantedDead = true;
    end(this.#child);
  }
}

function fork(specification: LaunchSpecification, isPiped: boolean): UtilityProcess {
  const { name, entry, args, env, discardsOutput, loadsVendorLibraries } = specification;
  const options = engineOptions(specification).join(' ');
  return utilityProcess.fork(entry, [...args], {
    serviceName: name,
    env: { ...env },
    // Electron drops options of V8 from execArgv unless they come as Chromium's switch.
    execArgv: options === '' ? [] : [`--js-flags=${options}`],
    stdio: discardsOutput === true ? 'ignore' : isPiped ? 'pipe' : 'inherit',
    // macOS: the middleware of cards is signed by its maker, not by us, and answers for itself.
    ...(loadsVendorLibraries === true ? { allowLoadingUnsignedLibraries: true, disclaim: true } : {}),
  });
}

function forEachLine(output: NodeJS.ReadableStream | null, take: (line: string) => void): void {
  if (output !== null) createInterface({ input: output }).on('line', take);
}

/** Electron says nothing of a launch that fails: without `spawn` or `exit` in time the process counts as never started. */
function endOf(child: UtilityProcess, limitMilliseconds: number, kill: () => void): Promise<ExitReason> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      // Should it come up after all, nobody waits for it any more.
      kill();
      resolve({ kind: 'failed-to-start', message: `The process did not start within ${limitMilliseconds} ms.` });
    }, limitMilliseconds);
    child.once('spawn', () => clearTimeout(timer));
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(exitReason(code, process.platform));
    });
  });
}

/**
 * Electron's own `kill` sends SIGTERM, which children leave to the host (a closing terminal sends it to all of them) and
 * which a stopped process never hears.
 */
function end(child: UtilityProcess): void {
  if (process.platform === 'win32' || child.pid === undefined) {
    child.kill();
    return;
  }
  try {
    process.kill(child.pid, 'SIGKILL');
  } catch {
    // It has ended in the meantime.
  }
}
