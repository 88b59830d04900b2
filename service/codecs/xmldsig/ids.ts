import { attributeValue, followingElement, hasName } from './tree-walk.ts';
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
/** The first bytes of those names, by which most other attributes are passed over. */
const IS_FIRST_BYTE = new Uint8Array(256);
for (const [name] of SPELLINGS) IS_FIRST_BYTE[name.charCodeAt(0)] = 1;

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
  const { memory } = tree;
  const owners = new Map<string, number>();
  const duplicates = new Set<string>();
  const top = tree.root.pointer;
  for (let pointer = top; pointer !== 0; pointer = followingElement(memory, pointer, top)) {
    for (let node = memory.firstAttribute(pointer); node !== 0; node = memory.next(node)) {
      if (!isId(memory, node)) continue;
      meter(1);
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

function isId(memory: XmlTree['memory'], attribute: number): boolean {
  if (IS_FIRST_BYTE[memory.bytes[memory.name(attribute)] ?? 0] !== 1) return false;
  return SPELLINGS.some(([name, namespace]) => hasName(memory, attribute, namespace, name));
}
