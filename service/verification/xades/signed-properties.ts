import { childrenNamed } from '../../codecs/xmldsig/find-elements.ts';
import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import { XmlError } from '../../codecs/xmldsig/xml-error.ts';
import { base64Content, ElementCursor, requiredAttribute, trimmedText } from './element-cursor.ts';
import { DS, XADES } from '../../codecs/xmldsig/algorithms.ts';
import { algorithmOf } from './signature-structure.ts';

/** Which certificate the signer says was used: its digest, and where given issuer and serial number. */
export interface CertificateReference {
  readonly version: 1 | 2;
  readonly digestMethod: string;
  readonly digest: Uint8Array;
  /** Version 1: the serial number in decimal. */
  readonly serialNumber: bigint | null;
  /** Version 2: DER of IssuerSerial (RFC 5035). */
  readonly issuerSerial: Uint8Array | null;
}

/** What the signer signed beside the data (EN 319 132-1 clause 5.2). */
export interface SignedProperties {
  readonly element: XmlElement;
  /** Null without a SigningTime, or when it names no time zone. */
  readonly signingTime: Date | null;
  readonly hasSigningTime: boolean;
  readonly signingCertificate: CertificateReference | null;
  /** The Ids that DataObjectFormat elements describe. */
  readonly describedReferences: readonly string[];
}

/** The one QualifyingProperties of a signature. */
export interface QualifyingProperties {
  readonly object: XmlElement;
  readonly target: string;
  readonly signedProperties: SignedProperties;
  readonly unsignedProperties: XmlElement | null;
}

/**
 * Finds the QualifyingProperties among a signature's own objects and reads it; null when there is none. Throws XmlError
 * for two of them, for one that shares its ds:Object, for QualifyingPropertiesReference (properties that are somewhere
 * else), and for what its schema does not allow (EN 319 132-1 clause 4.3 and annex C).
 */
export function readQualifyingProperties(objects: readonly XmlElement[]): QualifyingProperties | null {
  const holders = objects.filter(holdsProperties);
  const [object, ...more] = holders;
  if (object === undefined) return null;
  if (more.length > 0) throw new XmlError('XML_STRUCTURE_INVALID', 'a signature has two sets of properties');
  const inObject = new ElementCursor(object);
  const element = inObject.next(XADES, 'QualifyingProperties');
  inObject.finish();
  const cursor = new ElementCursor(element);
  const signedProperties = cursor.next(XADES, 'SignedProperties');
  const unsignedProperties = cursor.optional(XADES, 'UnsignedProperties');
  cursor.finish();
  return {
    object,
    target: requiredAttribute(element, 'Target'),
    signedProperties: readSignedProperties(signedProperties),
    unsignedProperties,
  };
}

function holdsProperties(object: XmlElement): boolean {
  const names = ['QualifyingProperties', 'QualifyingPropertiesReference'];
  return names.some((name) => childrenNamed(object, XADES, name).length > 0);
}

function readSignedProperties(element: XmlElement): SignedProperties {
  const cursor = new ElementCursor(element);
  const ofSignature = cursor.optional(XADES, 'SignedSignatureProperties');
  const ofData = cursor.optional(XADES, 'SignedDataObjectProperties');
  cursor.finish();
  const properties = ofSignature === null ? NO_PROPERTIES : uniqueProperties(ofSignature);
  const time = properties.get('SigningTime');
  return {
    element,
    hasSigningTime: time !== undefined,
    signingTime: time === undefined ? null : readDateTime(trimmedText(time)),
    signingCertificate: readSigningCertificate(properties),
    describedReferences: ofData === null ? [] : readDescribedReferences(ofData),
  };
}

const NO_PROPERTIES: ReadonlyMap<string, XmlElement> = new Map();

/** Every property of SignedSignaturePropertiesType; each may be there once. */
const SIGNED_SIGNATURE_PROPERTIES: ReadonlySet<string> = new Set([
  'SigningTime',
  'SigningCertificate',
  'SigningCertificateV2',
  'SignaturePolicyIdentifier',
  'SignatureProductionPlace',
  'SignatureProductionPlaceV2',
  'SignerRole',
  'SignerRoleV2',
]);

