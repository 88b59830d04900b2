import { byKind } from '../../contract/vocabulary/provider-types.ts';
import type { ProviderEntry, TokenEntry } from './protocol.ts';

/** Under which name the PIN or password of a provider is kept; null where none is named. */
export function secretNameOf(entry: ProviderEntry): string | null {
  return byKind(entry, { 'key-file': (file) => file.passwordSecretName, token: (token) => token.pinSecretName });
}

/** The entry as one of a token behind a PKCS#11 module, whose PIN has few tries; null for one that is something else. */
export function asTokenEntry(entry: ProviderEntry): TokenEntry | null {
  return byKind(entry, { 'key-file': () => null, token: (token): TokenEntry | null => token });
}

/** Whether a person enters the PIN, instead of the secrets holding it. */
export function isPinEntered(entry: ProviderEntry): boolean {
  return byKind(entry, { 'key-file': () => false, token: ({ pinFrom }) => pinFrom === 'person' });
}

/** Whether it is the identity that the station makes for who tries it, and that nobody signs with in earnest. */
export function isDemoEntry(entry: ProviderEntry): boolean {
  return byKind(entry, { 'key-file': (file) => file.isDemo, token: () => false });
}
