import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import type { CmsAttribute } from '../../codecs/cms/cms-attributes.ts';
import * as oids from '../../codecs/cms/object-identifiers.ts';
import type { SignerInfo } from '../../codecs/cms/signed-data-parser.ts';
import {
  namesCertificate,
  readSigningCertificate,
  type EssCertificateId,
} from '../../codecs/cms/signing-certificate.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { isWeakHash } from '../certificate-path/signature-check.ts';

export interface ChosenCertificate {
  readonly signer: Certificate | null;
  readonly faults: readonly ReasonCode[];
}

/**
 * Chooses the signer's certificate by the signing-certificate attribute (C7), never by position or identifier alone,
 * which an attacker can change. It must agree with the SignerInfo's identifier. Without the attribute the certificate
 * the identifier means is returned, if it is only one, along with the fault.
 */
export function findSigningCertificate(
  signerInfo: SignerInfo,
  attributes: ReadonlyMap<string, CmsAttribute> | null,
  certificates: readonly Certificate[],
): ChosenCertificate {
  const identified = distinct(certificates.filter((certificate) => isIdentified(signerInfo, certificate)));
  const byIdentifier = identified.length === 1 ? (identified[0] ?? null) : null;
  const essIds = attributes === null ? 'absent' : readEssIds(attributes);
  if (essIds === 'absent') return { signer: byIdentifier, faults: ['SIG_SIGNING_CERTIFICATE_MISSING'] };
  if (essIds === 'malformed') return { signer: byIdentifier, faults: ['SIG_SIGNED_ATTRIBUTES_MALFORMED'] };
  const { signerId, version } = essIds;
  if (signerId.hash === null) return { signer: byIdentifier, faults: ['SIG_ALGORITHM_UNSUPPORTED'] };
  // Version 1 means SHA-1; a version 2 attribute may name a weak hash.
  const weak: ReasonCode[] = version === 1 || isWeakHash(signerId.hash) ? ['SIG_ALGORITHM_WEAK'] : [];
  const named = certificates.find((certificate) => namesCertificate(signerId, certificate));
  if (named === undefined) {
    const fault = identified.length > 0 ? 'SIG_SIGNING_CERTIFICATE_MISMATCH' : 'SIG_SIGNER_CERTIFICATE_NOT_FOUND';
    return { signer: byIdentifier, faults: [...weak, fault] };
  }
  const isSame = isIdentified(signerInfo, named);
  return { signer: named, faults: isSame ? weak : [...weak, 'SIG_SIGNING_CERTIFICATE_MISMATCH'] };
}

interface EssIds {
  readonly signerId: EssCertificateId;
  readonly version: 1 | 2;
}

/** Version 2 counts if both are there; each may have one value only (EN 319 122-1 5.2.2). */
function readEssIds(attributes: ReadonlyMap<string, CmsAttribute>): EssIds | 'absent' | 'malformed' {
  const v2 = attributes.get(oids.OID_ID_AA_SIGNING_CERTIFICATE_V2);
  const attribute = v2 ?? attributes.get(oids.OID_ID_AA_SIGNING_CERTIFICATE);
  const version = v2 === undefined ? 1 : 2;
  if (attribute === undefined) return 'absent';
  const [value, ...more] = attribute.values;
  if (value === undefined || more.length > 0) return 'malformed';
  try {
    const [signerId] = readSigningCertificate(value, version);
    return signerId === undefined ? 'malformed' : { signerId, version };
  } catch (error) {
    if (error instanceof Asn1Error) return 'malformed';
    throw error;
  }
}

function isIdentified({ sid }: SignerInfo, certificate: Certificate): boolean {
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
