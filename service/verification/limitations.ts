import type { SignatureFormat } from '../contract/vocabulary/signature-formats.ts';

/** Part of what every report says was not checked. */
const LIVE_SERVICES = 'live OCSP or CRL services, ';

/** The words of a report about which live services were asked. */
export function limitationsWithLiveServices(limitations: string): string {
  return limitations.replace(LIVE_SERVICES, '');
}

const COVERAGE: Readonly<Record<SignatureFormat, string>> = {
  PAdES:
    'the bytes of the PDF that each signature covers, and every later change against the list of those that a signed ' +
    'PDF may undergo',
  XAdES: 'every reference of each signature, and whether the whole document is among what they cover',
  CAdES: 'the digest of the signed content',
  ASiC_S:
    'the build of the container, and the digest of its data object, whose name is signed in a container with XAdES only',
  ASiC_E: 'the build of the container, and the digests of all its data objects by what is signed',
};

/** What was and what was not checked, in words; part of every report. */
export function limitationsOf(format: SignatureFormat): string {
  return (
    `Checked: signature value and signed attributes, ${COVERAGE[format]}; the certificate path to the configured trust ` +
    'anchors, key usage, the revocation evidence present on this station and in the document, and its timestamps. A timestamp ' +
    'moves the time that certificates are judged at only where its authority leads to a configured trust anchor. Not ' +
    'checked: evidence records, signature policies, live OCSP or CRL services, qualified ' +
    "status, and what the document means or shows. The claimed signing time is the signer's own word."
  );
}
