import {
  engineCases,
  engineCodeOf,
  engineRow,
  prepareEngineWork,
  THIS_CODE,
  withEngineBench,
  type EngineCase,
} from './engine-work.ts';
import { inTurn, pairOf, type Pair } from './paired.ts';

const TURNS = 15;
/** A turn is long enough for the clock of processor time, and so short that what disturbs the machine meets both. */
const TIMES_A_TURN = { sign: 40, verify: 60 } as const;
const TIMES_TO_WARM_UP = 600;

/**
 * Signing and verifying by this checkout and another one, both in this process and by turns of some fifty milliseconds,
 * by processor time: differences of three in a hundred show on a busy machine, where two
 * runs of the whole bench differ by twenty.
 */
export function measureEnginePairs(pdf: Uint8Array, checkout: string): Promise<Pair[]> {
  return withEngineBench(async (bench) => {
    const other = await engineCodeOf(checkout);
    const pairs: Pair[] = [];
    for (const one of engineCases(pdf)) {
      const ours = await prepareEngineWork(THIS_CODE, one, bench);
      const theirs = await prepareEngineWork(other, { ...one, fileName: `other-${one.fileName}` }, bench);
      for (const operation of ['sign', 'verify'] as const) {
        pairs.push(await pairOfEngines(one, operation, ours[operation], theirs[operation]));
      }
    }
    return pairs;
  });
}

async function pairOfEngines(
  { format, atLeast }: EngineCase,
  operation: keyof typeof TIMES_A_TURN,
  ours: () => Promise<unknown>,
  theirs: () => Promise<unknown>,
): Promise<Pair> {
  const figures: { readonly ours: number[]; readonly theirs: number[] } = { ours: [], theirs: [] };
  const times = TIMES_A_TURN[operation];
  for (const work of [ours, theirs]) await perSecondOf(work, TIMES_TO_WARM_UP);
  for (let turn = 0; turn < TURNS; turn++) {
    await inTurn(
      turn,
      async () => void figures.ours.push(await perSecondOf(ours, times)),
      async () => void figures.theirs.push(await perSecondOf(theirs, times)),
    );
  }
  const median = figures.ours.toSorted((left, right) => left - right)[Math.floor(TURNS / 2)] ?? Number.NaN;
  const row = engineRow({ format, operation }, median, atLeast[operation], '/s of processor time');
  return pairOf(row, figures.ours, figures.theirs);
}

/** Times a second of processor time. */
async function perSecondOf(work: () => Promise<unknown>, times: number): Promise<number> {
  const before = process.cpuUsage();
  for (let done = 0; done < times; done++) await work();
  const { user, system } = process.cpuUsage(before);
  return (1_000_000 * times) / (user + system);
}
