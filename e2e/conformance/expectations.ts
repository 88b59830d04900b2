import type { SignatureFormat } from '../../service/contract/vocabulary/signing.ts';

/** What DSS has to call a signature of profile B: the signatures in our containers are CAdES. */
export const FORMAT_LEVELS: Readonly<Record<SignatureFormat, string>> = {
  PAdES: 'PAdES-BASELINE-B',
  CAdES: 'CAdES-BASELINE-B',
  XAdES: 'XAdES-BASELINE-B',
  ASiC_S: 'CAdES-BASELINE-B',
  ASiC_E: 'CAdES-BASELINE-B',
};
