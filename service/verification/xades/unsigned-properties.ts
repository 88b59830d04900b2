import { XADES } from '../../codecs/xmldsig/algorithms.ts';
import { childrenNamed } from '../../codecs/xmldsig/find-elements.ts';
import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';

/** The UnsignedSignatureProperties with this name; they are evidence at most and never raise a result. */
export function unsignedSignatureProperties(unsignedProperties: XmlElement | null, localName: string): XmlElement[] {
  if (unsignedProperties === null) return [];
  const groups = childrenNamed(unsignedProperties, XADES, 'UnsignedSignatureProperties');
  return groups.flatMap((group) => childrenNamed(group, XADES, localName));
}
