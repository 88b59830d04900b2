import { DS } from '../../codecs/xmldsig/algorithms.ts';
import { elementsInNamespace } from '../../codecs/xmldsig/find-elements.ts';
import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import { XmlError } from '../../codecs/xmldsig/xml-error.ts';
import { base64Content, ElementCursor } from './element-cursor.ts';
import { isEmptyText } from './signature-content.ts';
import type { XmlWork } from './xml-work.ts';

const DS_11 = 'http://www.w3.org/2009/xmldsig11#';
const MAX_CERTIFICATES = 200;

/** The elements of the XML-Signature namespace that a KeyInfo may hold at any depth (XMLDSig 4.5), and no others. */
const KEY_ELEMENTS: ReadonlySet<string> = new Set([
  ...['KeyName', 'KeyValue', 'DSAKeyValue', 'P', 'Q', 'G', 'Y', 'J', 'Seed', 'PgenCounter', 'RSAKeyValue', 'Modulus'],
  ...['Exponent', 'X509Data', 'X509IssuerSerial', 'X509IssuerName', 'X509SerialNumber', 'X509SKI', 'X509SubjectName'],
  ...['X509Certificate', 'X509CRL', 'RetrievalMethod', 'Transforms', 'Transform', 'XPath', 'PGPData', 'PGPKeyID'],
  ...['PGPKeyPacket', 'SPKIData', 'SPKISexp', 'MgmtData', 'DigestMethod', 'DigestValue'],
]);
/** Children that name keys which would have to be fetched from somewhere (X8, X13). */
const POINTERS: readonly (readonly [string, string])[] = [
  [DS, 'RetrievalMethod'],
  [DS_11, 'KeyInfoReference'],
];

export interface KeyInfoContent {
  /** DER; candidates, none is trusted for standing there. */
  readonly certificates: readonly Uint8Array[];
  /** Text or instructions stand between its elements, or a certificate cannot be read: all that was passed over. */
  readonly isMalformed: boolean;
  /** There is a key that would have to be fetched; it is not. */
  readonly pointsElsewhere: boolean;
}

/**
 * Reads a ds:KeyInfo; key names are not looked at, and key values by readKeyValue alone. Nobody need sign it, and whoever
 * writes into it breaks nothing: what cannot be read there is passed over. Throws XmlError: XML_STRUCTURE_INVALID for
 * elements of XML-Signature that its schema does not allow there, a signature or an object before all,
 * XML_LIMIT_EXCEEDED for more than 200 certificates.
 */
export function readKeyInfo(keyInfo: XmlElement, work: XmlWork): KeyInfoContent {
  const children = [...keyInfo.children()];
  const found: Uint8Array[] = [];
  let isMalformed = hasOwnText(keyInfo);
  for (const child of children) {
    if (!child.is(DS, 'X509Data')) continue;
    isMalformed ||= hasOwnText(child);
    for (const item of child.children()) {
      if (item.is(DS, 'X509Certificate')) isMalformed = !addReadable(found, item) || isMalformed;
    }
  }
  for (const element of elementsInNamespace(keyInfo, DS)) {
    work.element();
    if (element === keyInfo || KEY_ELEMENTS.has(element.localName)) continue;
    throw new XmlError('XML_STRUCTURE_INVALID', 'the key holds something that does not belong to a key');
  }
  const pointsElsewhere = children.some((child) => POINTERS.some(([namespace, name]) => child.is(namespace, name)));
  return { certificates: found, isMalformed, pointsElsewhere };
}

/** DER of the certificates in the CertificateValues of unsigned properties (EN 319 132-1 clause 5.4.1). Throws as above. */
export function certificatesOfValues(values: XmlElement): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (const item of new ElementCursor(values).rest()) {
    if (item.is(values.namespace, 'EncapsulatedX509Certificate')) add(found, item);
  }
  return found;
}

function hasOwnText(element: XmlElement): boolean {
  for (const node of element.nodes()) if ('kind' in node && !isEmptyText(node)) return true;
  return false;
}

/** Whether it could be read. Throws XML_LIMIT_EXCEEDED. */
function addReadable(found: Uint8Array[], element: XmlElement): boolean {
  try {
    add(found, element);
    return true;
  } catch (error) {
    if (error instanceof XmlError && error.code === 'XML_STRUCTURE_INVALID') return false;
    throw error;
  }
}

function add(found: Uint8Array[], element: XmlElement): void {
  if (found.length >= MAX_CERTIFICATES) {
    throw new XmlError('XML_LIMIT_EXCEEDED', `a signature holds more than ${MAX_CERTIFICATES} certificates`);
  }
  found.push(sameArray(base64Content(element)));
}

/**
 * Certificates of the last documents, so that the same certificate is the same array: parsing it and importing its key
 * is then done once for all documents of a signer, as it is for the station's own trust anchors.
 */
const recent = new Map<string, Uint8Array>();
const MAX_RECENT = 100;
const MAX_RECENT_BYTES = 10_000;

function sameArray(der: Uint8Array): Uint8Array {
  if (der.length > MAX_RECENT_BYTES) return der;
  const key = Buffer.from(der.buffer, der.byteOffset, der.byteLength).toString('latin1');
  const known = recent.get(key) ?? der;
  recent.delete(key);
  recent.set(key, known);
  const [oldest] = recent.keys();
  if (recent.size > MAX_RECENT && oldest !== undefined) recent.delete(oldest);
  return known;
}
