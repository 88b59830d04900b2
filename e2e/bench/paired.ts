import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { measureStation, opensslSignsPerSecond, RATE_JOBS } from './measure-station.ts';
import type { Row } from './row.ts';

/** One figure of two builds that were measured by turns. */
export interface Pair {
  readonly row: Row;
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
  /** Median over the turns of this build's figure by the other's, so that more than 1 is better. */
  readonly ratio: number;
  /** Over a tenth worse: no figure of this build is called reached then. */
  readonly isWorse: boolean;
}

const TURNS = 3;
const WORSE = 0.9;

/**
 * Measures the station of this checkout and of another one by turns, with the same client. What a turn has stored
 * stays until the last one has ended: ext4 without a journal makes files slowly for half a minute after others were deleted,
 * and the next station would be measured with that.
 */
export async function measureStationPairs(pdf: Uint8Array, checkout: string): Promise<Pair[]> {
  const opensslRate = opensslSignsPerSecond();
  const keptIn = mkdtempSync(path.join(tmpdir(), 'bench-'));
  const [ours, theirs]: [Row[][], Row[][]] = [[], []];
  const measureOurs = async (): Promise<void> =>
    void ours.push(await measureStation(pdf, opensslRate, { jobs: RATE_JOBS.quick, keptIn }));
  const measureTheirs = async (): Promise<void> =>
    void theirs.push(await measureStation(pdf, opensslRate, { jobs: RATE_JOBS.quick, keptIn, checkout }));
  try {
    for (let turn = 0; turn < TURNS; turn++) await inTurn(turn, measureOurs, measureTheirs);
  } finally {
    rmSync(keptIn, { recursive: true, force: true });
  }
  return (ours[0] ?? []).map((row, index) => pairOf(row, figures(ours, index), figures(theirs, index)));
}

/** Who is first is last in the next turn: neither always comes after the other. */
export async function inTurn(turn: number, one: () => Promise<void>, other: () => Promise<void>): Promise<void> {
  const [first, second] = turn % 2 === 0 ? [one, other] : [other, one];
  await first();
  await second();
}

/** Two lines a figure. */
export function printPairs(pairs: readonly Pair[], commit: string): void {
  for (const { row, ours, theirs, ratio, isWorse } of pairs) {
    const verdict = isWorse ? 'WORSE  ' : row.isReached ? 'reached' : 'MISSED ';
    console.log(`${verdict}  ${ratio.toFixed(2)} x as good  ${row.what}`);
    console.log(`         this build ${inWords(ours)}; ${commit} ${inWords(theirs)} ${row.unit}; ${row.limit}`);
  }
}

/** The figures of a few turns, and of many the lowest and the highest. */
function inWords(figures: readonly number[]): string {
  if (figures.length <= 5) return figures.map((figure) => figure.toFixed(1)).join(' ');
  return `${Math.min(...figures).toFixed(0)} to ${Math.max(...figures).toFixed(0)}`;
}

/** What two builds' figures of the same turns say. */
export function pairOf(row: Row, ours: readonly number[], theirs: readonly number[]): Pair {
  const ratios = ours.map((value, turn) => {
    const other = theirs[turn] ?? Number.NaN;
    return row.better === 'higher' ? value / other : other / value;
  });
  const ratio = ratios.sort((left, right) => left - right)[Math.floor(ratios.length / 2)] ?? Number.NaN;
  return { row, ours, theirs, ratio, isWorse: !(ratio >= WORSE) };
}

function figures(turns: readonly (readonly Row[])[], index: number): number[] {
  return turns.map((rows) => rows[index]?.measured ?? Number.NaN);
}
