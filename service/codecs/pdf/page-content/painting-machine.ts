import type { PdfDocument } from '../pdf-document.ts';
import { PdfReference, type PdfObject } from '../pdf-objects.ts';
import type { Rectangle } from '../rectangle.ts';
import type { ContentOperation, Operand } from './content-operations.ts';
import { DrawnPath, type PaintedArea } from './drawn-path.ts';
import { initialState, type GraphicsState } from './graphics-state.ts';
import { codesOf, readFontWidths, UNKNOWN_FONT, type FontWidths } from './text-widths.ts';
import { enclosing, IDENTITY, intersection, multiply, type Matrix } from './transformation.ts';

const MAX_SAVED_STATES = 512;
/** How far letters reach above and below their line, in parts of the font size. */
const ASCENT = 0.85;
const DESCENT = 0.25;
const INVISIBLE_TEXT = 3;
const UNIT: Rectangle = [0, 0, 1, 1];
/** Spaces, full stops and underscores: places to be filled in. */
const LEADERS = new Set([0x20, 0x2e, 0x5f, 0xa0]);

type Action = (machine: PaintingMachine, values: readonly number[], operands: readonly Operand[]) => void;

/** What is read as one character or more, and where, in default user space. */
export interface Letter {
  readonly text: string;
  readonly rectangle: Rectangle;
}

/** Follows the operators of one content stream that decide where something is painted. */
export class PaintingMachine {
  state: GraphicsState;
  readonly path = new DrawnPath();
  textMatrix: Matrix = IDENTITY;
  lineMatrix: Matrix = IDENTITY;
  readonly #saved: GraphicsState[] = [];
  #painted: PaintedArea[] = [];
  #isClipping = false;
  readonly #fonts = new Map<number, FontWidths>();
  /** Where letters are gathered; null: nobody asked for them. */
  readonly #letters: Letter[] | null;

  constructor(clip: Rectangle, letters: Letter[] | null, state: GraphicsState = initialState(clip)) {
    this.#letters = letters;
    this.state = { ...state, clip };
  }

  execute({ operator, operands }: ContentOperation): void {
    const action = ACTIONS.get(operator);
    if (action === undefined) return;
    action(
      this,
      operands.filter((item) => typeof item === 'number'),
      operands,
    );
  }

  /** What was painted since the last call. */
  take(): PaintedArea[] {
    const painted = this.#painted;
    if (painted.length > 0) this.#painted = [];
    return painted;
  }

  /** `Tf`. Throws PdfError. */
  selectFont(document: PdfDocument, font: PdfObject, { operands }: ContentOperation): void {
    const number = font instanceof PdfReference ? font.number : -1;
    const known = this.#fonts.get(number);
    const widths = known ?? (font === null ? UNKNOWN_FONT : readFontWidths(document, font));
    if (number >= 0) this.#fonts.set(number, widths);
    const size = operands.find((item) => typeof item === 'number');
    this.state.font = widths;
    this.state.fontSize = size ?? 0;
  }

