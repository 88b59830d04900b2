import {
  derBitString,
  derBoolean,
  derExplicit,
  derInteger,
  derNamedBits,
  derOctetString,
  derOid,
  derSequence,
  derTime,
  derValue,
} from '../asn1/der-writer.ts';
import { contextPrimitive } from '../asn1/tags.ts';
import { KEY_USAGES, type KeyUsage } from './extensions.ts';
import { OID_EXTENSION } from './object-identifiers.ts';

const MAX_SERIAL_BYTES = 20;

export interface NewExtension {
  readonly oid: string;
  readonly critical: boolean;
  /** DER of the extension's own type. */
  readonly value: Uint8Array;
}

export interface NewCertificate {
  /** DER names, see encodeName. */
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  /** Big-endian magnitude, 1 to 20 bytes, positive. */
  readonly serialNumber: Uint8Array;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** DER SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
  readonly extensions: readonly NewExtension[];
  /** DER AlgorithmIdentifier of the issuer's signature. */
  readonly signatureAlgorithm: Uint8Array;
}

/**
 * DER of a version 3 certificate. `sign` gets the DER of the TBSCertificate and returns the signature value in the
 * form X.509 carries it (DER for ECDSA, as node:crypto makes it). Throws RangeError for a serial number of zero or of
 * more than 20 bytes (RFC 5280 4.1.2.2).
 */
export function buildCertificate(certificate: NewCertificate, sign: (tbs: Uint8Array) => Uint8Array): Uint8Array {
  requireSerialNumber(certificate.serialNumber);
  const tbs = derSequence(
    derExplicit(0, derInteger(2)),
    derInteger(certificate.serialNumber),
    certificate.signatureAlgorithm,
    certificate.issuer,
    derSequence(derTime(certificate.notBefore), derTime(certificate.notAfter)),
    certificate.subject,
    certificate.publicKey,
    derExplicit(3, derSequence(...certificate.extensions.map(encodeExtension))),
  );
  return derSequence(tbs, certificate.signatureAlgorithm, derBitString(sign(tbs)));
}

function requireSerialNumber(magnitude: Uint8Array): void {
  if (magnitude.length > MAX_SERIAL_BYTES || magnitude.every((byte) => byte === 0)) {
    throw new RangeError('A serial number is positive and has at most 20 bytes');
  }
}

function encodeExtension(extension: NewExtension): Uint8Array {
  const critical = extension.critical ? [derBoolean(true)] : [];
  return derSequence(derOid(extension.oid), ...critical, derOctetString(extension.value));
}

/** Critical. `pathLength` null leaves it unlimited; ignored for an end entity. */
export function basicConstraintsExtension(isCa: boolean, pathLength: number | null = null): NewExtension {
  const fields = isCa ? [derBoolean(true), ...(pathLength === null ? [] : [derInteger(pathLength)])] : [];
  return { oid: OID_EXTENSION.basicConstraints, critical: true, value: derSequence(...fields) };
}

/** Critical. */
export function keyUsageExtension(usages: readonly KeyUsage[]): NewExtension {
  const bits = usages.map((usage) => KEY_USAGES.indexOf(usage));
  return { oid: OID_EXTENSION.keyUsage, critical: true, value: derNamedBits(bits) };
}

/** @internal for certificates of tests; the station's own demo certificate restricts no purposes */
export function extendedKeyUsageExtension(purposes: readonly string[], critical = false): NewExtension {
  return { oid: OID_EXTENSION.extKeyUsage, critical, value: derSequence(...purposes.map(derOid)) };
}

export function subjectKeyIdentifierExtension(keyIdentifier: Uint8Array): NewExtension {
  return { oid: OID_EXTENSION.subjectKeyIdentifier, critical: false, value: derOctetString(keyIdentifier) };
}

export function authorityKeyIdentifierExtension(keyIdentifier: Uint8Array): NewExtension {
  const value = derSequence(derValue(contextPrimitive(0), keyIdentifier));
  return { oid: OID_EXTENSION.authorityKeyIdentifier, critical: false, value };
}
