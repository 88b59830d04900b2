import { DS } from '../../codecs/xmldsig/algorithms.ts';
import { elementsInNamespace, hasElementOutside } from '../../codecs/xmldsig/find-elements.ts';
import type { XmlElement, XmlLeaf } from '../../codecs/xmldsig/xml-document.ts';
import { SIGNATURE_NAMESPACES } from './unsigned-parts.ts';

/** White space and comments, which are nothing to be signed. */
export function isEmptyText({ kind, content }: XmlLeaf): boolean {
  return kind === 'comment' || (kind === 'text' && /^[ \t\r\n]*$/.test(content));
}

/**
 * Whether a signature holds data of its own: ds:Object with anything but words of signatures, or what is no part of a
 * signature at all. Who leaves it out as a signature leaves that out, too.
 */
export function holdsData(signature: XmlElement): boolean {
  if (hasOther(signature, (element) => element.namespace === DS)) return true;
  for (const element of elementsInNamespace(signature, DS)) {
    if (element.localName !== 'Object') continue;
    if (hasElementOutside(element, SIGNATURE_NAMESPACES) || hasOther(element, () => true)) return true;
  }
  return false;
}

/** Text, instructions and elements of another kind right below this one. */
function hasOther(parent: XmlElement, isOfKind: (element: XmlElement) => boolean): boolean {
  for (const node of parent.nodes()) if ('kind' in node ? !isEmptyText(node) : !isOfKind(node)) return true;
  return false;
}
