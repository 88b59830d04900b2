import type { ProcessView } from '../../service/contract/http/processes.ts';

const NAMES: Readonly<Record<string, string>> = {
  worker: 'Signing worker',
  publisher: 'Outbox publisher',
  verifier: 'Verifier',
  'timestamp-client': 'Timestamp client',
};

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
};

/** `token-host:card,pfx` is of those providers; all others have a name of their own. */
export function processName(id: string): string {
  const providers = id.startsWith('token-host:') ? id.slice('token-host:'.length) : null;
  return providers === null ? (NAMES[id] ?? id) : `Token host: ${providers.replaceAll(',', ', ')}`;
}

/** How a process ended last, in a sentence. */
export function lastExitText({ exitCode, signal }: NonNullable<ProcessView['lastExit']>): string {
  if (signal !== null) return `Last ended by ${signal}.`;
  return exitCode === null ? 'It could not be started.' : `Last ended with exit code ${String(exitCode)}.`;
}
