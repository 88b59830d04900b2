import { NODE, type TreeMemory } from './libxml2.ts';

/** The next node within the subtree of `top` in document order; 0 at its end. */
export function followingNode(memory: TreeMemory, node: number, top: number): number {
  const child = memory.type(node) === NODE.element ? memory.firstChild(node) : 0;
  if (child !== 0) return child;
  for (let up = node; up !== top; up = memory.parent(up)) {
    const next = memory.next(up);
    if (next !== 0) return next;
  }
  return 0;
}

/**
 * The next element within the subtree of `top` in document order; 0 at its end. `top` itself is where a walk begins:
 * `for (let element = top; element !== 0; element = followingElement(memory, element, top))`.
 */
export function followingElement(memory: TreeMemory, element: number, top: number): number {
  let node = followingNode(memory, element, top);
  while (node !== 0 && memory.type(node) !== NODE.element) node = followingNode(memory, node, top);
  return node;
}

/** The value of an attribute: its texts, since entities are none. */
export function attributeValue(memory: TreeMemory, attribute: number): string {
  let text = '';
  for (let node = memory.firstChild(attribute); node !== 0; node = memory.next(node)) {
    text += memory.string(memory.content(node));
  }
  return text;
}

/** Whether an element or attribute has this expanded name; an empty namespace stands for none. */
export function hasName(memory: TreeMemory, node: number, namespace: string, localName: string): boolean {
  if (!memory.equals(memory.name(node), localName)) return false;
  const declared = memory.namespace(node);
  return declared === 0 ? namespace === '' : memory.equals(memory.href(declared), namespace);
}
