import { EXIT } from './exit-codes.ts';
import { UsageError } from './usage-error.ts';
import type { StationApi } from './station-api.ts';

/**
 * What a command does once a station is there; answers how the program ends. Everything that can be wrong with options and
 * files is said before there is such a work, so that no station is started and no PIN asked for in vain.
 */
export type StationWork = (api: StationApi) => Promise<number>;

/** Of `--timeout`; without it there is no end. Throws UsageError for what is no number above zero. */
export function patienceOf(seconds: string | undefined): number {
  if (seconds === undefined) return Number.POSITIVE_INFINITY;
  if (!/^\d{1,9}(\.\d{1,3})?$/.test(seconds) || Number(seconds) === 0) {
    throw new UsageError('--timeout is a number of seconds above 0.');
  }
  return Number(seconds) * 1000;
}

/** For a command of which nothing is left to do: no station is looked for or started, and no PIN asked. */
export const NOTHING_LEFT: StationWork = () => Promise.resolve(EXIT.done);
