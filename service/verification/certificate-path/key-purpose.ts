import type { Certificate } from '../../codecs/x509/certificate.ts';
import { DOCUMENT_PURPOSES, isForDocuments, OID_KEY_PURPOSE } from '../../codecs/x509/object-identifiers.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';

/** What the leaf's key is to be good for. */
export type KeyPurpose = 'documentSigning' | 'timeStamping';

/** Of documents that Adobe's programs trust; of authorities for them, whose signers have other purposes besides. */
const OID_AUTHENTIC_DOCUMENTS = '1.2.840.113583.1.1.5';

const AUTHORITY_PURPOSES: Readonly<Record<KeyPurpose, readonly string[]>> = {
  documentSigning: [...DOCUMENT_PURPOSES, OID_AUTHENTIC_DOCUMENTS],
  timeStamping: [OID_KEY_PURPOSE.any, OID_KEY_PURPOSE.timeStamping],
};

/** keyUsage, where present, allows signatures (RFC 5280 4.2.1.3). */
export function judgeKeyUsage(certificate: Certificate): ReasonCode[] {
  const usages = certificate.keyUsage;
  const isFine = usages === null || usages.includes('digitalSignature') || usages.includes('nonRepudiation');
  return isFine ? [] : ['CERT_KEY_USAGE_INVALID'];
}

/**
 * Extended key usage. Documents: absent, or one of any, emailProtection, documentSigning (RFC 9336), Microsoft's
 * document signing. Timestamps: present, critical, and nothing but timeStamping (RFC 3161 2.3).
 */
export function judgeExtendedKeyUsage(certificate: Certificate, purpose: KeyPurpose): ReasonCode[] {
  const purposes = certificate.extendedKeyUsage;
  const isFine =
    purpose === 'documentSigning'
      ? isForDocuments(purposes)
      : purposes?.length === 1 && purposes[0] === OID_KEY_PURPOSE.timeStamping && isCritical(certificate);
  return isFine ? [] : ['CERT_EXTENDED_KEY_USAGE_INVALID'];
}

/**
 * Extended key usage of an authority below the anchor. RFC 5280 4.2.1.12 has a certificate used for the purposes alone that
 * it names, and authorities are given to others with this as their bounds: one for servers certifies nobody who signs
 * documents. OpenSSL reads it so, too. Throws Asn1Error.
 */
export function judgeAuthorityPurpose(certificate: Certificate, purpose: KeyPurpose): ReasonCode[] {
  const purposes = certificate.extendedKeyUsage;
  const isFine = purposes === null || purposes.some((oid) => AUTHORITY_PURPOSES[purpose].includes(oid));
  return isFine ? [] : ['CERT_EXTENDED_KEY_USAGE_INVALID'];
}

function isCritical(certificate: Certificate): boolean {
  return certificate.extensions.get('2.5.29.37')?.critical === true;
}
