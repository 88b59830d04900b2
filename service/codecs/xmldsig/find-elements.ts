import { followingElement } from './tree-walk.ts';
import type { XmlElement, XmlTree } from './xml-document.ts';
import { DOCUMENT, hasName, NODE } from './xml-nodes.ts';

/**
 * The elements with this expanded name that do not lie in another one of that name, in document order, and how many
 * lie in those. No object is made but those of the answer.
 */
export function outermostElements(
  tree: XmlTree,
  namespace: string,
  localName: string,
): { readonly elements: XmlElement[]; readonly nested: number } {
  const elements: XmlElement[] = [];
  let nested = 0;
  for (const element of tree.elementsNamed(namespace, localName)) {
    const last = elements.at(-1);
    if (last !== undefined && element.isWithin(last)) nested++;
    else elements.push(element);
  }
  return { elements, nested };
}

/** The child elements with this expanded name, in order; no object is made of the others. */
export function childrenNamed(parent: XmlElement, namespace: string, localName: string): XmlElement[] {
  return [...eachChildNamed(parent, namespace, localName)];
}

/** The same one after the other: who has seen enough looks for no more. */
export function* eachChildNamed(
  parent: XmlElement,
  namespace: string,
  localName: string,
): IterableIterator<XmlElement> {
  const { nodes } = parent.tree;
  for (let node = nodes.firstChild(parent.node); node !== 0; node = nodes.next(node)) {
    if (nodes.kind(node) !== NODE.element || !hasName(nodes, node, namespace, localName)) continue;
    yield parent.tree.elementAt(node);
  }
}

/** Whether the element, or one in it, is in none of these namespaces. */
export function hasElementOutside(top: XmlElement, namespaces: ReadonlySet<string>): boolean {
  const { nodes } = top.tree;
  // There is one binding for each prefix and URI: most have been looked at before.
  const known = new Map<number, boolean>([[0, false]]);
  for (let node = top.node; node !== 0; node = followingElement(nodes, node, top.node)) {
    const binding = nodes.bindingId(node);
    let isKnown = known.get(binding);
    if (isKnown === undefined) {
      isKnown = namespaces.has(nodes.binding(node).uriText);
      known.set(binding, isKnown);
    }
    if (!isKnown) return true;
  }
  return false;
}

/** The elements of this namespace at `top` and in it, in document order; no object is made of the others. */
export function* elementsInNamespace(top: XmlElement, namespace: string): IterableIterator<XmlElement> {
  const { nodes } = top.tree;
  const known = new Map<number, boolean>([[0, namespace === '']]);
  for (let node = top.node; node !== 0; node = followingElement(nodes, node, top.node)) {
    const binding = nodes.bindingId(node);
    let isIn = known.get(binding);
    if (isIn === undefined) {
      isIn = nodes.binding(node).uriText === namespace;
      known.set(binding, isIn);
    }
    if (isIn) yield top.tree.elementAt(node);
  }
}

/** Whether processing instructions stand outside of the document element: a reference to that element leaves them out. */
export function hasOuterInstructions(tree: XmlTree): boolean {
  const { nodes } = tree;
  for (let node = nodes.firstChild(DOCUMENT); node !== 0; node = nodes.next(node)) {
    if (nodes.kind(node) === NODE.instruction) return true;
  }
  return false;
}
