import type { ProcessView } from '../../../service/contract/http/processes.ts';

/** What people read about the station's child processes. */
export const processTexts = {
  title: 'Processes',
  lead: 'Signing, checking and tokens run on their own, so that one that ends takes nothing else with it.',
  states: {
    running: 'Running',
    idle: 'Starts when needed',
    restarting: 'Restarting',
    'given-up': 'Ended again and again',
    stopped: 'Stopped',
  } satisfies Record<ProcessView['state'], string>,
  start: 'Start again',
  startNamed: (name: string): string => `Start ${name} again`,
  started: (name: string): string => `${name} was started again.`,
  notRunning: (name: string): string => `${name} still does not run.`,
  since: 'Changed',
  names: {
    worker: 'Signing worker',
    publisher: 'Outbox publisher',
    verifier: 'Verifier',
    'timestamp-client': 'Timestamp client',
  },
  tokenHost: (providers: string): string => `Token host: ${providers}`,
  endedBy: (signal: string): string => `Last ended by ${signal}.`,
  endedWith: (exitCode: number): string => `Last ended with exit code ${String(exitCode)}.`,
  notStarted: 'It could not be started.',
};
