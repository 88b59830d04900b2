import type { PdfDocument } from '../pdf-document.ts';
import { PdfError } from '../pdf-error.ts';
import { pageAttribute, type PdfPage } from '../page-tree.ts';
import { isNamed, isPdfArray, PdfDictionary, PdfReference, PdfStream, type PdfObject } from '../pdf-objects.ts';
import type { Rectangle } from '../rectangle.ts';
import { contentOperations, type ContentOperation } from './content-operations.ts';
import { DarkGrounds } from './dark-grounds.ts';
import { placeOfForm, readExtendedState } from './drawing-dictionaries.ts';
import type { PaintedArea } from './drawn-path.ts';
import { PaintAllowance } from './paint-allowance.ts';
import { PaintingMachine, type Letter } from './painting-machine.ts';
import { execute, isPlainOperation } from './painting-operators.ts';
import { readFontWidths, type FontWidths } from './text-widths.ts';

export interface PaintedAreas {
  readonly areas: readonly PaintedArea[];
  /** Rows of dots and dashes: places to be filled in, and no part of `areas`. */
  readonly leaders: readonly Rectangle[];
  /**
   * False when part of the contents could not be read or is read otherwise by other readers, or there is more than anybody
   * would look through.
   */
  readonly isComplete: boolean;
}

const MAX_OPERATIONS = 300_000;
const MAX_AREAS = 100_000;
const MAX_LETTERS = 200_000;
const MAX_DEPTH = 12;
const MAX_CONTENT_BYTES = 8 * 1024 * 1024;
const EVERYWHERE: Rectangle = [-1e6, -1e6, 1e6, 1e6];

/**
 * Where the contents of a page show text, pictures and drawings, somewhat generously. White fills on nothing, invisible
 * text and ruled lines are left out: nothing can be read off them. Annotations are not contents. Throws no PdfError.
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
    walk.paint(Buffer.concat(data), resources, 0);
  });
  return walk;
}

const NEWLINE = Buffer.from('\n');

class ContentWalk implements PaintedAreas {
  readonly areas: PaintedArea[] = [];
  readonly leaders: Rectangle[] = [];
  isComplete = true;
  #operations = 0;
  #bytes = 0;
  readonly #document: PdfDocument;
  readonly #letters: Letter[] | null;
  /** By number, or the dictionary itself where that stands in the resources. */
  readonly #fonts = new Map<number | PdfObject, FontWidths>();
  readonly #grounds = new DarkGrounds();
  readonly #allowance: PaintAllowance;

  constructor(document: PdfDocument, letters: Letter[] | null) {
    this.#document = document;
    this.#letters = letters;
    this.#allowance = new PaintAllowance(() => document.shared.countStep());
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

  paint(content: Uint8Array, resources: PdfObject, depth: number): void {
    const machine = new PaintingMachine(EVERYWHERE, this.#allowance, this.#letters);
    this.#paint(content, { machine, resources: dictionaryOr(resources), depth }, (area) => {
      if (area.isLeader === true) {
        this.leaders.push(area.rectangle);
        return;
      }
      if (area.isWhite !== true || this.#grounds.areBelow(area.rectangle)) this.areas.push(area);
      if (area.isWhite !== true && area.kind !== 'text') this.#grounds.add(area.rectangle);
    });
  }

  #paint(content: Uint8Array, place: Place, take: (area: PaintedArea) => void): void {
    const { machine } = place;
    for (const operation of contentOperations(content)) {
      this.#document.shared.countStep();
      const isTooMuch =
        this.areas.length + this.leaders.length > MAX_AREAS ||
        (this.#letters?.length ?? 0) > MAX_LETTERS ||
        this.#allowance.isSpent;
      if (++this.#operations > MAX_OPERATIONS || isTooMuch) {
        this.isComplete = false;
        return;
      }
      this.#perform(operation, place, take);
      // One path may have more parts than a call has arguments.
      for (const area of machine.take()) take(area);
    }
    this.isComplete &&= machine.isComplete;
  }

  #perform(operation: ContentOperation, place: Place, take: (area: PaintedArea) => void): void {
    const { operator } = operation;
    if (!isPlainOperation(operation)) this.isComplete = false;
    if (operator === 'Do') this.#paintObject(operation, place, take);
    else if (operator === 'Tf') this.#selectFont(operation, place);
    else if (operator === 'gs') this.#takeState(operation, place);
    else execute(place.machine, operation);
  }

  #named({ resources }: Place, category: string, { operands }: ContentOperation): PdfObject {
    const [name] = operands;
    const entries = this.#document.dictionary(resources, category);
    const isName = name !== null && typeof name === 'object' && 'name' in name;
    return isName ? (entries?.get(name.name) ?? null) : null;
  }

  #selectFont(operation: ContentOperation, place: Place): void {
    const size = operation.operands.find((item) => typeof item === 'number') ?? 0;
    place.machine.selectFont(this.#fontOf(this.#named(place, 'Font', operation), place.depth), size);
  }

  #fontOf(written: PdfObject, depth: number): FontWidths | null {
    if (written === null) return null;
    const key = written instanceof PdfReference ? written.number : written;
    const font = this.#fonts.get(key) ?? this.#readFont(written, depth);
    this.#fonts.set(key, font);
    return font;
  }

  #readFont(written: PdfObject, depth: number): FontWidths {
    return readFontWidths(this.#document, written, (procedure, resources) => {
      if (depth >= MAX_DEPTH) return null;
      const painted: Rectangle[] = [];
      const machine = new PaintingMachine(EVERYWHERE, this.#allowance, null);
      const place = { machine, resources: dictionaryOr(resources), depth: depth + 1 };
      this.#paint(this.decode(procedure), place, ({ rectangle }) => painted.push(rectangle));
      return painted;
    });
  }

  #takeState(operation: ContentOperation, { machine, ...place }: Place): void {
    const entries = this.#document.resolve(this.#named({ machine, ...place }, 'ExtGState', operation));
    if (!(entries instanceof PdfDictionary)) return;
    const { font, ...state } = readExtendedState(this.#document, entries);
    Object.assign(machine.state, state);
    if (font !== undefined) machine.selectFont(this.#fontOf(font.written, place.depth), font.size);
  }

  #paintObject(operation: ContentOperation, place: Place, take: (area: PaintedArea) => void): void {
    const document = this.#document;
    const object = document.resolve(this.#named(place, 'XObject', operation));
    if (!(object instanceof PdfStream)) return;
    const { state } = place.machine;
    if (!isNamed(document.get(object.dictionary, 'Subtype'), 'Form')) {
      place.machine.paintImage();
      return;
    }
    const { matrix, clip, isRead } = placeOfForm(document, object.dictionary, state);
    if (!isRead || place.depth >= MAX_DEPTH) this.isComplete = false;
    if (clip === null || place.depth >= MAX_DEPTH) return;
    const machine = new PaintingMachine(clip, this.#allowance, this.#letters, { ...state, matrix });
    const resources = document.get(object.dictionary, 'Resources') ?? place.resources;
    this.run(() => {
      this.#paint(this.decode(object), { machine, resources: dictionaryOr(resources), depth: place.depth + 1 }, take);
    });
  }
}

/** What a content stream is painted with. */
interface Place {
  readonly machine: PaintingMachine;
  readonly resources: PdfDictionary;
  readonly depth: number;
}

function dictionaryOr(object: PdfObject): PdfDictionary {
  return object instanceof PdfDictionary ? object : new PdfDictionary(new Map());
}
