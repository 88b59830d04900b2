import { PdfName, PdfString, type PdfObject } from '../pdf-objects.ts';
import { UnplainDrawing, type PlainDrawing } from './plain-drawing.ts';
import type { StrictOperation } from './strict-operations.ts';
import type { Matrix } from './transformation.ts';

/**
 * One operator of a form field's drawing (ISO 32000-2 annex A). Throws UnplainDrawing for those that a text on a light
 * ground with a frame does not need, and for operands that readers might take for others.
 */
export function execute(drawing: PlainDrawing, { operator, operands }: StrictOperation): void {
  const numbers = operands.filter((item) => typeof item === 'number');
  const numeric = NUMERIC.get(operator);
  if (numeric !== undefined) {
    if (numbers.length !== operands.length || numbers.length !== numeric.count) throw new UnplainDrawing(operator);
    numeric.run(drawing, numbers);
    return;
  }
  const other = OTHER.get(operator);
  if (other === undefined) throw new UnplainDrawing(operator);
  other(drawing, operands);
}

interface NumericAction {
  readonly count: number;
  readonly run: (drawing: PlainDrawing, numbers: readonly number[]) => void;
}

const action = (count: number, run: NumericAction['run']): NumericAction => ({ count, run });
const matrixOf = ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix => [a, b, c, d, e, f];
const NOTHING = action(1, () => undefined);
const ONLY_ZERO = action(1, (_, [value]) => {
  if (value !== 0) throw new UnplainDrawing('a render mode or rise');
});
const paint = (isFilled: boolean, isStroked: boolean): NumericAction =>
  action(0, (drawing) => {
    drawing.paint(isFilled, isStroked);
  });
const colour = (count: number, brightness: (numbers: readonly number[]) => number): NumericAction =>
  action(count, (drawing, numbers) => {
    if (numbers.some((value) => value < 0 || value > 1)) throw new UnplainDrawing('a colour');
    drawing.set({ fill: brightness(numbers) });
  });
const inks = ([c = 0, m = 0, y = 0, k = 0]: readonly number[]): number =>
  (0.3 * (1 - c) + 0.59 * (1 - m) + 0.11 * (1 - y)) * (1 - k);

/** Operators that take numbers alone, so many of them (annex A). */
const NUMERIC: ReadonlyMap<string, NumericAction> = new Map([
  ['q', action(0, (drawing) => drawing.save())],
  ['Q', action(0, (drawing) => drawing.restore())],
  ['cm', action(6, (drawing, numbers) => drawing.transform(matrixOf(numbers)))],
  ['w', action(1, (drawing, [lineWidth = 1]) => drawing.set({ lineWidth }))],
  ...['J', 'j', 'M', 'i', 'G'].map((operator) => [operator, NOTHING] as const),
  ['RG', action(3, () => undefined)],
  ['K', action(4, () => undefined)],
  ['g', colour(1, ([value = 0]) => value)],
  ['rg', colour(3, ([red = 0, green = 0, blue = 0]) => 0.3 * red + 0.59 * green + 0.11 * blue)],
  ['k', colour(4, inks)],
  ['re', action(4, (drawing, numbers) => drawing.rectangle(numbers))],
  ['m', action(2, (drawing, numbers) => drawing.line(true, numbers))],
  ['l', action(2, (drawing, numbers) => drawing.line(false, numbers))],
  ['W', action(0, (drawing) => drawing.clipToPath())],
  ['W*', action(0, (drawing) => drawing.clipToPath())],
  ['n', paint(false, false)],
  ['f', paint(true, false)],
  ['f*', paint(true, false)],
  ['S', paint(false, true)],
  [
    's',
    action(0, (drawing) => {
      drawing.closeLine();
      drawing.paint(false, true);
    }),
  ],
  ['h', action(0, (drawing) => drawing.closeLine())],
  ['B', paint(true, true)],
  ['B*', paint(true, true)],
  ['BT', action(0, (drawing) => drawing.beginText())],
  ['ET', action(0, (drawing) => drawing.endText())],
  ['Tc', action(1, (drawing, [characterSpacing = 0]) => drawing.set({ characterSpacing }))],
  ['Tw', action(1, (drawing, [wordSpacing = 0]) => drawing.set({ wordSpacing }))],
  ['Tz', action(1, (drawing, [percent = 100]) => drawing.set({ scale: percent / 100 }))],
  ['TL', action(1, (drawing, [leading = 0]) => drawing.set({ leading }))],
  ['Tr', ONLY_ZERO],
  ['Ts', ONLY_ZERO],
  ['Tm', action(6, (drawing, numbers) => drawing.setLine(matrixOf(numbers)))],
  ['Td', action(2, (drawing, [x = 0, y = 0]) => drawing.moveLine(x, y))],
  [
    'TD',
    action(2, (drawing, [x = 0, y = 0]) => {
      drawing.set({ leading: -y });
      drawing.moveLine(x, y);
    }),
  ],
  ['T*', action(0, (drawing) => drawing.nextLine())],
  ['EMC', action(0, (drawing) => drawing.mark(false))],
]);

const DEVICE_SPACES: Readonly<Record<string, string>> = { DeviceGray: 'g', DeviceRGB: 'rg', DeviceCMYK: 'k' };

/** Operator for colours of a space of the device (clause 8.6.4); black is chosen with it. */
function deviceSpace([name, ...more]: readonly PdfObject[]): string {
  const operator = name instanceof PdfName ? DEVICE_SPACES[name.value] : undefined;
  if (operator === undefined || more.length > 0) throw new UnplainDrawing('cs');
  return operator;
}

type OtherAction = (drawing: PlainDrawing, operands: readonly PdfObject[]) => void;

const showString: OtherAction = (drawing, operands) => {
  if (operands.length !== 1 || !(operands[0] instanceof PdfString)) throw new UnplainDrawing('Tj');
  drawing.showAll(operands);
};

const OTHER: ReadonlyMap<string, OtherAction> = new Map<string, OtherAction>([
  [
    'BMC',
    (drawing, [tag, ...more]) => {
      if (!(tag instanceof PdfName) || tag.value !== 'Tx' || more.length > 0) throw new UnplainDrawing('BMC');
      drawing.mark(true);
    },
  ],
  [
    'Tf',
    (drawing, [name, size, ...more]) => {
      if (!(name instanceof PdfName) || typeof size !== 'number' || more.length > 0) throw new UnplainDrawing('Tf');
      drawing.selectFont(name, size);
    },
  ],
  ['d', () => undefined],
  ['cs', (drawing, operands) => drawing.set({ space: deviceSpace(operands), fill: 0 })],
  ['CS', (_, operands) => void deviceSpace(operands)],
  ['sc', (drawing, operands) => execute(drawing, { operator: drawing.space, operands })],
  ['SC', () => undefined],
  ['Tj', showString],
  [
    "'",
    (drawing, operands) => {
      drawing.nextLine();
      showString(drawing, operands);
    },
  ],
  [
    'TJ',
    (drawing, [items, ...more]) => {
      if (!Array.isArray(items) || more.length > 0) throw new UnplainDrawing('TJ');
      drawing.showAll(items as readonly PdfObject[]);
    },
  ],
]);
