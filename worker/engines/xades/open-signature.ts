import { DS, XADES } from '../../../service/codecs/xmldsig/algorithms.ts';
import { childrenNamed, outermostElements } from '../../../service/codecs/xmldsig/find-elements.ts';
import type { XmlElement, XmlTree } from '../../../service/codecs/xmldsig/xml-document.ts';
import { readSignature, type SignatureStructure } from '../../../service/verification/xades/signature-structure.ts';
import {
  readQualifyingProperties,
  type QualifyingProperties,
} from '../../../service/verification/xades/signed-properties.ts';
import { cannotRaise } from '../extender.ts';

export const EXCLUSIVE = { method: 'Exclusive C14N', withComments: false } as const;

/** A XAdES signature of an open document, as far as raising it goes. */
export interface OpenSignature {
  readonly tree: XmlTree;
  readonly structure: SignatureStructure;
  readonly properties: QualifyingProperties;
  /** The unsigned signature properties, in their order. */
  readonly unsigned: readonly XmlElement[];
}

/** The signature with this number, from 0. Throws XmlError, and a StationError where it is no XAdES of version 1.3.2. */
export function openSignature(tree: XmlTree, number: number): OpenSignature {
  const element = outermostElements(tree, DS, 'Signature').elements[number];
  if (element === undefined) throw new RangeError(`There is no signature ${number}`);
  const structure = readSignature(element);
  const properties = readQualifyingProperties(structure.objects);
  if (properties?.namespace !== XADES) throw cannotRaise('it is no XAdES signature of version 1.3.2');
  const groups = properties.unsignedProperties && unsignedGroups(properties.unsignedProperties);
  return { tree, structure, properties, unsigned: groups?.flatMap((group) => [...group.children()]) ?? [] };
}

/** Where further unsigned properties go: into the last of these elements, and what has to stand around them there. */
export function placeForProperties({ properties }: OpenSignature): { into: XmlElement; around: readonly string[] } {
  const { unsignedProperties, signedProperties } = properties;
  if (unsignedProperties === null) {
    const parent = signedProperties.element.parent;
    if (parent === null) throw cannotRaise('its properties stand nowhere');
    return { into: parent, around: ['UnsignedProperties', 'UnsignedSignatureProperties'] };
  }
  const [group] = unsignedGroups(unsignedProperties);
  if (group !== undefined) return { into: group, around: [] };
  const isEmpty = [...unsignedProperties.children()].length === 0;
  if (!isEmpty) throw cannotRaise('its unsigned properties leave no place for more');
  return { into: unsignedProperties, around: ['UnsignedSignatureProperties'] };
}

function unsignedGroups(unsignedProperties: XmlElement): XmlElement[] {
  return childrenNamed(unsignedProperties, XADES, 'UnsignedSignatureProperties');
}
