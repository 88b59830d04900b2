import type { Canonicalization } from './canonicalization.ts';
import { joinXmlBase } from './xml-base.ts';
import { XML_NAMESPACE } from './xml-namespaces.ts';
import type { XmlNodes } from './xml-nodes.ts';

/**
 * The attributes of the xml namespace that the outermost element takes over from ancestors that are not written, by
 * local name; values are bytes in Latin-1 strings. An entry takes the place of the element's own attribute; null means
 * none is written. Canonical XML 1.0 clause 2.4 inherits all of them, 1.1 only lang and space and joins the bases; the
 * exclusive method none.
 */
export function inheritedXmlAttributes(
  nodes: XmlNodes,
  element: number,
  ancestors: readonly number[],
  method: Canonicalization['method'],
): ReadonlyMap<string, string | null> {
  const inherited = new Map<string, string | null>();
  if (method === 'Exclusive C14N' || ancestors.length === 0) return inherited;
  const own = xmlAttributes(nodes, element);
  const outer = ancestors.map((ancestor) => xmlAttributes(nodes, ancestor));
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

function xmlAttributes(nodes: XmlNodes, element: number): Map<string, string> {
  const found = new Map<string, string>();
  for (let node = nodes.nextAttribute(element); node !== 0; node = nodes.nextAttribute(node)) {
    if (nodes.binding(node).uri === XML_NAMESPACE) found.set(nodes.name(node).localBytes, nodes.contentBytes(node));
  }
  return found;
}
