import { DS } from '../../codecs/xmldsig/algorithms.ts';
import { childrenNamed } from '../../codecs/xmldsig/find-elements.ts';
import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';

/** The UnsignedSignatureProperties with this name; they are evidence at most and never raise a result. */
export function unsignedSignatureProperties(unsignedProperties: XmlElement | null, localName: string): XmlElement[] {
  if (unsignedProperties === null) return [];
  const { namespace } = unsignedProperties;
  const groups = childrenNamed(unsignedProperties, namespace, 'UnsignedSignatureProperties');
  return groups.flatMap((group) => childrenNamed(group, namespace, localName));
}

/** The ds:Signature elements in the CounterSignature properties (EN 319 132-1 clause 5.2.7). */
export function counterSignatures(unsignedProperties: XmlElement | null): XmlElement[] {
  const properties = unsignedSignatureProperties(unsignedProperties, 'CounterSignature');
  return properties.flatMap((property) => childrenNamed(property, DS, 'Signature'));
}
