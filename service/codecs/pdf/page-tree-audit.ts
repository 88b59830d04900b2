import type { PdfDocument } from './pdf-document.ts';
import { isNamed, isPdfArray, PdfDictionary, PdfReference, type PdfObject } from './pdf-objects.ts';
import { rectangleOf } from './rectangle.ts';

const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;
const RIGHT_ANGLE = 90;

interface Waiting {
  readonly reference: PdfReference;
  /** Null for the root. */
  readonly parent: PdfReference | null;
}

interface SeenNode {
  readonly document: PdfDocument;
  readonly node: PdfDictionary;
  readonly number: number;
}

/**
 * What readers go by differently in the page tree (ISO 32000-2 clauses 7.7.3.2 to 7.7.3.4): some count the pages, others
 * believe /Count; some inherit from the node that lists a page, others from the one that the page calls its parent. Null
 * when nothing, otherwise a clause for a person. The tree is one that `walkPages` has walked. Throws PdfError.
 */
export function findTreeDifference(document: PdfDocument): string | null {
  const root = document.catalog.get('Pages');
  const waiting: Waiting[] = root instanceof PdfReference ? [{ reference: root, parent: null }] : [];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { reference, parent } = next;
    const node = document.resolve(reference);
    if (!(node instanceof PdfDictionary)) continue;
    document.shared.countStep();
    const kids = document.get(node, 'Kids');
    const seen: SeenNode = { document, node, number: reference.number };
    const cause = linkCause(seen, parent) ?? attributesCause(seen) ?? kindCause(seen, kids);
    if (cause !== null) return cause;
    for (const kid of isPdfArray(kids) ? kids : []) {
      if (kid instanceof PdfReference) waiting.push({ reference: kid, parent: reference });
    }
  }
  return null;
}

function linkCause({ node, number }: SeenNode, parent: PdfReference | null): string | null {
  const written = node.get('Parent');
  if (parent === null)
    return written === null ? null : `object ${number} is the root of the page tree and has a parent`;
  const isSame = written instanceof PdfReference && written.number === parent.number;
  return isSame ? null : `object ${number} lies in the page tree and calls another node its parent`;
}

function kindCause({ document, node, number }: SeenNode, kids: PdfObject): string | null {
  const type = document.get(node, 'Type');
  if (kids === null) return isNamed(type, 'Page') ? null : `object ${number} is a page of another type`;
  if (!isNamed(type, 'Pages')) return `object ${number} is a node of the page tree of another type`;
  return document.get(node, 'Count') === leavesBelow(document, kids)
    ? null
    : `object ${number} does not have as many pages as it counts`;
}

/** Going by what each node below counts, which is looked at by itself. */
function leavesBelow(document: PdfDocument, kids: PdfObject): number {
  let sum = 0;
  for (const kid of isPdfArray(kids) ? kids : []) {
    const node = document.resolve(kid);
    const isTree = node instanceof PdfDictionary && document.get(node, 'Kids') !== null;
    sum += isTree ? Number(document.get(node, 'Count')) : 1;
  }
  return sum;
}

/** Attributes that pages inherit (table 31): one that is written as null hides what is inherited from some readers. */
function attributesCause({ document, node, number }: SeenNode): string | null {
  const empty = INHERITED.find((key) => node.entries.has(key) && document.get(node, key) === null);
  if (empty !== undefined) return `object ${number} writes its ${empty} as null`;
  const rotation = document.get(node, 'Rotate');
  // 90.0 is no number of degrees for some; 0.0 is none for all of them.
  const isTurned = typeof rotation === 'number' && rotation % RIGHT_ANGLE === 0 && !node.isOdd('Rotate');
  if (rotation !== null && rotation !== 0 && !isTurned)
    return `object ${number} is turned by something else than right angles`;
  const unit = document.get(node, 'UserUnit');
  if (unit !== null && !(typeof unit === 'number' && unit > 0)) return `object ${number} has a unit of no size`;
  const isBox = (key: 'MediaBox' | 'CropBox'): boolean =>
    node.get(key) === null || rectangleOf(document, document.get(node, key)) !== undefined;
  return isBox('MediaBox') && isBox('CropBox')
    ? null
    : `object ${number} has a size that is not written as a rectangle`;
}
