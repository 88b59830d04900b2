import { isGood, sayOutcome } from '../faults/outcome.ts';
import { runFault } from '../faults/run-fault.ts';
import { openTwoStations } from '../faults/two-stations.ts';
import { killAll } from './kill-all.ts';
import type { TallyLine } from './tally.ts';

export interface RoundOnServers {
  readonly tally: TallyLine;
  /** What went wrong, with what the stations said; undefined where nothing was lost, signed twice or half written. */
  readonly failure: string | undefined;
}

/** One round with two stations and three servers of its own. */
export async function killOnServers(kills: number, seed: number): Promise<RoundOnServers> {
  const counts: Record<string, number> = {};
  const stations = await openTwoStations();
  try {
    const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1);
    const outcome = await runFault(stations, killAll(kills, count), seed);
    console.log(`Seed ${String(seed)}: ${sayOutcome(outcome)}.`);
    const said = stations.members.map(({ station }) => station.output().slice(-20_000));
    return {
      tally: { seed, requests: outcome.accepted, kills: counts, episodes: {} },
      failure: isGood(outcome) ? undefined : [sayOutcome(outcome), ...said].join('\n'),
    };
  } finally {
    await stations.dispose();
  }
}
