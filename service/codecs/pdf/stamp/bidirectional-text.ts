/**
 * The order in which a line of mixed left-to-right and right-to-left text is drawn: the Unicode bidirectional
 * algorithm (UAX #9) without explicit embeddings, which stamps leave out.
 */

/** A piece of one direction; `text` is in reading order. */
export interface DirectionRun {
  readonly text: string;
  readonly isRightToLeft: boolean;
}

type CharacterClass = 'L' | 'R' | 'AL' | 'EN' | 'AN' | 'ES' | 'ET' | 'CS' | 'NSM' | 'WS' | 'ON';

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Nko}\p{Script=Samaritan}\u200f]/u;
const ARABIC = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const CLASSES: readonly (readonly [CharacterClass, RegExp])[] = [
  ['NSM', /[\p{Mn}\p{Me}]/u],
  ['AN', /[\u0660-\u0669\u066b\u066c]/u],
  ['EN', /[0-9\u06f0-\u06f9\u00b2\u00b3\u00b9\u2070-\u2079]/u],
  ['ES', /[+\-\u2212]/u],
  ['ET', /[#$%\u00a2-\u00a5\u00b0\u00b1\u066a\u2030\u20a0-\u20cf]/u],
  ['CS', /[,./:\u00a0\u060c]/u],
  ['WS', /\s/u],
  ['AL', ARABIC],
  ['R', RIGHT_TO_LEFT],
  ['L', /[\p{L}\p{N}]/u],
];

function classOf(character: string): CharacterClass {
  // Most text is Latin letters.
  if ((character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z')) return 'L';
  return CLASSES.find(([, pattern]) => pattern.test(character))?.[0] ?? 'ON';
}

export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text) || ARABIC.test(text);
}

/** P2 and P3: the direction of a paragraph is that of its first strong character. */
export function isRightToLeftParagraph(text: string): boolean {
  for (const character of text) {
    const kind = classOf(character);
    if (kind === 'L') return false;
    if (kind === 'R' || kind === 'AL') return true;
  }
  return false;
}

/** The runs of a line from left to right. */
export function visualRuns(line: string, isRightToLeft: boolean): DirectionRun[] {
  if (!hasRightToLeft(line)) return [{ text: line, isRightToLeft: false }];
  const characters = Array.from(line);
  const base = isRightToLeft ? 1 : 0;
  const levels = levelsOf(characters, base);
  const runs: { text: string; level: number }[] = [];
  characters.forEach((character, index) => {
    const level = levels[index] ?? base;
    const last = runs.at(-1);
    if (last?.level === level) last.text += character;
    else runs.push({ text: character, level });
  });
  return reorder(runs).map(({ text, level }) => ({ text, isRightToLeft: level % 2 === 1 }));
}

/** L2: from the highest level down to the lowest odd one, sequences of runs at that level or above are turned round. */
function reorder<T extends { readonly level: number }>(runs: T[]): T[] {
  const highest = Math.max(...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < runs.length; start++) {
      let end = start;
      while (end < runs.length && (runs[end]?.level ?? 0) >= level) end++;
      if (end > start) runs.splice(start, end - start, ...runs.slice(start, end).reverse());
      start = end;
    }
  }
  return runs;
}

function levelsOf(characters: readonly string[], base: 0 | 1): number[] {
  const kinds = characters.map(classOf);
  const direction = base === 1 ? 'R' : 'L';
  resolveWeak(kinds, direction);
  resolveBrackets(characters, kinds, direction);
  resolveNeutral(kinds, direction);
  // I1 and I2.
  return kinds.map((kind) => {
    if (kind === 'R') return 1;
    return kind === 'L' && base === 0 ? 0 : 2;
  });
}

/** W1 to W7. */
function resolveWeak(kinds: CharacterClass[], start: CharacterClass): void {
  let previous = start;
  let strong = start;
  kinds.forEach((kind, index) => {
    let resolved = kind === 'NSM' ? previous : kind;
    if (resolved === 'L' || resolved === 'R' || resolved === 'AL') strong = resolved;
    if (resolved === 'EN' && strong === 'AL') resolved = 'AN';
    kinds[index] = previous = resolved;
  });
  kinds.forEach((kind, index) => {
    if (kind === 'AL') kinds[index] = 'R';
    else if (kind === 'ES' || kind === 'CS') kinds[index] = separatorClass(kinds, index);
  });
  resolveTerminators(kinds);
  strong = start;
  kinds.forEach((kind, index) => {
    if (kind === 'L' || kind === 'R') strong = kind;
    else if (kind === 'EN' && strong === 'L') kinds[index] = 'L';
  });
}

/** W4: one separator between two numbers of one kind belongs to them; W6: otherwise it is neutral. */
function separatorClass(kinds: readonly CharacterClass[], index: number): CharacterClass {
  const before = kinds[index - 1];
  if (before !== kinds[index + 1]) return 'ON';
  if (before === 'EN' || (before === 'AN' && kinds[index] === 'CS')) return before;
  return 'ON';
}

/** W5 and W6. */
function resolveTerminators(kinds: CharacterClass[]): void {
  for (let start = 0; start < kinds.length; start++) {
    let end = start;
    while (kinds[end] === 'ET') end++;
    if (end === start) continue;
    const isNumber = kinds[start - 1] === 'EN' || kinds[end] === 'EN';
    kinds.fill(isNumber ? 'EN' : 'ON', start, end);
    start = end;
  }
}

const BRACKETS: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

/** N0: brackets that belong together point the same way, that of the line if anything between them does. */
function resolveBrackets(characters: readonly string[], kinds: CharacterClass[], base: 'L' | 'R'): void {
  const open: number[] = [];
  const pairs: [number, number][] = [];
  characters.forEach((character, index) => {
    if (kinds[index] !== 'ON') return;
    if ('([{'.includes(character)) open.push(index);
    const wanted = BRACKETS.get(character);
    const match = wanted === undefined ? -1 : open.findLastIndex((start) => characters[start] === wanted);
    if (match < 0) return;
    pairs.push([open[match] ?? 0, index]);
    open.length = match;
  });
  for (const [start, end] of pairs.sort(([a], [b]) => a - b)) {
    const inside = kinds
      .slice(start + 1, end)
      .filter((kind) => kind !== 'ON' && kind !== 'WS')
      .map(sideOf);
    if (inside.length === 0) continue;
    const before = kinds.slice(0, start).findLast((kind) => kind !== 'ON' && kind !== 'WS');
    const side = inside.includes(base) || before === undefined ? base : sideOf(before);
    kinds[start] = side;
    kinds[end] = side;
  }
}

function sideOf(kind: CharacterClass): 'L' | 'R' {
  return kind === 'L' ? 'L' : 'R';
}

/** N1 and N2; numbers count as right-to-left. */
function resolveNeutral(kinds: CharacterClass[], base: 'L' | 'R'): void {
  const isNeutral = (kind: CharacterClass | undefined): boolean => kind === 'ON' || kind === 'WS';
  const sideAt = (index: number): 'L' | 'R' => {
    const kind = kinds[index];
    return kind === undefined ? base : sideOf(kind);
  };
  for (let start = 0; start < kinds.length; start++) {
    if (!isNeutral(kinds[start])) continue;
    let end = start;
    while (isNeutral(kinds[end])) end++;
    const before = sideAt(start - 1);
    kinds.fill(before === sideAt(end) ? before : base, start, end);
    start = end;
  }
}

const MIRRORED: ReadonlyMap<string, string> = new Map(
  ['()', '[]', '{}', '<>', '«»', '‹›', '≤≥'].flatMap((pair) => {
    const [open = '', close = ''] = pair;
    return [
      [open, close],
      [close, open],
    ];
  }),
);

/** L4: what is drawn for a character of a right-to-left run. */
export function mirrored(character: string): string {
  return MIRRORED.get(character) ?? character;
}
