import type { Rectangle } from '../rectangle.ts';
import { DrawnPath, grown, type PaintedArea } from './drawn-path.ts';
import { initialState, type GraphicsState } from './graphics-state.ts';
import type { PaintAllowance } from './paint-allowance.ts';
import { codesOf, UNKNOWN_FONT, type FontWidths } from './text-widths.ts';
import { enclosing, IDENTITY, intersection, multiply, type Matrix } from './transformation.ts';

const MAX_SAVED_STATES = 512;
/** How far letters reach above and below their line, in parts of the font size. */
const ASCENT = 0.85;
const DESCENT = 0.25;
/** How far they reach to both sides of a line that goes down, and above its beginning. */
const HALF_WIDTH = 0.6;
const ABOVE = 0.15;
const INVISIBLE_TEXT = 3;
/** From here on the letters cut off what is painted after them. */
const CLIPPING_TEXT = 4;
const STROKED_TEXT: ReadonlySet<number> = new Set([1, 2, 5, 6]);
const UNIT: Rectangle = [0, 0, 1, 1];
/** No letter is so narrow; a font that says so may draw one of any width, for which the other is taken. */
const NARROWEST = 0.1;
const OF_NO_WIDTH = 0.5;

/** What is read as one character or more, and where, in default user space. */
export interface Letter {
  readonly text: string;
  readonly rectangle: Rectangle;
}

/** Follows what the operators of one content stream do as far as it decides where something is painted. */
export class PaintingMachine {
  state: GraphicsState;
  readonly path = new DrawnPath();
  textMatrix: Matrix = IDENTITY;
  lineMatrix: Matrix = IDENTITY;
  /** Everything was followed. */
  isComplete = true;
  readonly #saved: GraphicsState[] = [];
  #painted: PaintedArea[] = [];
  #isClipping = false;
  /** The text before was of a width that its font does not say. */
  #isPlaceGuessed = false;
  /** Where letters are gathered; null: nobody asked for them. */
  readonly #letters: Letter[] | null;

  readonly #allowance: PaintAllowance;

  constructor(
    clip: Rectangle,
    allowance: PaintAllowance,
    letters: Letter[] | null,
    state: GraphicsState = initialState(clip),
  ) {
    this.#allowance = allowance;
    this.#letters = letters;
    this.state = { ...state, clip };
  }

  /** What was painted since the last call. */
  take(): PaintedArea[] {
    const painted = this.#painted;
    if (painted.length > 0) this.#painted = [];
    return painted;
  }

  selectFont(font: FontWidths | null, size: number): void {
    this.state.font = font ?? UNKNOWN_FONT;
    this.state.fontSize = size;
  }

  /** Which state a `Q` leads back to cannot be told any more where not all were saved. */
  save(): void {
    if (this.#saved.length < MAX_SAVED_STATES) this.#saved.push({ ...this.state });
    else this.isComplete = false;
  }

  restore(): void {
    this.state = this.#saved.pop() ?? this.state;
  }

  clipToPath(): void {
    this.#isClipping = true;
  }

  paintPath(isFilled: boolean, isStroked: boolean): void {
    const { state, path } = this;
    if (isFilled) this.#fill();
    if (isStroked) this.#stroke();
    const { bounds } = path;
    if (this.#isClipping && bounds !== null) {
      state.clip = intersection(bounds, state.clip) ?? NOWHERE;
      state.isClipPlain &&= path.isPlainBox;
    }
    this.#isClipping = false;
    path.clear();
  }

  #stroke(): void {
    const { path, state } = this;
    if (!path.isKept) this.isComplete = false;
    const width = Math.max(state.lineWidth * scaleOf(state.matrix), 0.1);
    for (const rectangle of path.stroked(width, state.dashes, state.miterLimit)) {
      if (!this.add(rectangle, false)) return;
    }
    for (const line of state.dashes > 0 ? path.ruled(width, state.dashes) : [])
      if (!this.add(grown(line, width / 2), false, 'drawing', LEADER)) return;
  }

