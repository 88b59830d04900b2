import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import type { SignedAttributes } from '../../codecs/cms/cms-attributes.ts';
import * as oids from '../../codecs/cms/object-identifiers.ts';
import type { SignerInfo } from '../../codecs/cms/signed-data-parser.ts';
import {
  agreesInIssuerAndSerial,
  hasDigest,
  readSigningCertificate,
  type EssCertificateId,
} from '../../codecs/cms/signing-certificate.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import { type Fault, indeterminate, invalid, OTHER_SERIAL } from '../fault.ts';
import { weakHash } from '../weakness.ts';

export interface ChosenCertificate {
  readonly signer: Certificate | null;
  /** The signature says nothing against `signer` being its maker: arithmetic with its key means something. */
  readonly isSigner: boolean;
  readonly faults: readonly Fault[];
}

/**
 * Chooses the signer's certificate by the signing-certificate attribute (C7), never by position or identifier alone,
 * which an attacker can change. Without the attribute the certificate that the identifier means is taken, if it is only
 * one, along with the fault that nothing binds it. The identifier is not signed: one that means somebody else was changed
 * later or written by mistake, and the named certificate counts. A hash by which the identified certificate is not the
 * one that was named is a certificate that was exchanged.
 *
 * A signature need not bring its signer's certificate (RFC 5652 5.1). Only when it is not among `certificates`, those
 * count of the `others` that the identifier means; one of them that is not the one named shows nothing wrong.
 */
export function findSigningCertificate(
  signerInfo: SignerInfo,
  attributes: SignedAttributes | null,
  certificates: readonly Certificate[],
  others: () => readonly Certificate[] = () => [],
): ChosenCertificate {
  const chosen = findAmong(signerInfo, attributes, certificates);
  if (!chosen.faults.some(({ reason }) => reason === 'SIG_SIGNER_CERTIFICATE_NOT_FOUND')) return chosen;
  const identified = others().filter((certificate) => isIdentified(signerInfo, certificate));
  const found = findAmong(signerInfo, attributes, [...certificates, ...identified]);
  return found.isSigner ? found : chosen;
}

function findAmong(
  signerInfo: SignerInfo,
  attributes: SignedAttributes | null,
  certificates: readonly Certificate[],
): ChosenCertificate {
  const identified = distinct(certificates.filter((certificate) => isIdentified(signerInfo, certificate)));
  const byIdentifier = identified.length === 1 ? (identified[0] ?? null) : null;
  const unnamed = (fault: Fault): ChosenCertificate => {
    const missing = byIdentifier === null ? [indeterminate('SIG_SIGNER_CERTIFICATE_NOT_FOUND')] : [];
    return { signer: byIdentifier, isSigner: byIdentifier !== null, faults: [fault, ...missing] };
  };
  const [essId = 'absent', older = 'absent'] =
    attributes === null ? [] : VERSIONS.map((one) => readEssId(attributes, one));
  const counting = essId === 'absent' ? older : essId;
  if (counting === 'absent') return unnamed(indeterminate('SIG_SIGNING_CERTIFICATE_MISSING'));
  if (counting === 'malformed') return unnamed(indeterminate('SIG_SIGNED_ATTRIBUTES_MALFORMED'));
  if (counting.hash === null) return unnamed(indeterminate('SIG_ALGORITHM_UNSUPPORTED'));
  const chosen = chooseNamed(counting, signerInfo, certificates, { identified, byIdentifier });
  const isNamedOnce = essId === 'absent' || agreesWith(older, chosen.signer);
  return isNamedOnce ? chosen : { ...chosen, faults: [...chosen.faults, OTHER_VERSION] };
}

function chooseNamed(
  id: EssCertificateId,
  signerInfo: SignerInfo,
  certificates: readonly Certificate[],
  { identified, byIdentifier }: { identified: readonly Certificate[]; byIdentifier: Certificate | null },
): ChosenCertificate {
  // SHA-1 here stands against a second certificate for a given digest, which nobody can make: it decides nothing.
  const weak = id.hash === 'MD5' ? weakHash(id.hash) : [];
  const named = certificates.find((certificate) => hasDigest(id, certificate));
  if (named === undefined) {
    const isExchanged = identified.length > 0;
    const fault = isExchanged
      ? invalid('SIG_SIGNING_CERTIFICATE_MISMATCH')
      : indeterminate('SIG_SIGNER_CERTIFICATE_NOT_FOUND');
    return { signer: byIdentifier, isSigner: false, faults: [...weak, fault] };
  }
  const mismatches = [
    ...(isIdentified(signerInfo, named) ? [] : [indeterminate('SIG_SIGNING_CERTIFICATE_MISMATCH')]),
    ...(agreesInIssuerAndSerial(id, named) ? [] : [OTHER_SERIAL]),
  ];
  return { signer: named, isSigner: true, faults: [...weak, ...mismatches] };
}

/** Version 2 counts if both are there (EN 319 122-1 5.2.2), and the other must not name anybody else. */
const VERSIONS = [2, 1] as const;

const OTHER_VERSION = indeterminate(
  'SIG_SIGNING_CERTIFICATE_MISMATCH',
  'The signature names its certificate twice, and not the same one.',
);

function agreesWith(older: EssCertificateId | 'absent' | 'malformed', signer: Certificate | null): boolean {
  return older === 'absent' || (older !== 'malformed' && (signer === null || hasDigest(older, signer)));
}

/** The identifier of the signer's certificate: each version may be there once, with one value (EN 319 122-1 5.2.2). */
function readEssId(
  { byOid, repeated }: SignedAttributes,
  version: (typeof VERSIONS)[number],
): EssCertificateId | 'absent' | 'malformed' {
  const oid = version === 2 ? oids.OID_ID_AA_SIGNING_CERTIFICATE_V2 : oids.OID_ID_AA_SIGNING_CERTIFICATE;
  const attribute = byOid.get(oid);
  if (attribute === undefined) return 'absent';
  const [value, ...more] = attribute.values;
  if (value === undefined || more.length > 0 || repeated.has(oid)) return 'malformed';
  try {
    return readSigningCertificate(value, version)[0] ?? 'malformed';
  } catch (error) {
    if (error instanceof Asn1Error) return 'malformed';
    throw error;
  }
}

/** Whether a SignerInfo names this certificate as its signer's, which nobody signs (RFC 5652 5.3). */
export function isIdentified({ sid }: Pick<SignerInfo, 'sid'>, certificate: Certificate): boolean {
  if (sid.kind === 'issuerAndSerialNumber') {
    const isSerialEqual = Buffer.compare(sid.serialNumber, certificate.serialNumber) === 0;
    return isSerialEqual && sid.issuer.key === certificate.issuer.key;
  }
  try {
    const keyIdentifier = certificate.subjectKeyIdentifier;
    return keyIdentifier !== null && Buffer.compare(sid.keyIdentifier, keyIdentifier) === 0;
  } catch (error) {
    if (error instanceof Asn1Error) return false;
    throw error;
  }
}

function distinct(certificates: readonly Certificate[]): Certificate[] {
  return [...new Map(certificates.map((certificate) => [certificate.sha256Thumbprint, certificate])).values()];
}
