import type { Canonicalization } from './canonicalization.ts';
import type { TreeMemory } from './libxml2.ts';
import { joinXmlBase } from './xml-base.ts';

export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/**
 * The attributes of the xml namespace that the outermost element takes over from ancestors that are not written, by
 * local name; values are bytes in Latin-1 strings. An entry takes the place of the element's own attribute; null means
 * none is written. Canonical XML 1.0 clause 2.4 inherits all of them, 1.1 only lang and space and joins the bases; the
 * exclusive method none.
 */
export function inheritedXmlAttributes(
  memory: TreeMemory,
  element: number,
  ancestors: readonly number[],
  method: Canonicalization['method'],
): ReadonlyMap<string, string | null> {
  const inherited = new Map<string, string | null>();
  if (method === 'Exclusive C14N' || ancestors.length === 0) return inherited;
  const own = xmlAttributes(memory, element);
  const outer = ancestors.map((ancestor) => xmlAttributes(memory, ancestor));
  for (const [name, value] of outer.flatMap((attributes) => [...attributes])) {
    const isInherited = method === 'C14N 1.0' || name === 'lang' || name === 'space';
    if (isInherited && !own.has(name) && !inherited.has(name)) inherited.set(name, value);
  }
  if (method === 'C14N 1.1') inheritBase(inherited, own, outer);
  return inherited;
}

/** `outer` from the parent upwards. */
function inheritBase(
  inherited: Map<string, string | null>,
  own: ReadonlyMap<string, string>,
  outer: readonly ReadonlyMap<string, string>[],
): void {
  const bases = outer.flatMap((attributes) => attributes.get('base') ?? []);
  if (bases.length === 0) return;
  const joined = joinXmlBase([...bases.toReversed(), own.get('base') ?? '']);
  inherited.set('base', joined === '' ? null : joined);
}

function xmlAttributes(memory: TreeMemory, element: number): Map<string, string> {
  const found = new Map<string, string>();
  for (let node = memory.firstAttribute(element); node !== 0; node = memory.next(node)) {
    const namespace = memory.namespace(node);
    if (namespace === 0 || !memory.equals(memory.href(namespace), XML_NAMESPACE)) continue;
    let value = '';
    for (let text = memory.firstChild(node); text !== 0; text = memory.next(text)) {
      value += memory.latin1(memory.content(text));
    }
    found.set(memory.latin1(memory.name(node)), value);
  }
  return found;
}
