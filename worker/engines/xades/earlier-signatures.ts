import { DS, readCanonicalization, TRANSFORM } from '../../../service/codecs/xmldsig/algorithms.ts';
import { documentIds, type DocumentIds } from '../../../service/codecs/xmldsig/ids.ts';
import type { XmlElement, XmlTree } from '../../../service/codecs/xmldsig/xml-document.ts';

const FILTER2 = TRANSFORM.xpathFilter2;

/**
 * Whether adding a ds:Signature as the last child of the document element would break a signature that is there
 * already: gives that signature's Id or `unnamed`, null when all of them stand. A reference survives when it points
 * out of the document, or to an element other than the document element (what is inside that does not change), or
 * when it filters all signatures out in one of the two ways in use. In doubt it does not.
 */
export function earlierSignatureThatWouldBreak(tree: XmlTree): string | null {
  let ids: DocumentIds | null = null;
  for (const reference of tree.elementsNamed(DS, 'Reference')) {
    ids ??= documentIds(tree);
    if (!survives(reference, tree, ids)) return signatureAround(reference)?.attribute('Id') ?? 'unnamed';
  }
  return null;
}

/** Whether there is a ds:Signature without references, or without a digest or signature value: a template of one. */
export function hasUnfinishedSignature(tree: XmlTree): boolean {
  for (const signature of tree.elementsNamed(DS, 'Signature')) {
    const parts = [...signature.children()];
    const info = parts.find((element) => element.is(DS, 'SignedInfo'));
    const references = info === undefined ? [] : [...info.children()].filter((element) => element.is(DS, 'Reference'));
    const digests = references.flatMap((reference) => [...reference.children()].filter(isDigestValue));
    const value = parts.find((element) => element.is(DS, 'SignatureValue'));
    const isFilled = value !== undefined && [value, ...digests].every((element) => element.textContent().trim() !== '');
    if (!isFilled || references.length === 0 || digests.length !== references.length) return true;
  }
  return false;
}

function isDigestValue(element: XmlElement): boolean {
  return element.is(DS, 'DigestValue');
}

function signatureAround(element: XmlElement): XmlElement | null {
  for (let at = element.parent; at !== null; at = at.parent) if (at.is(DS, 'Signature')) return at;
  return null;
}

function survives(reference: XmlElement, tree: XmlTree, ids: DocumentIds): boolean {
  const uri = reference.attribute('URI');
  if (uri === null) return false;
  if (uri !== '' && !uri.startsWith('#')) return true;
  const id = /^#(?:xpointer\(id\(['"](.*)['"]\)\)|([^()]*))$/.exec(uri);
  const target = id === null ? null : ids.find(id[1] ?? id[2] ?? '');
  if (target !== null && target !== tree.root) return true;
  return transformsOf(reference).some(removesSignatures);
}

function transformsOf(reference: XmlElement): XmlElement[] {
  const list = [...reference.children()].find((element) => element.is(DS, 'Transforms'));
  const transforms = list === undefined ? [] : [...list.children()];
  // Only transforms whose effect is known may come before or after the filter.
  const isKnown = transforms.every(
    (transform) =>
      transform.attribute('Algorithm') === TRANSFORM.envelopedSignature ||
      readCanonicalization(transform) !== null ||
      removesSignatures(transform),
  );
  return isKnown ? transforms : [];
}

/** `not(ancestor-or-self::ds:Signature)` as XPath, or the subtraction of `/descendant::ds:Signature` as XPath Filter 2. */
function removesSignatures(transform: XmlElement): boolean {
  const [xpath, ...more] = transform.children();
  if (xpath === undefined || more.length > 0) return false;
  const expression = xpath.textContent().replace(/\s+/g, '');
  if (transform.attribute('Algorithm') === TRANSFORM.xpath && xpath.is(DS, 'XPath')) {
    const prefix = /^not\(ancestor-or-self::([^:()]+):Signature\)$/.exec(expression)?.[1];
    return prefix !== undefined && namespaceOf(xpath, prefix) === DS;
  }
  if (transform.attribute('Algorithm') === FILTER2 && xpath.is(FILTER2, 'XPath')) {
    const prefix = /^\/descendant::([^:()]+):Signature$/.exec(expression)?.[1];
    return prefix !== undefined && namespaceOf(xpath, prefix) === DS && xpath.attribute('Filter') === 'subtract';
  }
  return false;
}

/** What a prefix is bound to at an element. */
function namespaceOf(element: XmlElement, prefix: string): string | null {
  for (let at: XmlElement | null = element; at !== null; at = at.parent) {
    const uri = at.namespaceDeclarations().get(prefix);
    if (uri !== undefined) return uri;
  }
  return null;
}
