import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '../fuzz/random.ts';
import type { TwoStations } from './two-stations.ts';

/** Something that goes wrong for a while, and is put right again. */
export interface Fault {
  readonly name: string;
  /** Whether it is part of every test run; the others take longer, and come by `npm run faults`. */
  readonly isQuick: boolean;
  /** Whether the stations are to reach their servers over cables that can be pulled. */
  readonly isOfCables?: boolean;
  /** Of each client after an answer; that of all faults where it is not given. */
  readonly pauseMilliseconds?: number;
  /** Makes it go wrong; call what it answers to put it right. */
  begin(stations: TwoStations, random: SeededRandom): Promise<() => Promise<void>>;
}

/** A silence that a slow server may keep as well. */
export const OUTAGE_MILLISECONDS = 2_000;
/** Not a measure of speed. */
const MOMENT_MILLISECONDS = 120_000;

export const nothing = (): Promise<void> => Promise.resolve();

/** Requests keep coming meanwhile, so that every step is taken again and again. */
export async function seen(moment: Promise<void>): Promise<void> {
  const never = delay(MOMENT_MILLISECONDS, 'never' as const, { ref: false });
  if ((await Promise.race([moment, never])) === 'never') throw new Error('It never came to that.');
}
