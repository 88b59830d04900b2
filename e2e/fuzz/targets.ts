import type { FuzzTarget } from './fuzz-target.ts';
import { asn1Target, certificateTarget, crlTarget, ocspTarget } from './targets/asn1-targets.ts';
import { asicTarget, cadesTarget, padesTarget, xadesTarget } from './targets/document-targets.ts';
import { imageTarget } from './targets/image-target.ts';
import { pfxTarget, tstInfoTarget } from './targets/key-targets.ts';
import { signPdfTarget, signXmlTarget } from './targets/signing-targets.ts';

/** Every reader of bytes that others wrote, to be verified or to be signed; how each is set up. */
export const TARGETS: Readonly<Record<string, () => FuzzTarget | Promise<FuzzTarget>>> = {
  asn1: asn1Target,
  certificate: certificateTarget,
  crl: crlTarget,
  ocsp: ocspTarget,
  'tst-info': tstInfoTarget,
  pfx: pfxTarget,
  'stamp-image': imageTarget,
  cades: cadesTarget,
  pades: padesTarget,
  xades: xadesTarget,
  'asic-s': () => asicTarget('ASiC_S'),
  'asic-e': () => asicTarget('ASiC_E'),
  'sign-pdf': signPdfTarget,
  'sign-xml': signXmlTarget,
};
