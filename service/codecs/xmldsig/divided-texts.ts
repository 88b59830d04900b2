import type { NodeMeter } from './canonicalize.ts';
import { XmlTree, type XmlElement } from './xml-document.ts';
import { NODE, type XmlNodes } from './xml-nodes.ts';

const STEPS_PER_REPORT = 1024;
const NO_BLANK = /[^ \t\r\n]/;

/**
 * Whether some element that holds a text and no element has a comment before more of its text: `1<!---->00`. Programs
 * that take the first child for the value read `1` there, or the comment. `without` is left out with all that is in it;
 * `meter` hears of the nodes that were looked at.
 */
export function hasDividedText(
  apex: XmlTree | XmlElement,
  without: ReadonlySet<XmlElement>,
  meter: NodeMeter = () => undefined,
): boolean {
  const { nodes } = apex instanceof XmlTree ? apex : apex.tree;
  if (!nodes.hasComments) return false;
  const top = (apex instanceof XmlTree ? apex.root : apex).node;
  const leftOut = new Set([...without].map(({ node }) => node));
  let mixed = 0;
  let steps = 0;
  for (let node = top; node < nodes.end(top); node++) {
    if (++steps % STEPS_PER_REPORT === 0) meter(STEPS_PER_REPORT);
    if (leftOut.has(node)) node = nodes.end(node) - 1;
    else if (nodes.kind(node) === NODE.comment && isBeforeText(nodes, node)) {
      const parent = nodes.parent(node);
      // Each parent is looked through once, however many comments it has.
      if (parent !== mixed && holdsNoElement(nodes, parent)) return true;
      mixed = parent;
    }
  }
  meter(steps % STEPS_PER_REPORT);
  return false;
}

/** Whether more than blanks stands between a comment and the next one: up to there its siblings are looked at. */
function isBeforeText(nodes: XmlNodes, comment: number): boolean {
  for (let node = nodes.next(comment); node !== 0; node = nodes.next(node)) {
    const kind = nodes.kind(node);
    if (kind === NODE.comment) return false;
    const isText = kind === NODE.text || kind === NODE.cdata;
    if (isText && NO_BLANK.test(nodes.content(node))) return true;
  }
  return false;
}

function holdsNoElement(nodes: XmlNodes, element: number): boolean {
  for (let node = nodes.firstChild(element); node !== 0; node = nodes.next(node)) {
    if (nodes.kind(node) === NODE.element) return false;
  }
  return true;
}
