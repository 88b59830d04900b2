import type { XmlElement, XmlTree } from './xml-document.ts';
import { DOCUMENT, hasName, NODE, type XmlNodes } from './xml-nodes.ts';

const XML = 'http://www.w3.org/XML/1998/namespace';
const WSU = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
/** Attributes that some reader or other takes as an identifier: name and namespace. */
const SPELLINGS: readonly (readonly [string, string])[] = [
  ['Id', ''],
  ['ID', ''],
  ['id', ''],
  ['AssertionID', ''],
  ['id', XML],
  ['Id', WSU],
];
const NAMES: ReadonlySet<string> = new Set(SPELLINGS.map(([name]) => name));

export interface DocumentIds {
  /** The element that alone has this identifier; null when there is none or more than one. */
  find(id: string): XmlElement | null;
  has(id: string): boolean;
  /** Identifiers that more than one element has, in any of the spellings. */
  readonly duplicates: ReadonlySet<string>;
}

/**
 * The identifiers of a document in every spelling: Id, ID, id, AssertionID, xml:id, wsu:Id. An element that carries
 * the same identifier in two spellings is no duplicate. `meter` hears of each identifier.
 */
export function documentIds(tree: XmlTree, meter: (ids: number) => void = () => undefined): DocumentIds {
  const owners = new Map<string, number>();
  const duplicates = new Set<string>();
  for (const attribute of idAttributes(tree)) {
    meter(1);
    const id = tree.nodes.content(attribute);
    const element = tree.nodes.parent(attribute);
    const owner = owners.get(id);
    if (owner !== undefined && owner !== element) duplicates.add(id);
    owners.set(id, element);
  }
  return {
    find: (id) => {
      const owner = duplicates.has(id) ? undefined : owners.get(id);
      return owner === undefined ? null : tree.elementAt(owner);
    },
    has: (id) => owners.has(id),
    duplicates,
  };
}

/** Names are looked at before nodes: most documents have few that could be meant. */
function* idAttributes({ nodes, names }: XmlTree): IterableIterator<number> {
  const candidates = names.withLocal((local) => NAMES.has(local));
  if (candidates === null) return;
  for (let node = candidates.firstNode, end = nodes.end(DOCUMENT); node < end; node++) {
    if (nodes.kind(node) !== NODE.attribute || candidates.isWanted[nodes.nameId(node)] !== 1) continue;
    if (isId(nodes, node)) yield node;
  }
}

function isId(nodes: XmlNodes, attribute: number): boolean {
  return SPELLINGS.some(([name, namespace]) => hasName(nodes, attribute, namespace, name));
}
