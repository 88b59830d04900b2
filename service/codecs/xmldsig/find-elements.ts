import { NODE, type TreeMemory } from './libxml2.ts';
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
  const root = tree.root.pointer;
  const hasName = memoizedComparison((pointer) => memory.string(pointer) === localName);
  const hasNamespace = memoizedComparison((pointer) => memory.string(memory.href(pointer)) === namespace);
  const isElement = (node: number): boolean => memory.type(node) === NODE.element;
  const isFound = (node: number): boolean =>
    isElement(node) && hasName(memory.name(node)) && hasNamespace(memory.namespace(node));
  const elements: XmlElement[] = [];
  let nested = 0;
  /** Where the one that was found last ends: the first node after it, 0 for the end of the document. */
  let end = root;
  for (let node = root, isInside = false; node !== 0;) {
    if (node === end) isInside = false;
    if (isFound(node)) {
      if (isInside) nested++;
      else {
        elements.push(tree.elementAt(node));
        end = after(memory, node, root);
        isInside = true;
      }
    }
    node = (isElement(node) ? memory.firstChild(node) : 0) || after(memory, node, root);
  }
  return { elements, nested };
}

/** The first node that neither is nor lies in this one; 0 for none. */
function after(memory: TreeMemory, node: number, root: number): number {
  for (let up = node; up !== root; up = memory.parent(up)) {
    const next = memory.next(up);
    if (next !== 0) return next;
  }
  return 0;
}

/** The parser keeps each name and each namespace declaration once: most pointers have been compared before. */
function memoizedComparison(compare: (pointer: number) => boolean): (pointer: number) => boolean {
  const known = new Map<number, boolean>([[0, false]]);
  return (pointer) => {
    let result = known.get(pointer);
    if (result === undefined) {
      result = compare(pointer);
      known.set(pointer, result);
    }
    return result;
  };
}

/** Whether processing instructions stand outside of the document element: a reference to that element leaves them out. */
export function hasOuterInstructions(tree: XmlTree): boolean {
  const { memory } = tree;
  for (let node = memory.firstChild(tree.pointer); node !== 0; node = memory.next(node)) {
    if (memory.type(node) === NODE.instruction) return true;
  }
  return false;
}
