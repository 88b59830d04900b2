import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');

/** The number that stands at a place of a file; NaN where nothing stands there. */
function numberIn(file: string, place: RegExp): number {
  const text = readFileSync(path.join(ROOT, file), 'utf8').replaceAll(/\s+/g, ' ');
  return Number(place.exec(text)?.[1]?.replaceAll(/[,_]/g, ''));
}

it.each([
  [
    'inputs of the fuzzer',
    ['docs/compatibility.md', /`npm test` tries ([\d,]+) inputs a reader/],
    ['e2e/fuzz/fuzz.scenario.test.ts', /const INPUTS = ([\d_]+);/],
  ],
  [
    'kills',
    ['docs/architecture.md', /Every test run has ([\d,]+) kills/],
    ['e2e/scenarios/crash.scenario.test.ts', /SCENARIO_KILLS'\] \?\? ([\d_]+)\)/],
  ],
  [
    'power cuts',
    ['docs/architecture.md', /Every test run has ([\d,]+) cuts/],
    ['e2e/scenarios/power-cuts.scenario.test.ts', /const CUTS = ([\d_]+);/],
  ],
] as const)('the pages say as many %s as a test run has', (_what, [page, said], [test, made]) => {
  expect(numberIn(page, said)).toBe(numberIn(test, made));
  expect(numberIn(test, made)).toBeGreaterThan(0);
});
