import type { ProcessView } from '../../service/contract/http/processes.ts';
import { laterText } from './messages.ts';
import { named } from './named.ts';

/** `token-host:card,pfx` is of those providers; all others have a name of their own. */
export function processName(id: string): string {
  const { names, tokenHost } = laterText.processes;
  const providers = id.startsWith('token-host:') ? id.slice('token-host:'.length) : null;
  return providers === null ? named(names, id) : tokenHost(providers.replaceAll(',', ', '));
}

/** How a process ended last, in a sentence. */
export function lastExitText({ exitCode, signal }: NonNullable<ProcessView['lastExit']>): string {
  const { endedBy, endedWith, notStarted } = laterText.processes;
  if (signal !== null) return endedBy(signal);
  return exitCode === null ? notStarted : endedWith(exitCode);
}
