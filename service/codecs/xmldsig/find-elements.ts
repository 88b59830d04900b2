import { NODE } from './libxml2.ts';
import { followingElement, hasName } from './tree-walk.ts';
import type { XmlElement, XmlTree } from './xml-document.ts';

/**
 * The elements with this expanded name that do not lie in another one of that name, in document order, and how many
 * lie in those. One pass over the tree that makes no object but those of the answer.
 */
export function outermostElements(
  tree: XmlTree,
  namespace: string,
  localName: string,
): { readonly elements: XmlElement[]; readonly nested: number } {
  const { memory } = tree;
  const elements: XmlElement[] = [];
  let nested = 0;
  const top = tree.root.pointer;
  for (let pointer = top; pointer !== 0; pointer = followingElement(memory, pointer, top)) {
    if (!hasName(memory, pointer, namespace, localName)) continue;
    const element = tree.elementAt(pointer);
    const last = elements.at(-1);
    if (last !== undefined && element.isWithin(last)) nested++;
    else elements.push(element);
  }
  return { elements, nested };
}

/** The child elements with this expanded name, in order; no object is made of the others. */
export function childrenNamed(parent: XmlElement, namespace: string, localName: string): XmlElement[] {
  const { memory } = parent.tree;
  const found: XmlElement[] = [];
  for (let node = memory.firstChild(parent.pointer); node !== 0; node = memory.next(node)) {
    if (memory.type(node) !== NODE.element || !hasName(memory, node, namespace, localName)) continue;
    found.push(parent.tree.elementAt(node));
  }
  return found;
}

/** Whether the element, or one in it, is in none of these namespaces. */
export function hasElementOutside(top: XmlElement, namespaces: ReadonlySet<string>): boolean {
  const { memory } = top.tree;
  // The parser keeps each declaration once: most have been looked at before.
  const known = new Map<number, boolean>([[0, false]]);
  for (let pointer = top.pointer; pointer !== 0; pointer = followingElement(memory, pointer, top.pointer)) {
    const declaration = memory.namespace(pointer);
    let isKnown = known.get(declaration);
    if (isKnown === undefined) {
      isKnown = namespaces.has(memory.string(memory.href(declaration)));
      known.set(declaration, isKnown);
    }
    if (!isKnown) return true;
  }
  return false;
}

/** The elements of this namespace at `top` and in it, in document order; no object is made of the others. */
export function* elementsInNamespace(top: XmlElement, namespace: string): IterableIterator<XmlElement> {
  const { memory } = top.tree;
  const known = new Map<number, boolean>([[0, namespace === '']]);
  for (let pointer = top.pointer; pointer !== 0; pointer = followingElement(memory, pointer, top.pointer)) {
    const declaration = memory.namespace(pointer);
    let isIn = known.get(declaration);
    if (isIn === undefined) {
      isIn = memory.equals(memory.href(declaration), namespace);
      known.set(declaration, isIn);
    }
    if (isIn) yield top.tree.elementAt(pointer);
  }
}

/** Whether processing instructions stand outside of the document element: a reference to that element leaves them out. */
export function hasOuterInstructions(tree: XmlTree): boolean {
  const { memory } = tree;
  for (let node = memory.firstChild(tree.pointer); node !== 0; node = memory.next(node)) {
    if (memory.type(node) === NODE.instruction) return true;
  }
  return false;
}
