import type { PdfDocument } from './pdf-document.ts';
import { invalidStructure, PdfError } from './pdf-error.ts';
import { isNamed, isPdfArray, PdfDictionary, PdfReference, type PdfObject } from './pdf-objects.ts';

const MAX_DEPTH = 100;
const INHERITABLE = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;

export interface PdfPage {
  /** 0-based. */
  readonly index: number;
  readonly reference: PdfReference;
  readonly dictionary: PdfDictionary;
  /** Resources, MediaBox, CropBox and Rotate where an ancestor gives what the page does not (clause 7.7.3.4). */
  readonly inherited: ReadonlyMap<string, PdfObject>;
}

/** The pages in order, ISO 32000-2 clause 7.7.3; /Count is not trusted. Throws PdfError, also on cycles. */
export function* walkPages(document: PdfDocument): Generator<PdfPage> {
  const root = document.catalog.get('Pages');
  if (!(root instanceof PdfReference)) throw invalidStructure('no page tree');
  let index = 0;
  const visited = new Set<number>();
  const pending: { reference: PdfReference; inherited: ReadonlyMap<string, PdfObject>; depth: number }[] = [
    { reference: root, inherited: new Map(), depth: 0 },
  ];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    document.shared.countStep();
    const node = document.resolve(item.reference);
    if (!(node instanceof PdfDictionary)) throw invalidStructure('a page tree node that is not a dictionary');
    const kids = document.get(node, 'Kids');
    if (kids === null) {
      if (isNamed(document.get(node, 'Type'), 'Pages')) continue;
      yield { index, reference: item.reference, dictionary: node, inherited: item.inherited };
      index++;
      continue;
    }
    if (visited.has(item.reference.number)) throw invalidStructure('a page tree node that occurs twice');
    visited.add(item.reference.number);
    if (item.depth >= MAX_DEPTH) throw new PdfError('PDF_LIMIT_EXCEEDED', 'page tree too deep');
    if (!isPdfArray(kids)) throw invalidStructure('malformed page tree node');
    const inherited = inherit(node, item.inherited);
    for (let position = kids.length - 1; position >= 0; position--) {
      const kid = kids[position];
      if (!(kid instanceof PdfReference)) throw invalidStructure('a page that is not an indirect object');
      pending.push({ reference: kid, inherited, depth: item.depth + 1 });
    }
  }
}

function inherit(node: PdfDictionary, from: ReadonlyMap<string, PdfObject>): ReadonlyMap<string, PdfObject> {
  if (!INHERITABLE.some((key) => node.get(key) !== null)) return from;
  const result = new Map(from);
  for (const key of INHERITABLE) {
    const value = node.get(key);
    if (value !== null) result.set(key, value);
  }
  return result;
}

/** Page `number`, counted from 1. Throws PdfError: PDF_PAGE_NOT_FOUND. */
export function findPage(document: PdfDocument, number: number): PdfPage {
  for (const page of walkPages(document)) if (page.index === number - 1) return page;
  throw new PdfError('PDF_PAGE_NOT_FOUND', `there is no page ${number}`);
}

/** A page attribute, own or inherited, with references followed. */
export function pageAttribute(document: PdfDocument, page: PdfPage, key: (typeof INHERITABLE)[number]): PdfObject {
  const own = document.get(page.dictionary, key);
  return own ?? document.resolve(page.inherited.get(key) ?? null);
}