  #fill(): void {
    const { isFillWhite, isFillPattern, isBlended, isMasked, isClipPlain } = this.state;
    const isWhite = isFillWhite && !isFillPattern && !isBlended;
    const isEven = !isFillPattern && !isMasked && isClipPlain;
    if (!(isWhite ? this.path.isKept : this.path.hasAllSubpaths)) this.isComplete = false;
    for (const { rectangle, isPlain } of this.path.filled(isWhite)) {
      if (!this.add(rectangle, isPlain && isEven, 'drawing', isWhite ? WHITE : {})) return;
    }
  }

  /** False where more is painted than anybody looks through. */
  add(rectangle: Rectangle, isPlain: boolean, kind: PaintedArea['kind'] = 'drawing', traits: Traits = {}): boolean {
    if (!this.#allowance.take()) {
      this.isComplete = false;
      return false;
    }
    const visible = intersection(rectangle, this.state.clip);
    if (visible !== null) this.#painted.push({ rectangle: visible, isPlain, kind, ...traits });
    return true;
  }

  paintImage(): void {
    this.add(enclosing(this.state.matrix, UNIT), false, 'image');
  }

  moveLine(x: number, y: number): void {
    this.startLine(multiply([1, 0, 0, 1, x, y], this.lineMatrix));
  }

  startLine(matrix: Matrix): void {
    this.lineMatrix = matrix;
    this.textMatrix = matrix;
    this.#isPlaceGuessed = false;
  }

  showText(text: Uint8Array): void {
    const { font, renderMode } = this.state;
    const codes = codesOf(text, font);
    const end = codes.reduce((sum, code) => sum + this.#advanceOf(code), 0);
    if (renderMode >= CLIPPING_TEXT) this.state.isClipPlain = false;
    if (codes.length > 0 && this.#isPlaceGuessed) this.isComplete = false;
    this.#isPlaceGuessed ||= codes.some((code) => font.isGuess(code));
    if (codes.length > 0 && renderMode !== INVISIBLE_TEXT) {
      if (font.glyphOf !== null) this.#showGlyphs(codes, font.glyphOf);
      else {
        const box = grown(this.#boxOfText(...this.#reachOf(codes)), this.#outline());
        const isLeader = codes.every((code) => font.isLeader(code));
        this.add(box, false, 'text', isLeader ? LEADER : {});
      }
      if (this.#letters !== null) this.#gather(codes, this.#letters);
    }
    this.advance(end);
  }

  /** Along the line of the text. */
  advance(distance: number): void {
    const move: Matrix = this.state.font.isVertical ? [1, 0, 0, 1, 0, distance] : [1, 0, 0, 1, distance, 0];
    this.textMatrix = multiply(move, this.textMatrix);
  }

  /** A number between the strings of `TJ`. */
  adjust(thousandths: number): void {
    const { fontSize, horizontalScale, font } = this.state;
    this.advance((-thousandths / 1000) * fontSize * (font.isVertical ? 1 : horizontalScale));
  }

  /** Glyphs that are content streams of their own (clause 9.6.4): each shows what is painted in it, wherever that is. */
  #showGlyphs(codes: readonly number[], glyphOf: NonNullable<FontWidths['glyphOf']>): void {
    const { fontSize, horizontalScale, rise, matrix } = this.state;
    let along = 0;
    for (const code of codes) {
      const glyph = glyphOf(code);
      if (glyph === null) this.isComplete = false;
      const place: Matrix = [fontSize * horizontalScale, 0, 0, fontSize, along, rise];
      const toPage = multiply(multiply(place, this.textMatrix), matrix);
      for (const rectangle of glyph ?? []) if (!this.add(enclosing(toPage, rectangle), false, 'text')) return;
      along += this.#advanceOf(code);
    }
  }

  /** How far a text reaches back and on. Letters may go back over each other, or be painted by fonts of no width. */
  #reachOf(codes: readonly number[]): [from: number, to: number] {
    const { fontSize, horizontalScale, font } = this.state;
    const em = fontSize * horizontalScale;
    let [at, from, to] = [0, 0, 0];
    for (const code of codes) {
      const width = font.widthOf(code);
      const end = at + (font.isVertical ? -fontSize : (width < NARROWEST ? OF_NO_WIDTH : width) * em);
      from = Math.min(from, at, end);
      to = Math.max(to, at, end);
      at += this.#advanceOf(code);
    }
    return [from, to];
  }

  /** How far a stroke reaches beyond the letters that it is drawn around. */
  #outline(): number {
    const { renderMode, lineWidth, matrix } = this.state;
    return STROKED_TEXT.has(renderMode) ? (lineWidth * scaleOf(matrix)) / 2 : 0;
  }

  /** What a part of a line takes on the page, from one advance to another. */
  #boxOfText(from: number, to: number): Rectangle {
    const { rise, fontSize, font, matrix } = this.state;
    const box: Rectangle = font.isVertical
      ? [-HALF_WIDTH * fontSize, rise + Math.min(from, to), HALF_WIDTH * fontSize, rise + ABOVE * fontSize]
      : [from, rise - DESCENT * fontSize, to, rise + ASCENT * fontSize];
    return enclosing(multiply(this.textMatrix, matrix), box);
  }

  #advanceOf(code: number): number {
    const { font, fontSize, characterSpacing, wordSpacing, horizontalScale } = this.state;
    const spacing = characterSpacing + (!font.isComposite && code === 0x20 ? wordSpacing : 0);
    // The usual glyph of a vertical line is one em high (clause 9.7.4.3).
    if (font.isVertical) return spacing - fontSize;
    return (font.widthOf(code) * fontSize + spacing) * horizontalScale;
  }

  #gather(codes: readonly number[], letters: Letter[]): void {
    const { font } = this.state;
    let from = 0;
    for (const code of codes) {
      if (!this.#allowance.take()) return;
      const to = from + this.#advanceOf(code);
      letters.push({ text: font.textOf(code), rectangle: this.#boxOfText(from, to) });
      from = to;
    }
  }
}

function scaleOf([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}

type Traits = Pick<PaintedArea, 'isWhite' | 'isLeader'>;
const WHITE: Traits = { isWhite: true };
const LEADER: Traits = { isLeader: true };
const NOWHERE: Rectangle = [0, 0, 0, 0];
