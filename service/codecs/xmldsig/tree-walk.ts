import { NODE, type XmlNodes } from './xml-nodes.ts';

/** The next node within the subtree of `top` in document order, attributes passed over; 0 at its end. */
export function followingNode(nodes: XmlNodes, node: number, top: number): number {
  const end = nodes.end(top);
  for (let next = node + 1; next < end; next++) {
    const kind = nodes.kind(next);
    if (kind !== NODE.attribute && kind !== NODE.declaration) return next;
  }
  return 0;
}

/**
 * The next element within the subtree of `top` in document order; 0 at its end. `top` itself is where a walk begins:
 * `for (let element = top; element !== 0; element = followingElement(nodes, element, top))`.
 */
export function followingElement(nodes: XmlNodes, element: number, top: number): number {
  const end = nodes.end(top);
  for (let next = element + 1; next < end; next++) if (nodes.kind(next) === NODE.element) return next;
  return 0;
}