  save(): void {
    if (this.#saved.length < MAX_SAVED_STATES) this.#saved.push({ ...this.state });
  }

  restore(): void {
    this.state = this.#saved.pop() ?? this.state;
  }

  clipToPath(): void {
    this.#isClipping = true;
  }

  paintPath(isFilled: boolean, isStroked: boolean): void {
    const { state, path } = this;
    if (isFilled && !state.isFillWhite)
      for (const { rectangle, isPlain } of path.filled()) this.add(rectangle, isPlain);
    if (isStroked) {
      const [a, b, c, d] = state.matrix;
      const scale = Math.sqrt(Math.abs(a * d - b * c));
      for (const rectangle of path.stroked(Math.max(state.lineWidth * scale, 0.1))) this.add(rectangle, false);
    }
    const { bounds } = path;
    if (this.#isClipping && bounds !== null) state.clip = intersection(bounds, state.clip) ?? NOWHERE;
    this.#isClipping = false;
    path.clear();
  }

  add(rectangle: Rectangle, isPlain: boolean, kind: PaintedArea['kind'] = 'drawing'): void {
    const visible = intersection(rectangle, this.state.clip);
    if (visible !== null) this.#painted.push({ rectangle: visible, isPlain, kind });
  }

  paintImage(): void {
    this.add(enclosing(this.state.matrix, UNIT), false, 'image');
  }

  moveLine(x: number, y: number): void {
    this.lineMatrix = multiply([1, 0, 0, 1, x, y], this.lineMatrix);
    this.textMatrix = this.lineMatrix;
  }

  showText(text: Uint8Array): void {
    const { state } = this;
    const width = this.#widthOf(text);
    const isReadable = state.font.isComposite || !text.every((code) => LEADERS.has(code));
    if (isReadable && text.length > 0 && state.renderMode !== INVISIBLE_TEXT) {
      this.add(this.#boxOfText(0, width), false, 'text');
      if (this.#letters !== null) this.#gather(text, this.#letters);
    }
    this.advance(width);
  }

  advance(width: number): void {
    this.textMatrix = multiply([1, 0, 0, 1, width, 0], this.textMatrix);
  }

  /** What a part of a line takes on the page, from one advance to another. */
  #boxOfText(from: number, to: number): Rectangle {
    const { rise, fontSize, matrix } = this.state;
    const bottom = rise - DESCENT * Math.abs(fontSize);
    const box: Rectangle = [Math.min(from, to), bottom, Math.max(from, to), rise + ASCENT * Math.abs(fontSize)];
    return enclosing(multiply(this.textMatrix, matrix), box);
  }

  #widthOf(text: Uint8Array): number {
    const { font } = this.state;
    return codesOf(text, font).reduce((sum, code) => sum + this.#advanceOf(code), 0);
  }

  #advanceOf(code: number): number {
    const { font, fontSize, characterSpacing, wordSpacing, horizontalScale } = this.state;
    const spacing = characterSpacing + (!font.isComposite && code === 0x20 ? wordSpacing : 0);
    return (font.widthOf(code) * fontSize + spacing) * horizontalScale;
  }

  #gather(text: Uint8Array, letters: Letter[]): void {
    const { font } = this.state;
    let left = 0;
    for (const code of codesOf(text, font)) {
      const right = left + this.#advanceOf(code);
      letters.push({ text: font.textOf(code), rectangle: this.#boxOfText(left, right) });
      left = right;
    }
  }
}

const NOWHERE: Rectangle = [0, 0, 0, 0];

function showAll(machine: PaintingMachine, items: readonly Operand[]): void {
  const { fontSize, horizontalScale } = machine.state;
  for (const item of items) {
    if (item instanceof Uint8Array) machine.showText(item);
    else if (typeof item === 'number') machine.advance((-item / 1000) * fontSize * horizontalScale);
    else if (Array.isArray(item)) showAll(machine, item as readonly Operand[]);
  }
}

const curve: Action = (machine, values) => {
  for (let index = 0; index + 1 < values.length; index += 2) {
    machine.path.addPoint(machine.state.matrix, values[index] ?? 0, values[index + 1] ?? 0);
  }
};

const paint =
  (isFilled: boolean, isStroked: boolean, isClosed = false): Action =>
  (machine) => {
    if (isClosed) machine.path.close();
    machine.paintPath(isFilled, isStroked);
  };

const fillColour =
  (white: number): Action =>
  (machine, values) => {
    machine.state.isFillWhite = values.length > 0 && values.every((value) => value === white);
  };

/** Colours of other spaces may look like anything. */
const otherColour: Action = (machine) => {
  machine.state.isFillWhite = false;
};

const set =
  (key: 'lineWidth' | 'characterSpacing' | 'wordSpacing' | 'leading' | 'rise' | 'renderMode'): Action =>
  (machine, [value = 0]) => {
    machine.state[key] = value;
  };

const nextLine: Action = (machine) => {
  machine.moveLine(0, -machine.state.leading);
};

/** ISO 32000-2 annex A. */
const ACTIONS: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['q', (machine) => machine.save()],
  ['Q', (machine) => machine.restore()],
  [
    'cm',
    (machine, [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]) => {
      machine.state.matrix = multiply([a, b, c, d, e, f], machine.state.matrix);
    },
  ],
  ['w', set('lineWidth')],
  ['m', (machine, [x = 0, y = 0]) => machine.path.moveTo(machine.state.matrix, x, y)],
  ['l', curve],
  ['c', curve],
  ['v', curve],
  ['y', curve],
  ['h', (machine) => machine.path.close()],
  [
    're',
    (machine, [x = 0, y = 0, width = 0, height = 0]) =>
      machine.path.rectangle(machine.state.matrix, [x, y, width, height]),
  ],
  ['S', paint(false, true)],
  ['s', paint(false, true, true)],
  ['f', paint(true, false)],
  ['F', paint(true, false)],
  ['f*', paint(true, false)],
  ['B', paint(true, true)],
  ['B*', paint(true, true)],
  ['b', paint(true, true, true)],
  ['b*', paint(true, true, true)],
  ['n', paint(false, false)],
  ['W', (machine) => machine.clipToPath()],
  ['W*', (machine) => machine.clipToPath()],
  ['g', fillColour(1)],
  ['rg', fillColour(1)],
  ['k', fillColour(0)],
  ['cs', otherColour],
  ['sc', otherColour],
  ['scn', otherColour],
  ['BT', (machine) => ((machine.textMatrix = IDENTITY), (machine.lineMatrix = IDENTITY))],
  ['Tc', set('characterSpacing')],
  ['Tw', set('wordSpacing')],
  ['TL', set('leading')],
  ['Ts', set('rise')],
  ['Tr', set('renderMode')],
  [
    'Tz',
    (machine, [percent = 100]) => {
      machine.state.horizontalScale = percent / 100;
    },
  ],
  ['Td', (machine, [x = 0, y = 0]) => machine.moveLine(x, y)],
  [
    'TD',
    (machine, [x = 0, y = 0]) => {
      machine.state.leading = -y;
      machine.moveLine(x, y);
    },
  ],
  [
    'Tm',
    (machine, [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]) => {
      machine.lineMatrix = [a, b, c, d, e, f];
      machine.textMatrix = machine.lineMatrix;
    },
  ],
  ['T*', nextLine],
  ['Tj', (machine, _, operands) => showAll(machine, operands)],
  ['TJ', (machine, _, operands) => showAll(machine, operands)],
  [
    "'",
    (machine, values, operands) => {
      nextLine(machine, values, operands);
      showAll(machine, operands);
    },
  ],
  [
    '"',
    (machine, [wordSpacing = 0, characterSpacing = 0], operands) => {
      machine.state.wordSpacing = wordSpacing;
      machine.state.characterSpacing = characterSpacing;
      nextLine(machine, [], operands);
      showAll(
        machine,
        operands.filter((item) => item instanceof Uint8Array),
      );
    },
  ],
  ['BI', (machine) => machine.paintImage()],
  ['sh', (machine) => machine.add(machine.state.clip, false)],
]);
