import { DS } from '../../codecs/xmldsig/algorithms.ts';
import type { DocumentIds } from '../../codecs/xmldsig/ids.ts';
import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import type { QualifyingProperties } from './signed-properties.ts';
import type { SignatureStructure } from './signature-structure.ts';

/**
 * What a reference points to. `document` is the whole document; `root` the document element by its identifier;
 * `object` a ds:Object of this very signature and `inObject` a child of one; `elsewhere` any other element; `external`
 * something outside of the document. Within the document `withComments` says whether comments are selected, too.
 */
export type ReferenceTarget =
  | { readonly kind: 'external' | 'ambiguous' | 'unresolved' | 'unsupported' }
  | { readonly kind: 'document'; readonly withComments: boolean }
  | {
      readonly kind: 'root' | 'signedProperties' | 'keyInfo' | 'elsewhere' | 'object' | 'inObject';
      readonly element: XmlElement;
      readonly withComments: boolean;
    };

/** The signature that a reference belongs to, and the document around it. */
export interface ReferenceScope {
  readonly root: XmlElement;
  readonly ids: DocumentIds;
  readonly signature: SignatureStructure;
  readonly properties: QualifyingProperties | null;
}

const XPOINTER_ROOT = /^xpointer\(\s*\/\s*\)$/;
const XPOINTER_ID = /^xpointer\(\s*id\(\s*(?:'([^']+)'|"([^"]+)")\s*\)\s*\)$/;

/**
 * Resolves the URI of a reference by our own lookup: an identifier must belong to one element only, whichever way its
 * attribute is spelled (X1, X2). Of XPointers those two are known that XMLDSig 4.4.3.2 recommends; unlike bare names
 * they select comments. Nothing outside of the document is ever opened.
 */
export function resolveReference(uri: string | null, scope: ReferenceScope): ReferenceTarget {
  if (uri === '') return { kind: 'document', withComments: false };
  if (uri?.startsWith('#') !== true) return { kind: 'external' };
  const fragment = uri.slice(1);
  if (XPOINTER_ROOT.test(fragment)) return { kind: 'document', withComments: true };
  const [, single, double] = XPOINTER_ID.exec(fragment) ?? [];
  const id = single ?? double;
  if (id !== undefined) return resolveId(id, scope, true);
  if (fragment === '' || /[()/\s]/.test(fragment)) return { kind: 'unsupported' };
  return resolveId(fragment, scope, false);
}

function resolveId(id: string, scope: ReferenceScope, withComments: boolean): ReferenceTarget {
  if (scope.ids.duplicates.has(id)) return { kind: 'ambiguous' };
  const element = scope.ids.find(id);
  return element === null ? { kind: 'unresolved' } : { kind: classify(element, scope), element, withComments };
}

function classify(
  element: XmlElement,
  { root, signature, properties }: ReferenceScope,
): Extract<ReferenceTarget, { element: XmlElement }>['kind'] {
  if (element === root) return 'root';
  if (element === properties?.signedProperties.element) return 'signedProperties';
  if (element === signature.keyInfo) return 'keyInfo';
  const isOwn = (object: XmlElement | null): boolean =>
    object !== null && object !== properties?.object && signature.objects.includes(object);
  if (element.is(DS, 'Object') && isOwn(element)) return 'object';
  return isOwn(element.parent) ? 'inObject' : 'elsewhere';
}
