import type { PdfDocument } from '../pdf-document.ts';
import { PdfError } from '../pdf-error.ts';
import { pageAttribute, type PdfPage } from '../page-tree.ts';
import { isNamed, isPdfArray, PdfDictionary, PdfStream, type PdfObject } from '../pdf-objects.ts';
import type { Rectangle } from '../rectangle.ts';
import { contentOperations, type ContentOperation } from './content-operations.ts';
import type { PaintedArea } from './drawn-path.ts';
import { PaintingMachine, type Letter } from './painting-machine.ts';
import { enclosing, intersection, multiply, type Matrix } from './transformation.ts';

export interface PaintedAreas {
  readonly areas: readonly PaintedArea[];
  /** False when part of the contents could not be read, or there is more than anybody would look through. */
  readonly isComplete: boolean;
}

const MAX_OPERATIONS = 300_000;
const MAX_AREAS = 100_000;
const MAX_LETTERS = 200_000;
const MAX_DEPTH = 12;
const MAX_CONTENT_BYTES = 8 * 1024 * 1024;
const EVERYWHERE: Rectangle = [-1e6, -1e6, 1e6, 1e6];

/**
 * Where the contents of a page show text, pictures and drawings, somewhat generously. White fills, invisible text and
 * ruled lines are left out: nothing can be read off them. Annotations are not contents. Throws no PdfError.
 */
export function paintedAreas(document: PdfDocument, page: PdfPage): PaintedAreas {
  return walkContents(document, page, null);
}

/** What the page's contents say, letter by letter, in the order in which they are painted. Throws no PdfError. */
export function pageLetters(document: PdfDocument, page: PdfPage): readonly Letter[] {
  const letters: Letter[] = [];
  walkContents(document, page, letters);
  return letters;
}

function walkContents(document: PdfDocument, page: PdfPage, letters: Letter[] | null): PaintedAreas {
  const walk = new ContentWalk(document, letters);
  walk.run(() => {
    const contents = document.get(page.dictionary, 'Contents');
    const resources = pageAttribute(document, page, 'Resources');
    const streams = isPdfArray(contents) ? contents.map((item) => document.resolve(item)) : [contents];
    const data = streams.flatMap((stream) => (stream instanceof PdfStream ? [walk.decode(stream), NEWLINE] : []));
    walk.paint(Buffer.concat(data), resources, new PaintingMachine(EVERYWHERE, letters), 0);
  });
  return walk;
}

const NEWLINE = Buffer.from('\n');

class ContentWalk implements PaintedAreas {
  readonly areas: PaintedArea[] = [];
  isComplete = true;
  #operations = 0;
  #bytes = 0;
  readonly #document: PdfDocument;
  readonly #letters: Letter[] | null;

  constructor(document: PdfDocument, letters: Letter[] | null) {
    this.#document = document;
    this.#letters = letters;
  }

  /** What cannot be read might show anything. */
  run(action: () => void): void {
    try {
      action();
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
      this.isComplete = false;
    }
  }

  decode(stream: PdfStream): Uint8Array {
    const bytes = this.#document.decodeStream(stream);
    this.#bytes += bytes.length;
    if (this.#bytes > MAX_CONTENT_BYTES) throw new PdfError('PDF_LIMIT_EXCEEDED', 'too much content on one page');
    return bytes;
  }

  paint(content: Uint8Array, resources: PdfObject, machine: PaintingMachine, depth: number): void {
    const known = resources instanceof PdfDictionary ? resources : new PdfDictionary(new Map());
    for (const operation of contentOperations(content)) {
      this.#document.shared.countStep();
      const isTooMuch = this.areas.length > MAX_AREAS || (this.#letters?.length ?? 0) > MAX_LETTERS;
      if (++this.#operations > MAX_OPERATIONS || isTooMuch) {
        this.isComplete = false;
        return;
      }
      if (operation.operator === 'Do') this.#paintObject(operation, known, machine, depth);
      else if (operation.operator === 'Tf')
        machine.selectFont(this.#document, this.#named(known, 'Font', operation), operation);
      else machine.execute(operation);
      // One path may have more parts than a call has arguments.
      for (const area of machine.take()) this.areas.push(area);
    }
  }

  #named(resources: PdfDictionary, category: string, { operands }: ContentOperation): PdfObject {
    const [name] = operands;
    const entries = this.#document.dictionary(resources, category);
    const isName = name !== null && typeof name === 'object' && 'name' in name;
    return isName ? (entries?.get(name.name) ?? null) : null;
  }

  #paintObject(operation: ContentOperation, resources: PdfDictionary, machine: PaintingMachine, depth: number): void {
    const document = this.#document;
    const object = document.resolve(this.#named(resources, 'XObject', operation));
    if (!(object instanceof PdfStream)) return;
    const { matrix, clip } = machine.state;
    if (!isNamed(document.get(object.dictionary, 'Subtype'), 'Form')) {
      const rectangle = intersection(enclosing(matrix, [0, 0, 1, 1]), clip);
      if (rectangle !== null) this.areas.push({ rectangle, isPlain: false, kind: 'image' });
      return;
    }
    if (depth >= MAX_DEPTH) {
      this.isComplete = false;
      return;
    }
    const own = numbers(document, document.get(object.dictionary, 'Matrix'));
    const box = numbers(document, document.get(object.dictionary, 'BBox'));
    const inside = own.length === 6 ? multiply(own as unknown as Matrix, matrix) : matrix;
    const bounds = box.length === 4 ? intersection(enclosing(inside, box as unknown as Rectangle), clip) : clip;
    if (bounds === null) return;
    const nested = new PaintingMachine(bounds, this.#letters, { ...machine.state, matrix: inside });
    const ownResources = document.get(object.dictionary, 'Resources') ?? resources;
    this.run(() => {
      this.paint(this.decode(object), ownResources, nested, depth + 1);
    });
  }
}

function numbers(document: PdfDocument, list: PdfObject): number[] {
  if (!isPdfArray(list)) return [];
  return list.map((item) => document.resolve(item)).filter((item) => typeof item === 'number');
}
