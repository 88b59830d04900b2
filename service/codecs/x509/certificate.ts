import { createHash } from 'node:crypto';
import { Asn1Error } from '../asn1/asn1-error.ts';
import type { Asn1Cursor } from '../asn1/asn1-cursor.ts';
import type { Asn1Element } from '../asn1/asn1-element.ts';
import { readDer } from '../asn1/asn1-reader.ts';
import { contextConstructed, contextPrimitive, TAG } from '../asn1/tags.ts';
import { isSameAlgorithm, readAlgorithmIdentifier, type AlgorithmIdentifier } from './algorithm-identifier.ts';
import { readDistributionPoints, type DistributionPoint } from './distribution-point.ts';
import * as extensions from './extensions.ts';
import type { GeneralName } from './general-name.ts';
import { readName, type Name } from './name.ts';
import { OID_EXTENSION } from './object-identifiers.ts';
import {
  describePublicKey,
  readSubjectPublicKeyInfo,
  type PublicKeyDescription,
  type SubjectPublicKeyInfo,
} from './public-key.ts';

const MAX_CERTIFICATE_BYTES = 256 * 1024;
const MAX_SERIAL_BYTES = 20;

interface CertificateFields {
  readonly der: Uint8Array;
  /** The signed bytes. */
  readonly tbs: Uint8Array;
  readonly version: 1 | 2 | 3;
  /** Content octets of the INTEGER, two's complement, as received. */
  readonly serialNumber: Uint8Array;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly issuer: Name;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly subject: Name;
  readonly publicKey: SubjectPublicKeyInfo;
  readonly extensions: ReadonlyMap<string, extensions.Extension>;
  readonly signatureValue: Uint8Array;
}

/**
 * A parsed X.509 certificate (RFC 5280 4.1). Byte fields are views into the input. The extension getters decode on
 * first use, return null when the extension is absent, and throw Asn1Error when its value is malformed.
 */
export class Certificate {
  readonly der: Uint8Array;
  readonly tbs: Uint8Array;
  readonly version: 1 | 2 | 3;
  readonly serialNumber: Uint8Array;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly issuer: Name;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly subject: Name;
  readonly publicKey: SubjectPublicKeyInfo;
  readonly extensions: ReadonlyMap<string, extensions.Extension>;
  readonly signatureValue: Uint8Array;
  readonly #memo = new Map<string, unknown>();

  constructor(fields: CertificateFields) {
    this.der = fields.der;
    this.tbs = fields.tbs;
    this.version = fields.version;
    this.serialNumber = fields.serialNumber;
    this.signatureAlgorithm = fields.signatureAlgorithm;
    this.issuer = fields.issuer;
    this.notBefore = fields.notBefore;
    this.notAfter = fields.notAfter;
    this.subject = fields.subject;
    this.publicKey = fields.publicKey;
    this.extensions = fields.extensions;
    this.signatureValue = fields.signatureValue;
  }

  /** SHA-1 of the DER, upper-case hex. */
  get thumbprint(): string {
    return this.#once('thumbprint', () => createHash('sha1').update(this.der).digest('hex').toUpperCase());
  }

  /** SHA-256 of the DER, upper-case hex. */
  get sha256Thumbprint(): string {
    return this.#once('sha256Thumbprint', () => createHash('sha256').update(this.der).digest('hex').toUpperCase());
  }

  /** Upper-case hex of the magnitude, two digits a byte; with a minus sign when the number is negative. */
  get serialNumberHex(): string {
    const hex = this.serialValue < 0n ? (-this.serialValue).toString(16) : this.serialValue.toString(16);
    const even = hex.length % 2 === 0 ? hex : `0${hex}`;
    return `${this.serialValue < 0n ? '-' : ''}${even.toUpperCase()}`;
  }

  get serialValue(): bigint {
    const { serialNumber } = this;
    return BigInt.asIntN(serialNumber.length * 8, BigInt(`0x${Buffer.from(serialNumber).toString('hex')}`));
  }

  get key(): PublicKeyDescription {
    return this.#once('key', () => describePublicKey(this.publicKey));
  }

  /** Issuer and subject are the same name: RFC 5280 3.2; says nothing about the signature. */
  get isSelfIssued(): boolean {
    return this.issuer.key === this.subject.key;
  }

  get basicConstraints(): extensions.BasicConstraints | null {
    return this.#extension(OID_EXTENSION.basicConstraints, extensions.readBasicConstraints);
  }
  get keyUsage(): readonly extensions.KeyUsage[] | null {
    return this.#extension(OID_EXTENSION.keyUsage, extensions.readKeyUsage);
  }
  /** OIDs. */
  get extendedKeyUsage(): readonly string[] | null {
    return this.#extension(OID_EXTENSION.extKeyUsage, extensions.readExtendedKeyUsage);
  }
  get authorityKeyIdentifier(): extensions.AuthorityKeyIdentifier | null {
    return this.#extension(OID_EXTENSION.authorityKeyIdentifier, extensions.readAuthorityKeyIdentifier);
  }
  get subjectKeyIdentifier(): Uint8Array | null {
    return this.#extension(OID_EXTENSION.subjectKeyIdentifier, extensions.readSubjectKeyIdentifier);
  }
  get subjectAltName(): readonly GeneralName[] | null {
    return this.#extension(OID_EXTENSION.subjectAltName, extensions.readSubjectAltName);
  }
  get nameConstraints(): extensions.NameConstraints | null {
    return this.#extension(OID_EXTENSION.nameConstraints, extensions.readNameConstraints);
  }
  /** OIDs. */
  get certificatePolicies(): readonly string[] | null {
    return this.#extension(OID_EXTENSION.certificatePolicies, extensions.readCertificatePolicies);
  }
  get policyMappings(): readonly extensions.PolicyMapping[] | null {
    return this.#extension(OID_EXTENSION.policyMappings, extensions.readPolicyMappings);
  }
  get policyConstraints(): extensions.PolicyConstraints | null {
    return this.#extension(OID_EXTENSION.policyConstraints, extensions.readPolicyConstraints);
  }
  get inhibitAnyPolicy(): number | null {
    return this.#extension(OID_EXTENSION.inhibitAnyPolicy, extensions.readInhibitAnyPolicy);
  }
  get crlDistributionPoints(): readonly DistributionPoint[] | null {
    return this.#extension(OID_EXTENSION.cRLDistributionPoints, readDistributionPoints);
  }
  get authorityInfoAccess(): extensions.AuthorityInfoAccess | null {
    return this.#extension(OID_EXTENSION.authorityInfoAccess, extensions.readAuthorityInfoAccess);
  }

