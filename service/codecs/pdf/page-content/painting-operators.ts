import type { ContentOperation, Operand } from './content-operations.ts';
import type { PaintingMachine } from './painting-machine.ts';
import { IDENTITY, multiply } from './transformation.ts';

type Action = (machine: PaintingMachine, values: readonly number[], operands: readonly Operand[]) => void;

/** Operators that decide nothing about where something is painted (ISO 32000-2 annex A). */
const OTHERS = new Set([
  'BDC',
  'BMC',
  'BX',
  'CS',
  'DP',
  'EMC',
  'ET',
  'EX',
  'G',
  'J',
  'K',
  'MP',
  'RG',
  'SC',
  'SCN',
  'd0',
  'd1',
  'i',
  'j',
  'ri',
]);
/** Operators that a walk through a page follows by itself. */
const OF_THE_WALK = new Set(['Do', 'Tf', 'gs']);

/** How many operands an operator has, where it is always the same number. */
const OPERANDS: Readonly<Record<string, number>> = {
  ...{ cm: 6, w: 1, M: 1, d: 2, m: 2, l: 2, c: 6, v: 4, y: 4, re: 4, g: 1, rg: 3, k: 4, cs: 1, gs: 1, Do: 1, sh: 1 },
  ...{ Tc: 1, Tw: 1, TL: 1, Ts: 1, Tr: 1, Tz: 1, Tf: 2, Td: 2, TD: 2, Tm: 6, Tj: 1, TJ: 1, "'": 1, '"': 3 },
};
/** Of those the ones whose operands are numbers. */
const OF_NUMBERS = new Set([
  'cm',
  'w',
  'm',
  'l',
  'c',
  'v',
  'y',
  're',
  'g',
  'rg',
  'k',
  'Tc',
  'Tw',
  'TL',
  'Ts',
  'Tr',
  'Tz',
  'Td',
  'TD',
  'Tm',
]);
const RENDER_MODES = 7;

/**
 * Whether every reader does the same at an operation: an operator that is known, with as many operands as it has. Some
 * take the first numbers where there are too many, others the last; some leave out the whole operation.
 */
export function isPlainOperation({ operator, operands, isOdd, hasFraction }: ContentOperation): boolean {
  if (isOdd || !(ACTIONS.has(operator) || OTHERS.has(operator) || OF_THE_WALK.has(operator))) return false;
  if (operands.length !== (Object.hasOwn(OPERANDS, operator) ? OPERANDS[operator] : operands.length)) return false;
  if (OF_NUMBERS.has(operator) && !operands.every((item) => typeof item === 'number')) return false;
  return operator !== 'Tr' || (!hasFraction && isRenderMode(operands[0]));
}

function isRenderMode(value: Operand | undefined): boolean {
  return typeof value === 'number' && value >= 0 && value <= RENDER_MODES;
}

/** Does what an operator does but `Do`, `Tf` and `gs`, which need the resources; nothing for what is not known. */
export function execute(machine: PaintingMachine, { operator, operands }: ContentOperation): void {
  const values = operands.filter((item) => typeof item === 'number');
  ACTIONS.get(operator)?.(machine, values, operands);
}

function showAll(machine: PaintingMachine, items: readonly Operand[]): void {
  for (const item of items) {
    if (item instanceof Uint8Array) machine.showText(item);
    else if (typeof item === 'number') machine.adjust(item);
    else if (Array.isArray(item)) showAll(machine, item as readonly Operand[]);
  }
}

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
    machine.state.isFillPattern = false;
  };

/** Colours of other spaces may look like anything; a pattern is named. */
const otherColour: Action = (machine, values, operands) => {
  machine.state.isFillWhite = false;
  machine.state.isFillPattern = operands.length > values.length;
};

const set =
  (key: 'lineWidth' | 'miterLimit' | 'characterSpacing' | 'wordSpacing' | 'leading' | 'rise' | 'renderMode'): Action =>
  (machine, [value = 0]) => {
    machine.state[key] = value;
  };

const nextLine: Action = (machine) => {
  machine.moveLine(0, -machine.state.leading);
};

const STATE: readonly (readonly [string, Action])[] = [
  ['q', (machine) => machine.save()],
  ['Q', (machine) => machine.restore()],
  [
    'cm',
    (machine, [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]) => {
      machine.state.matrix = multiply([a, b, c, d, e, f], machine.state.matrix);
    },
  ],
  ['w', set('lineWidth')],
  ['M', set('miterLimit')],
  [
    'd',
    (machine, _, [list]) => {
      machine.state.dashes = Array.isArray(list) ? list.length : 0;
    },
  ],
  ['g', fillColour(1)],
  ['rg', fillColour(1)],
  ['k', fillColour(0)],
  ['cs', (machine) => otherColour(machine, [], [])],
  ['sc', otherColour],
  ['scn', otherColour],
];

const PATHS: readonly (readonly [string, Action])[] = [
  ['m', (machine, [x = 0, y = 0]) => machine.path.moveTo(machine.state.matrix, x, y)],
  ['l', (machine, [x = 0, y = 0]) => machine.path.lineTo(machine.state.matrix, x, y)],
  [
    'c',
    ({ path, state }, [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]) =>
      path.curveTo(state.matrix, [
        [a, b],
        [c, d],
        [e, f],
      ]),
  ],
  ['v', ({ path, state }, [c = 0, d = 0, e = 0, f = 0]) => path.curveTo(state.matrix, [null, [c, d], [e, f]])],
  [
    'y',
    ({ path, state }, [a = 0, b = 0, e = 0, f = 0]) =>
      path.curveTo(state.matrix, [
        [a, b],
        [e, f],
        [e, f],
      ]),
  ],
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
  ['BI', (machine) => machine.paintImage()],
  ['sh', (machine) => machine.add(machine.state.clip, false)],
];

const TEXTS: readonly (readonly [string, Action])[] = [
  ['BT', (machine) => machine.startLine(IDENTITY)],
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
      machine.startLine([a, b, c, d, e, f]);
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
];

/** ISO 32000-2 annex A. */
const ACTIONS: ReadonlyMap<string, Action> = new Map<string, Action>([...STATE, ...PATHS, ...TEXTS]);
