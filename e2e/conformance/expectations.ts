import type { SignatureFormat, SignatureProfile } from '../../service/contract/vocabulary/signing.ts';

/** What DSS has to call a signature of a profile: the signatures in our containers are CAdES. */
export function dssLevel(format: SignatureFormat, profile: SignatureProfile): string {
  return `${format.startsWith('ASiC') ? 'CAdES' : format}-BASELINE-${profile}`;
}