/** Properties of other namespaces are allowed by the schema and mean nothing here. */
function uniqueProperties(parent: XmlElement): ReadonlyMap<string, XmlElement> {
  const found = new Map<string, XmlElement>();
  for (const property of new ElementCursor(parent).rest()) {
    if (property.namespace !== XADES) continue;
    const { localName } = property;
    if (found.has(localName) || !SIGNED_SIGNATURE_PROPERTIES.has(localName)) {
      throw new XmlError('XML_STRUCTURE_INVALID', 'a signed property is unknown or there twice');
    }
    found.set(localName, property);
  }
  return found;
}

/** Version 2 counts where both are there, as with CAdES. The first certificate named is the signer's (clause 5.2.2). */
function readSigningCertificate(properties: ReadonlyMap<string, XmlElement>): CertificateReference | null {
  const v2 = properties.get('SigningCertificateV2');
  const property = v2 ?? properties.get('SigningCertificate');
  if (property === undefined) return null;
  const cursor = new ElementCursor(property);
  const first = cursor.next(XADES, 'Cert');
  cursor.all(XADES, 'Cert');
  cursor.finish();
  return v2 === undefined ? readCertificateV1(first) : readCertificateV2(first);
}

function readCertificateV1(element: XmlElement): CertificateReference {
  const cursor = new ElementCursor(element);
  const digest = readCertificateDigest(cursor.next(XADES, 'CertDigest'));
  const issuerSerial = new ElementCursor(cursor.next(XADES, 'IssuerSerial'));
  cursor.finish();
  issuerSerial.next(DS, 'X509IssuerName');
  const serialNumber = readInteger(trimmedText(issuerSerial.next(DS, 'X509SerialNumber')));
  issuerSerial.finish();
  return { version: 1, ...digest, serialNumber, issuerSerial: null };
}

function readCertificateV2(element: XmlElement): CertificateReference {
  const cursor = new ElementCursor(element);
  const digest = readCertificateDigest(cursor.next(XADES, 'CertDigest'));
  const issuerSerial = cursor.optional(XADES, 'IssuerSerialV2');
  cursor.finish();
  return { version: 2, ...digest, serialNumber: null, issuerSerial: issuerSerial && base64Content(issuerSerial) };
}

function readCertificateDigest(element: XmlElement): { digestMethod: string; digest: Uint8Array } {
  const cursor = new ElementCursor(element);
  const digestMethod = algorithmOf(cursor.next(DS, 'DigestMethod'));
  const digest = base64Content(cursor.next(DS, 'DigestValue'));
  cursor.finish();
  return { digestMethod, digest };
}

/** A serial number has at most 20 octets (RFC 5280 4.1.2.2), 49 digits; old ones may be negative. */
function readInteger(text: string): bigint {
  if (!/^-?\d{1,60}$/.test(text)) throw new XmlError('XML_STRUCTURE_INVALID', 'a serial number is not a number');
  return BigInt(text);
}

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?$/;

/** xs:dateTime. Throws for what is none; a time without zone is none that could be placed, hence null. */
function readDateTime(text: string): Date | null {
  const match = DATE_TIME.exec(text);
  const time = new Date(match?.[8] === undefined ? `${text}Z` : text);
  if (match === null || Number.isNaN(time.getTime()) || !isDay(text.slice(0, 10))) {
    throw new XmlError('XML_STRUCTURE_INVALID', 'the signing time is not a time');
  }
  return match[8] === undefined ? null : time;
}

/** JavaScript takes the 30th of February for the 2nd of March. */
function isDay(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}

/** Clause 5.2.4: ObjectReference names one of the signature's own references by a fragment. */
function readDescribedReferences(element: XmlElement): string[] {
  const found: string[] = [];
  for (const property of new ElementCursor(element).rest()) {
    if (!property.is(XADES, 'DataObjectFormat')) continue;
    const reference = requiredAttribute(property, 'ObjectReference');
    if (!reference.startsWith('#')) {
      throw new XmlError('XML_STRUCTURE_INVALID', 'a data object format describes something outside the document');
    }
    found.push(reference.slice(1));
  }
  return found;
}
