import type { SignatureFormat, SignatureProfile } from '../../service/contract/vocabulary/signing.ts';

/** What each format can be made at; anything else is refused before a device is asked to sign. */
export const MADE_LEVELS: Readonly<Record<SignatureFormat, readonly SignatureProfile[]>> = {
  PAdES: ['B'],
  XAdES: ['B', 'T'],
  CAdES: ['B', 'T'],
  ASiC_S: ['B'],
  ASiC_E: ['B'],
};
