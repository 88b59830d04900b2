import { DS, XADES } from '../../codecs/xmldsig/algorithms.ts';
import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import { XmlError } from '../../codecs/xmldsig/xml-error.ts';
import { base64Content, ElementCursor } from './element-cursor.ts';

const DS_11 = 'http://www.w3.org/2009/xmldsig11#';
const MAX_CERTIFICATES = 200;
/** Other content names keys that would have to be fetched or believed (X8, X13). */
const ACCEPTED: readonly (readonly [string, string])[] = [
  [DS, 'KeyName'],
  [DS, 'KeyValue'],
  [DS, 'X509Data'],
  [DS_11, 'DEREncodedKeyValue'],
];

/**
 * DER of the certificates in a ds:KeyInfo; they are candidates, none is trusted for standing there, and key values
 * are not looked at. Throws XmlError: XML_STRUCTURE_INVALID for RetrievalMethod, KeyInfoReference and anything else
 * that is not accepted and for certificates that are no base64, XML_LIMIT_EXCEEDED for more than 200 of them.
 */
export function certificatesOfKeyInfo(keyInfo: XmlElement): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (const child of new ElementCursor(keyInfo).rest()) {
    if (!ACCEPTED.some(([namespace, name]) => child.is(namespace, name))) {
      throw new XmlError('XML_STRUCTURE_INVALID', 'the key is not given by a certificate in the signature');
    }
    if (!child.is(DS, 'X509Data')) continue;
    for (const item of new ElementCursor(child).rest()) {
      if (item.is(DS, 'X509Certificate')) add(found, item);
    }
  }
  return found;
}

/** DER of the certificates in the CertificateValues of unsigned properties (EN 319 132-1 clause 5.4.1). Throws as above. */
export function certificatesOfValues(values: XmlElement): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (const item of new ElementCursor(values).rest()) {
    if (item.is(XADES, 'EncapsulatedX509Certificate')) add(found, item);
  }
  return found;
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
