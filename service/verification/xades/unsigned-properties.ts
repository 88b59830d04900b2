import { XADES } from '../../codecs/xmldsig/algorithms.ts';
import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';

/** The UnsignedSignatureProperties with this name; they are evidence at most and never raise a result. */
export function unsignedSignatureProperties(unsignedProperties: XmlElement | null, localName: string): XmlElement[] {
  if (unsignedProperties === null) return [];
  return [...unsignedProperties.children()]
    .filter((child) => child.is(XADES, 'UnsignedSignatureProperties'))
    .flatMap((group) => [...group.children()])
    .filter((property) => property.is(XADES, localName));
}
