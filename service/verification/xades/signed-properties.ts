import { childrenNamed } from '../../codecs/xmldsig/find-elements.ts';
import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import { XmlError } from '../../codecs/xmldsig/xml-error.ts';
import { base64Content, ElementCursor, requiredAttribute, trimmedText } from './element-cursor.ts';
import { DS, XADES, XADES_OLD } from '../../codecs/xmldsig/algorithms.ts';
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
  /** The one that counts first; a second one where it is named by both versions of the property. */
  readonly signingCertificates: readonly CertificateReference[];
  /** What DataObjectFormat elements describe. */
  readonly dataObjectFormats: readonly DataObjectFormat[];
}

/** What the signer says of a data object (clause 5.2.4). */
export interface DataObjectFormat {
  /** As it stands there: a fragment with the Id of a reference. */
  readonly objectReference: string;
  readonly mimeType: string | null;
}

/** The one QualifyingProperties of a signature. */
export interface QualifyingProperties {
  readonly object: XmlElement;
  /** The namespace of its version of XAdES; EN 319 132-1 is about that of 1.3.2. */
  readonly namespace: string;
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
  const [namespace = XADES] = NAMESPACES.filter((one) => childrenNamed(object, one, 'QualifyingProperties').length > 0);
  const element = inObject.next(namespace, 'QualifyingProperties');
  inObject.finish();
  const cursor = new ElementCursor(element);
  const signedProperties = cursor.next(namespace, 'SignedProperties');
  const unsignedProperties = cursor.optional(namespace, 'UnsignedProperties');
  cursor.finish();
  return {
    object,
    namespace,
    target: requiredAttribute(element, 'Target'),
    signedProperties: readSignedProperties(signedProperties, namespace),
    unsignedProperties,
  };
}

const NAMESPACES: readonly string[] = [XADES, ...XADES_OLD];

function holdsProperties(object: XmlElement): boolean {
  const names = ['QualifyingProperties', 'QualifyingPropertiesReference'];
  return NAMESPACES.some((namespace) => names.some((name) => childrenNamed(object, namespace, name).length > 0));
}

function readSignedProperties(element: XmlElement, namespace: string): SignedProperties {
  const cursor = new ElementCursor(element);
  const ofSignature = cursor.optional(namespace, 'SignedSignatureProperties');
  const ofData = cursor.optional(namespace, 'SignedDataObjectProperties');
  cursor.finish();
  const properties = ofSignature === null ? NO_PROPERTIES : uniqueProperties(ofSignature, namespace);
  const time = properties.get('SigningTime');
  return {
    element,
    hasSigningTime: time !== undefined,
    signingTime: time === undefined ? null : readDateTime(trimmedText(time)),
    signingCertificates: readSigningCertificates(properties),
    dataObjectFormats: ofData === null ? [] : readDataObjectFormats(ofData, namespace),
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
function uniqueProperties(parent: XmlElement, namespace: string): ReadonlyMap<string, XmlElement> {
  const found = new Map<string, XmlElement>();
  for (const property of new ElementCursor(parent).rest()) {
    if (property.namespace !== namespace) continue;
    const { localName } = property;
    if (found.has(localName) || !SIGNED_SIGNATURE_PROPERTIES.has(localName)) {
      throw new XmlError('XML_STRUCTURE_INVALID', 'a signed property is unknown or there twice');
    }
    found.set(localName, property);
  }
  return found;
}

/** Version 2 counts where both are there, as with CAdES. The first certificate named is the signer's (clause 5.2.2). */
function readSigningCertificates(properties: ReadonlyMap<string, XmlElement>): CertificateReference[] {
  const [v2, v1] = [properties.get('SigningCertificateV2'), properties.get('SigningCertificate')];
  return [
    ...(v2 === undefined ? [] : [readCertificateV2(firstNamed(v2))]),
    ...(v1 === undefined ? [] : [readCertificateV1(firstNamed(v1))]),
  ];
}

function firstNamed(property: XmlElement): XmlElement {
  const cursor = new ElementCursor(property);
  const first = cursor.next(property.namespace, 'Cert');
  cursor.all(property.namespace, 'Cert');
  cursor.finish();
  return first;
}

function readCertificateV1(element: XmlElement): CertificateReference {
  const cursor = new ElementCursor(element);
  const digest = readCertificateDigest(cursor.next(element.namespace, 'CertDigest'));
  const issuerSerial = new ElementCursor(cursor.next(element.namespace, 'IssuerSerial'));
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
  return { version: 2, ...digest, serialNumber: null, issuerSerial: issuerSerial && readIssuerSerial(issuerSerial) };
}

/** What is no base64 is no certificate's issuer and serial number either, and compared as such. */
function readIssuerSerial(element: XmlElement): Uint8Array {
  try {
    return base64Content(element);
  } catch (error) {
    if (error instanceof XmlError) return new Uint8Array();
    throw error;
  }
}

function readCertificateDigest(element: XmlElement): { digestMethod: string; digest: Uint8Array } {
  const cursor = new ElementCursor(element);
  // Before 1.3.2 these were elements of XAdES' own namespace.
  const ofVersion = (name: string): XmlElement => cursor.optional(element.namespace, name) ?? cursor.next(DS, name);
  const digestMethod = algorithmOf(ofVersion('DigestMethod'));
  const digest = base64Content(ofVersion('DigestValue'));
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

function readDataObjectFormats(element: XmlElement, namespace: string): DataObjectFormat[] {
  const found: DataObjectFormat[] = [];
  for (const property of new ElementCursor(element).rest()) {
    if (!property.is(namespace, 'DataObjectFormat')) continue;
    const [mimeType] = childrenNamed(property, namespace, 'MimeType');
    found.push({
      objectReference: requiredAttribute(property, 'ObjectReference'),
      mimeType: mimeType === undefined ? null : trimmedText(mimeType),
    });
  }
  return found;
}
