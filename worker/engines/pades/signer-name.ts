import { parseCertificate } from '../../../service/codecs/x509/certificate.ts';

/** What names a person best comes first; a common name may be missing (RFC 5280 4.1.2.6). */
const ATTRIBUTES = ['CN', 'pseudonym', 'O', 'emailAddress', 'UID'];

/** The name of a certificate's holder as it is shown to people, never empty. Throws Asn1Error. */
export function signerName(certificate: Uint8Array): string {
  const { subject } = parseCertificate(certificate);
  const named = (key: string): string => subject.attribute(key)?.trim() ?? '';
  const common = named('CN');
  const person = `${named('GN')} ${named('SN')}`.trim();
  if (common !== '' || person === '') {
    return ATTRIBUTES.map(named).find((name) => name !== '') ?? (subject.toString() || 'unnamed signer');
  }
  return person;
}
