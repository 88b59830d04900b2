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

/** Pointers to `top` and all elements in it, in document order, without making an object of each. */
export function* elementPointers(memory: TreeMemory, top: number): Generator<number> {
  for (let node = top; node !== 0; node = followingNode(memory, node, top)) {
    if (memory.type(node) === NODE.element) yield node;
  }
}

/** The value of an attribute: its texts, since entities are none. */
export function attributeValue(memory: TreeMemory, attribute: number): string {
  let text = '';
  for (let node = memory.firstChild(attribute); node !== 0; node = memory.next(node)) {
    text += memory.string(memory.content(node));
  }
  return text;
}
