import type { PdfDocument } from '../pdf-document.ts';
import { PdfString, type PdfDictionary, type PdfName, type PdfObject } from '../pdf-objects.ts';
import type { Rectangle } from '../rectangle.ts';
import { readPlainFont, type PlainFont } from './plain-font.ts';
import { PlainPath } from './plain-path.ts';
import type { ShownGlyph } from './plain-text.ts';
import { enclosing, IDENTITY, intersection, multiply, transformed, type Matrix } from './transformation.ts';

/** An operation that a drawing of nothing but a text does not need. */
export class UnplainDrawing extends Error {
  override readonly name = 'UnplainDrawing';
}

export interface Ground {
  readonly rectangle: Rectangle;
  readonly brightness: number;
}

interface TextState {
  readonly matrix: Matrix;
  readonly clip: Rectangle;
  readonly font: PlainFont | null;
  readonly size: number;
  readonly characterSpacing: number;
  readonly wordSpacing: number;
  readonly scale: number;
  readonly leading: number;
  /** Brightness of what is filled and of what is stroked, from 0 to 1. */
  readonly fill: number;
  /** Operator that sets a colour of the chosen space. */
  readonly space: string;
  readonly lineWidth: number;
}

const MAX_GLYPHS = 20_000;
const MAX_SAVED = 16;
/** No text is brighter, and no ground below it darker. */
const BRIGHTEST_TEXT = 0.45;
const DARKEST_GROUND = 0.7;

/**
 * Follows a drawing that consists of one text, a light ground, and a frame, as programs draw a form field's value
 * (ISO 32000-2 clause 12.7.4.3). Everything else throws UnplainDrawing; what stands in no font throws PdfError.
 */
export class PlainDrawing {
  readonly glyphs: ShownGlyph[] = [];
  /** Filled areas, in order, with their brightness. */
  readonly grounds: Ground[] = [];
  #state: TextState;
  readonly #saved: TextState[] = [];
  readonly #path = new PlainPath();
  #textMatrix: Matrix | null = null;
  #lineMatrix: Matrix = IDENTITY;
  #marks = 0;
  readonly #fonts = new Map<string, PlainFont | null>();
  readonly #document: PdfDocument;
  readonly #resources: PdfDictionary | null;
  readonly #box: Rectangle;
  readonly #cells: number;

