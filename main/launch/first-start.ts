import path from 'node:path';
import type { Configuration } from '../../service/config/configuration.ts';
import { configuredProviders } from '../../service/config/provider-entries.ts';
import { DesktopRefusal } from '../life/start-faults.ts';
import { addChoice, readChoices, readObject, writeObject } from './desktop-choices.ts';

/** What somebody without any signing provider wants to begin with. */
export type Beginning = { readonly kind: 'demo' } | { readonly kind: 'token'; readonly modulePath: string };

/** A packaged program is Production: without a configured provider it can sign nothing, and has to ask. */
export function hasNoProvider({ Environment, Roles, Signing }: Configuration): boolean {
  if (Environment !== 'Production' || !Roles.includes('token-host')) return false;
  return configuredProviders(Signing).length === 0;
}

/** True when the person has chosen the demo identity in this data directory before. */
export function hasChosenDemo(dataDirectory: string): boolean {
  return readChoices(dataDirectory)['beginning'] === 'demo';
}

/**
 * Keeps the choice: the demo identity in a file of the desktop program, a token in `config.json`, beside what stands in
 * it. Throws when `config.json` is there and is no JSON object: it is the administrator's, and not to be replaced.
 */
export function keepBeginning(dataDirectory: string, beginning: Beginning): void {
  if (beginning.kind === 'demo') {
    addChoice(dataDirectory, { beginning: 'demo' });
    return;
  }
  const file = path.join(dataDirectory, 'config.json');
  const known = readObject(file);
  if (known === undefined) throw new DesktopRefusal((texts) => texts.settingsUnreadable(file));
  const signing = typeof known['Signing'] === 'object' ? known['Signing'] : {};
  // The PIN is typed into the window of this program, and no file with it has to be made.
  const token = { ProviderId: 'token', Name: 'My token', ModulePath: beginning.modulePath, PinFrom: 'person' };
  writeObject(file, { ...known, Signing: { ...signing, Pkcs11: [token] } });
}
