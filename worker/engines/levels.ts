import type { SignatureFormat, SignatureProfile } from '../../service/contract/vocabulary/signing.ts';

/** What each format can be made at; anything else is refused before a device is asked to sign. */
export const MADE_LEVELS: Readonly<Record<SignatureFormat, readonly SignatureProfile[]>> = {
  PAdES: ['B', 'T', 'LT', 'LTA'],
  XAdES: ['B', 'T', 'LT', 'LTA'],
  CAdES: ['B', 'T', 'LT', 'LTA'],
  ASiC_S: ['B', 'T', 'LT', 'LTA'],
  ASiC_E: ['B', 'T', 'LT', 'LTA'],
};
