import type { ExitReason } from './launcher.ts';

/** What can be told of a child to whoever looks after the station. */
export interface ProcessReport {
  readonly name: string;
  /** `idle`: it is started when there is something to do for it. */
  readonly state: 'running' | 'idle' | 'restarting' | 'given-up' | 'stopped';
  readonly pid: number | null;
  /** How long it has been in this state. */
  readonly sinceMilliseconds: number;
  readonly deathsInARow: number;
  /** How its last life ended; null: it has not ended yet. */
  readonly lastExit: ExitReason | null;
}

/** A child that is kept alive. */
export interface ListedProcess {
  readonly name: string;
  report(): ProcessReport;
  startNow(): boolean;
}

/** The children of this station, for whoever looks after it. */
export interface ProcessList {
  list(): readonly ProcessReport[];
  /** Starts the child of this name now if it waits for its next try. Undefined: there is none of this name. */
  startNow(name: string): 'started' | 'unchanged' | undefined;
}

/** Some children come while the station runs, others report by themselves and are started when needed. */
export function createProcessList(
  supervised: () => readonly ListedProcess[],
  startedWhenNeeded: () => readonly ProcessReport[],
): ProcessList {
  return {
    list: () => [...supervised().map((child) => child.report()), ...startedWhenNeeded()],
    startNow(name) {
      const child = supervised().find((candidate) => candidate.name === name);
      if (child !== undefined) return child.startNow() ? 'started' : 'unchanged';
      return startedWhenNeeded().some((report) => report.name === name) ? 'unchanged' : undefined;
    },
  };
}
