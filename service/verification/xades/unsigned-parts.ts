import { DS, XADES, XADES_141, XADES_OLD } from '../../codecs/xmldsig/algorithms.ts';
import { elementsInNamespace } from '../../codecs/xmldsig/find-elements.ts';
import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import type { XmlWork } from './xml-work.ts';

/**
 * What may stand where a signature does not reach: its own words, none of the document's. Evidence records are in
 * RFC 6283 and EN 319 132-3.
 */
export const SIGNATURE_NAMESPACES: ReadonlySet<string> = new Set([
  DS,
  'http://www.w3.org/2009/xmldsig11#',
  XADES,
  XADES_141,
  ...XADES_OLD,
  'http://uri.etsi.org/19132/v1.1.1#',
  'urn:ietf:params:xml:ns:ers',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
]);

/** Elements that make up a signature or hold data; properties have no use for them. */
const SIGNATURE_PARTS: ReadonlySet<string> = new Set([
  ...['Signature', 'SignedInfo', 'SignatureValue', 'KeyInfo', 'Object', 'Manifest', 'SignatureProperties'],
]);

/**
 * Whether unsigned properties hold parts of signatures anywhere but in a CounterSignature: somebody who looks for a
 * signature by its name would find one that says what nobody judged.
 */
export function hasStrayParts(unsignedProperties: XmlElement, work: XmlWork): boolean {
  for (const element of elementsInNamespace(unsignedProperties, DS)) {
    work.element();
    if (!SIGNATURE_PARTS.has(element.localName)) continue;
    if (!isInCounterSignature(element, unsignedProperties)) return true;
  }
  return false;
}

function isInCounterSignature(element: XmlElement, top: XmlElement): boolean {
  for (let up: XmlElement | null = element; up !== null && up !== top; up = up.parent) {
    if (!up.is(DS, 'Signature')) continue;
    const property = up.parent;
    return property?.localName === 'CounterSignature' && property.is(top.namespace, 'CounterSignature');
  }
  return false;
}
