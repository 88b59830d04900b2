import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { LONG, longFirst, ROOT } from './long-first.ts';

const NAMES = Array.from({ length: 50 }, (_, index) => `service/${index}.test.ts`);
const ordered = (names: readonly string[], seed: number): string[] => longFirst(names, (name) => name, seed);

it('knows long files by names that are there', () => {
  expect(LONG.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
});

it('begins the long ones first, wherever they were found', () => {
  expect(ordered([...NAMES, ...LONG.toReversed()], 1).slice(0, LONG.length)).toEqual(LONG);
});

it('draws the order of the others by the seed alone', () => {
  expect(ordered(NAMES, 1)).toEqual(ordered(NAMES.toReversed(), 1));
  expect(ordered(NAMES, 1)).not.toEqual(ordered(NAMES, 2));
  expect(ordered(NAMES, 1).toSorted()).toEqual(NAMES.toSorted());
});