  #extension<Value>(oid: string, read: (value: Uint8Array) => Value): Value | null {
    const extension = this.extensions.get(oid);
    return extension === undefined ? null : this.#once(oid, () => read(extension.value));
  }

  #once<Value>(name: string, compute: () => Value): Value {
    if (!this.#memo.has(name)) this.#memo.set(name, compute());
    return this.#memo.get(name) as Value;
  }
}

/**
 * Parses one DER certificate. Throws Asn1Error for bad DER and for what RFC 5280 forbids whatever the use: extensions
 * before version 3, duplicate extensions, serial numbers longer than 20 octets, and inner
 * and outer signature algorithms that differ. Serial numbers of zero and below are read, never written (4.1.2.2).
 */
export function parseCertificate(der: Uint8Array): Certificate {
  const known = parsed.get(der);
  if (known !== undefined) return known;
  const certificate = parse(der);
  parsed.set(der, certificate);
  return certificate;
}

/** A signer's certificate is asked for its fields at every step of every signature; the same array is parsed once. */
const parsed = new WeakMap<Uint8Array, Certificate>();

function parse(der: Uint8Array): Certificate {
  const outer = readDer(der, { maxBytes: MAX_CERTIFICATE_BYTES, maxElements: 10_000 }).cursor(TAG.sequence);
  const tbs = outer.next(TAG.sequence);
  const signatureAlgorithm = readAlgorithmIdentifier(outer.next());
  const signatureValue = outer.next().bitStringBytes();
  outer.finish();
  const cursor = tbs.cursor();
  const version = readVersion(cursor.optional(contextConstructed(0)));
  const serialNumber = readSerialNumber(cursor.next());
  const innerAlgorithm = readAlgorithmIdentifier(cursor.next());
  // RFC 5280 4.1.1.2. The outer one is not signed: node-forge, writing a certificate anew, adds a NULL to it.
  if (!isSameAlgorithm(innerAlgorithm, signatureAlgorithm)) {
    throw structure('Inner and outer signature algorithm differ', tbs);
  }
  const issuer = readName(cursor.next());
  const { notBefore, notAfter } = readValidity(cursor.next());
  const subject = readName(cursor.next());
  const publicKey = readSubjectPublicKeyInfo(cursor.next());
  const found = readTail(cursor, version, tbs);
  return new Certificate({
    ...{ der, tbs: tbs.encoded, version, serialNumber, signatureAlgorithm, issuer, notBefore, notAfter, subject },
    ...{ publicKey, extensions: found, signatureValue },
  });
}

function readVersion(element: Asn1Element | null): 1 | 2 | 3 {
  if (element === null) return 1;
  const version = element.single().smallInteger();
  // v1 is the default, which DER leaves out.
  if (version !== 1 && version !== 2) throw structure('Unknown certificate version', element);
  return version === 1 ? 2 : 3;
}

/**
 * At most 20 octets (RFC 5280 4.1.2.2), one more where the sign takes it. Numbers of zero and below are made by
 * authorities that do not know better; users of certificates should be prepared to handle them.
 */
function readSerialNumber(element: Asn1Element): Uint8Array {
  const content = element.integerBytes();
  const isTooLong = content.length > MAX_SERIAL_BYTES + (content[0] === 0 ? 1 : 0);
  if (isTooLong) throw structure('The serial number is too long', element);
  return content;
}

function readValidity(element: Asn1Element): { notBefore: Date; notAfter: Date } {
  const cursor = element.cursor(TAG.sequence);
  const notBefore = cursor.next().time();
  const notAfter = cursor.next().time();
  cursor.finish();
  return { notBefore, notAfter };
}

/** Unique identifiers (read over) and extensions. */
function readTail(
  cursor: Asn1Cursor<Asn1Element>,
  version: 1 | 2 | 3,
  tbs: Asn1Element,
): ReadonlyMap<string, extensions.Extension> {
  const hasUniqueId = [1, 2].map((number) => cursor.optional(contextPrimitive(number))).some((id) => id !== null);
  const list = cursor.optional(contextConstructed(3));
  cursor.finish();
  if ((hasUniqueId && version === 1) || (list !== null && version !== 3)) {
    throw structure('A field does not belong to this certificate version', tbs);
  }
  return list === null ? new Map() : extensions.readExtensions(list.single());
}

function structure(message: string, element: Asn1Element): Asn1Error {
  return new Asn1Error('ASN1_STRUCTURE_INVALID', message, element.start);
}
