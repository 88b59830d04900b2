import { asTokenEntry } from '../providers/token-host/provider-entries.ts';
import path from 'node:path';
import type { Configuration } from '../config/configuration.ts';
import { openTryPermits } from '../providers/token-host/try-permits.ts';
import { signingProviders } from '../composition/signing-providers.ts';
import { CommandFailed } from './api-key-commands.ts';

const WARNING = [
  'The station does not try a PIN again that the token refused, as a few wrong PINs lock a token for good.',
  'Make sure that the configured PIN is right, or that you know the PIN to type on the reader.',
] as const;

/**
 * Permits one more login that the PIN guard of a provider would refuse, after a warning that has to be answered with
 * `isConfirmed`. Works beside a running station: its token-host uses the permit up at the next signature.
 */
export function runUnlockGuardCommand(
  configuration: Configuration,
  { providerId, isConfirmed }: { readonly providerId: string; readonly isConfirmed: boolean },
  print: (line: string) => void,
): void {
  const tokens = signingProviders(configuration, null).filter(({ entry }) => asTokenEntry(entry) !== null);
  if (!tokens.some(({ entry }) => entry.id === providerId)) {
    const ids = tokens.map(({ entry }) => entry.id).join(', ');
    const known = ids === '' ? 'No tokens are configured.' : `There are: ${ids}.`;
    throw new CommandFailed(`There is no token provider with the id ${providerId}. ${known}`);
  }
  for (const line of WARNING) print(line);
  if (!isConfirmed) {
    print(`Nothing was changed. To permit one more try: token unlock-guard --provider ${providerId} --yes`);
    return;
  }
  openTryPermits(path.join(configuration.Data.Directory, 'pin-guard')).grant(providerId);
  print(`The next signature with ${providerId} tries the PIN once more, within the next 15 minutes.`);
}