  /** `cells`: how many characters with lines between them stand side by side; 1 for other texts. */
  constructor(document: PdfDocument, resources: PdfDictionary | null, box: Rectangle, cells: number) {
    this.#document = document;
    this.#resources = resources;
    this.#box = box;
    this.#cells = cells;
    this.#state = {
      ...{ matrix: IDENTITY, clip: box, font: null, size: 0, characterSpacing: 0, wordSpacing: 0 },
      ...{ scale: 1, leading: 0, fill: 0, space: 'g', lineWidth: 1 },
    };
  }

  /** After the last operation: everything that was begun has an end. */
  finish(): void {
    const isOpen = this.#textMatrix !== null || this.#marks !== 0 || this.#saved.length > 0;
    if (isOpen || this.#path.isClip || !this.#path.isEmpty) throw new UnplainDrawing('the end');
  }

  set(changes: Partial<TextState>): void {
    this.#state = { ...this.#state, ...changes };
  }

  /** Operator that sets a colour of the chosen space. */
  get space(): string {
    return this.#state.space;
  }

  save(): void {
    if (this.#textMatrix !== null || this.#saved.length >= MAX_SAVED) throw new UnplainDrawing('q');
    this.#saved.push(this.#state);
  }

  restore(): void {
    const state = this.#saved.pop();
    if (this.#textMatrix !== null || state === undefined) throw new UnplainDrawing('Q');
    this.#state = state;
  }

  /** Upright and not mirrored. */
  transform(matrix: Matrix): void {
    if (this.#textMatrix !== null || !isUpright(matrix)) throw new UnplainDrawing('cm');
    this.set({ matrix: multiply(matrix, this.#state.matrix) });
  }

  /** Marks have no look of their own and may lie in each other (clause 14.6.1), as iText writes them. */
  mark(isBeginning: boolean): void {
    this.#marks += isBeginning ? 1 : -1;
    if (this.#marks < 0) throw new UnplainDrawing('EMC');
  }

  rectangle([x = 0, y = 0, width = 0, height = 0]: readonly number[]): void {
    if (this.#textMatrix !== null) throw new UnplainDrawing('re');
    this.#path.add(enclosing(this.#state.matrix, [x, y, x + width, y + height]));
  }

  line(isStart: boolean, [x = 0, y = 0]: readonly number[]): void {
    if (this.#textMatrix !== null) throw new UnplainDrawing('m');
    this.#path.lineTo(isStart, transformed(this.#state.matrix, x, y));
  }

  closeLine(): void {
    this.#path.closeLine();
  }

  clipToPath(): void {
    this.#path.isClip = true;
  }

  /** A ground lies under the text, a frame around it. */
  paint(isFilled: boolean, isStroked: boolean): void {
    const path = this.#path;
    const state = this.#state;
    const box = this.#box;
    if (this.#textMatrix !== null) throw new UnplainDrawing('painting in a text');
    if (isFilled) {
      if (this.glyphs.length > 0 || !path.isRectangles) throw new UnplainDrawing('f');
      if (state.fill < DARKEST_GROUND) throw new UnplainDrawing('a dark ground');
      for (const rectangle of path.rectangles) this.grounds.push({ rectangle, brightness: state.fill });
    }
    const [a, , , d] = state.matrix;
    if (isStroked && !path.isFrameOf(box, state.lineWidth * Math.max(a, d), this.#cells)) throw new UnplainDrawing('S');
    this.#takeClip();
    path.clear();
  }

  beginText(): void {
    if (this.#textMatrix !== null) throw new UnplainDrawing('BT');
    // Some programs leave the path that they clip to unpainted.
    if (!this.#path.isEmpty && !this.#path.isClip) throw new UnplainDrawing('an unfinished path');
    if (this.#path.isClip) {
      this.#takeClip();
      this.#path.close();
    }
    this.#textMatrix = IDENTITY;
    this.#lineMatrix = IDENTITY;
  }

  endText(): void {
    if (this.#textMatrix === null) throw new UnplainDrawing('ET');
    this.#textMatrix = null;
  }

  selectFont(name: PdfName, size: number): void {
    let font = this.#fonts.get(name.value);
    if (font === undefined) {
      const fonts = this.#resources === null ? null : this.#document.dictionary(this.#resources, 'Font');
      font = readPlainFont(this.#document, fonts?.get(name.value) ?? null);
      this.#fonts.set(name.value, font);
    }
    this.set({ font, size });
  }

  setLine(matrix: Matrix): void {
    if (this.#textMatrix === null || !isUpright(matrix)) throw new UnplainDrawing('Tm');
    this.#lineMatrix = matrix;
    this.#textMatrix = matrix;
  }

  moveLine(x: number, y: number): void {
    this.setLine(multiply([1, 0, 0, 1, x, y], this.#lineMatrix));
  }

  nextLine(): void {
    this.moveLine(0, -this.#state.leading);
  }

  showAll(items: readonly PdfObject[]): void {
    for (const item of items) {
      if (item instanceof PdfString) this.#show(item.bytes);
      else if (typeof item === 'number') this.#advance((-item / 1000) * this.#state.size * this.#state.scale);
      else throw new UnplainDrawing('TJ');
    }
  }

  #show(bytes: Uint8Array): void {
    const state = this.#state;
    const { font, size, scale } = state;
    if (font === null || size <= 0 || state.fill > BRIGHTEST_TEXT) throw new UnplainDrawing('Tj');
    for (const code of bytes) {
      const character = font.characterOf(code);
      if (character === null || this.glyphs.length >= MAX_GLYPHS) throw new UnplainDrawing(`code ${code}`);
      const width = font.widthOf(character) * size;
      this.#addGlyph(character, width);
      this.#advance((width + state.characterSpacing + (code === 0x20 ? state.wordSpacing : 0)) * scale);
    }
  }

  #addGlyph(character: string, width: number): void {
    this.#document.shared.countStep();
    if (this.#textMatrix === null) throw new UnplainDrawing('text outside of a text');
    const { matrix, clip, scale, size } = this.#state;
    const [a, , , d, x, y] = multiply(this.#textMatrix, matrix);
    const stretch = (a * scale) / d;
    if (stretch < 0.5 || stretch > 2) throw new UnplainDrawing('text out of shape');
    this.glyphs.push({ character, left: x, right: x + width * a * scale, baseline: y, size: size * d, clip });
  }

  #advance(width: number): void {
    this.#document.shared.countStep();
    if (this.#textMatrix === null) throw new UnplainDrawing('text outside of a text');
    this.#textMatrix = multiply([1, 0, 0, 1, width, 0], this.#textMatrix);
  }

  #takeClip(): void {
    const path = this.#path;
    const state = this.#state;
    if (!path.isClip) return;
    const [rectangle] = path.rectangles;
    if (rectangle === undefined || path.rectangles.length !== 1 || !path.isRectangles) throw new UnplainDrawing('W');
    this.set({ clip: intersection(rectangle, state.clip) ?? [0, 0, 0, 0] });
  }
}

function isUpright([a, b, c, d]: Matrix): boolean {
  return a > 0 && d > 0 && b === 0 && c === 0;
}
