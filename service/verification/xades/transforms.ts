import { DEFAULT_CANONICALIZATION, DS, readCanonicalization, TRANSFORM } from '../../codecs/xmldsig/algorithms.ts';
import type { Canonicalization } from '../../codecs/xmldsig/canonicalization.ts';
import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import { algorithmOf } from './signature-structure.ts';
import { ElementCursor, trimmedText } from './element-cursor.ts';

/** What the transforms of a reference come to. */
export interface TransformPlan {
  /** Which signatures are no part of what is digested. */
  readonly leavesOut: 'nothing' | 'this signature' | 'all signatures';
  readonly result:
    | { readonly kind: 'canonical'; readonly how: Canonicalization; readonly isExplicit: boolean }
    | { readonly kind: 'base64' };
}

const XPATH_NOT_SIGNATURE = /^not\(\s*ancestor-or-self::([A-Za-z_][\w.-]*):Signature\s*\)$/;
const FILTER_SIGNATURES = /^(?:\/\/|\/descendant::)([A-Za-z_][\w.-]*):Signature$/;

/**
 * Interprets the transforms of a reference; null for anything but these (X9): those that take signatures away (the
 * enveloped-signature transform, and the two XPath filters that mean "not a ds:Signature and nothing in one"), each at
 * most once, then at most one canonicalization; or base64 alone. No XPath is ever evaluated, and nothing that would
 * need a second parser run on digested octets is taken. Throws XmlError for transforms that break their syntax.
 */
export function planTransforms(transforms: readonly XmlElement[]): TransformPlan | null {
  const [first] = transforms;
  if (first !== undefined && algorithmOf(first) === TRANSFORM.base64) {
    new ElementCursor(first).finish();
    return transforms.length === 1 ? { leavesOut: 'nothing', result: { kind: 'base64' } } : null;
  }
  const last = transforms.at(-1);
  const how = last === undefined ? null : readCanonicalization(last);
  const removed = readRemovals(how === null ? transforms : transforms.slice(0, -1));
  if (removed === null) return null;
  const all = removed.has(TRANSFORM.xpath) || removed.has(TRANSFORM.xpathFilter2);
  return {
    leavesOut: all ? 'all signatures' : removed.size > 0 ? 'this signature' : 'nothing',
    result: { kind: 'canonical', how: how ?? DEFAULT_CANONICALIZATION, isExplicit: how !== null },
  };
}

/** The algorithms of transforms that only take signatures away, each once; null when there is another one. */
function readRemovals(transforms: readonly XmlElement[]): ReadonlySet<string> | null {
  const seen = new Set<string>();
  for (const transform of transforms) {
    const uri = algorithmOf(transform);
    if (seen.has(uri) || !removesSignatures(transform, uri)) return null;
    seen.add(uri);
  }
  return seen;
}

function removesSignatures(transform: XmlElement, uri: string): boolean {
  const cursor = new ElementCursor(transform);
  switch (uri) {
    case TRANSFORM.envelopedSignature:
      cursor.finish();
      return true;
    case TRANSFORM.xpath: {
      const xpath = cursor.next(DS, 'XPath');
      cursor.finish();
      return namesSignature(xpath, XPATH_NOT_SIGNATURE);
    }
    case TRANSFORM.xpathFilter2: {
      const xpath = cursor.next(TRANSFORM.xpathFilter2, 'XPath');
      cursor.finish();
      return xpath.attribute('Filter') === 'subtract' && namesSignature(xpath, FILTER_SIGNATURES);
    }
    default:
      return false;
  }
}

/** Whether the expression has this form and its prefix means the XML-Signature namespace where it stands. */
function namesSignature(xpath: XmlElement, form: RegExp): boolean {
  const prefix = form.exec(trimmedText(xpath))?.[1];
  if (prefix === undefined) return false;
  for (let element: XmlElement | null = xpath; element !== null; element = element.parent) {
    const bound = element.namespaceDeclarations().get(prefix);
    if (bound !== undefined) return bound === DS;
  }
  return false;
}
