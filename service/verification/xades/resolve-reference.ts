import { DS } from '../../codecs/xmldsig/algorithms.ts';
import type { DocumentIds } from '../../codecs/xmldsig/ids.ts';
import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import type { QualifyingProperties } from './signed-properties.ts';
import type { SignatureStructure } from './signature-structure.ts';

/**
 * What a reference points to. `document` is URI="", comments apart the whole document; `root` the document element by
 * its identifier; `object` a ds:Object of this very signature and `inObject` a child of one; `elsewhere` any other
 * element; `external` something outside of the document.
 */
export type ReferenceTarget =
  | { readonly kind: 'document' | 'external' | 'ambiguous' | 'unresolved' | 'unsupported' }
  | { readonly kind: 'root' | 'signedProperties' | 'keyInfo' | 'elsewhere'; readonly element: XmlElement }
  | { readonly kind: 'object' | 'inObject'; readonly element: XmlElement; readonly object: XmlElement };

/** The signature that a reference belongs to, and the document around it. */
export interface ReferenceScope {
  readonly root: XmlElement;
  readonly ids: DocumentIds;
  readonly signature: SignatureStructure;
  readonly properties: QualifyingProperties | null;
}

/**
 * Resolves the URI of a reference by our own lookup: an identifier must belong to one element only, whichever way its
 * attribute is spelled (X1, X2). Nothing outside of the document is ever opened.
 */
export function resolveReference(uri: string | null, scope: ReferenceScope): ReferenceTarget {
  if (uri === '') return { kind: 'document' };
  if (uri?.startsWith('#') !== true) return { kind: 'external' };
  const id = uri.slice(1);
  // XPointers other than a bare name would need an evaluator of their own.
  if (id === '' || /[()/\s]/.test(id)) return { kind: 'unsupported' };
  if (scope.ids.duplicates.has(id)) return { kind: 'ambiguous' };
  const element = scope.ids.find(id);
  return element === null ? { kind: 'unresolved' } : classify(element, scope);
}

function classify(element: XmlElement, { root, signature, properties }: ReferenceScope): ReferenceTarget {
  if (element === root) return { kind: 'root', element };
  if (element === properties?.signedProperties.element) return { kind: 'signedProperties', element };
  if (element === signature.keyInfo) return { kind: 'keyInfo', element };
  const isOwn = (object: XmlElement | null): object is XmlElement =>
    object !== null && object !== properties?.object && signature.objects.includes(object);
  if (element.is(DS, 'Object') && isOwn(element)) return { kind: 'object', element, object: element };
  const { parent } = element;
  return isOwn(parent) ? { kind: 'inObject', element, object: parent } : { kind: 'elsewhere', element };
}
