import { attributeValue, followingElement } from './tree-walk.ts';
import type { XmlElement, XmlTree } from './xml-document.ts';

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
 * the same identifier in two spellings is no duplicate.
 */
export function documentIds(tree: XmlTree): DocumentIds {
  const { memory } = tree;
  const owners = new Map<string, number>();
  const duplicates = new Set<string>();
  const isIdName = nameTest(memory);
  const top = tree.root.pointer;
  for (let pointer = top; pointer !== 0; pointer = followingElement(memory, pointer, top)) {
    for (let node = memory.firstAttribute(pointer); node !== 0; node = memory.next(node)) {
      if (!isIdName(node)) continue;
      const id = attributeValue(memory, node);
      const owner = owners.get(id);
      if (owner !== undefined && owner !== pointer) duplicates.add(id);
      owners.set(id, pointer);
    }
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

type Memory = XmlTree['memory'];

/** Tells whether an attribute's name is one of the spellings; the tree keeps each name once, so each is read once. */
function nameTest(memory: Memory): (attribute: number) => boolean {
  const candidates = new Map<number, string | null>();
  return (attribute) => {
    const pointer = memory.name(attribute);
    let name = candidates.get(pointer);
    if (name === undefined) {
      const text = memory.string(pointer);
      name = NAMES.has(text) ? text : null;
      if (candidates.size < MAX_CACHED_NAMES) candidates.set(pointer, name);
    }
    if (name === null) return false;
    const namespace = namespaceOf(memory, attribute);
    return SPELLINGS.some(([known, uri]) => known === name && uri === namespace);
  };
}

const MAX_CACHED_NAMES = 10_000;

function namespaceOf(memory: Memory, attribute: number): string {
  const namespace = memory.namespace(attribute);
  return namespace === 0 ? '' : memory.string(memory.href(namespace));
}
