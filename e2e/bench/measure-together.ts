import type { Desks } from '../actors/station/desks.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { openLoadClient, type LoadClient, type MultipartBody } from './load-client.ts';
import { processorTimes } from './measure-station.ts';
import { completed, jobsPerSecond } from './rates.ts';
import type { Row } from './row.ts';

/** Jobs under way at each of the two. */
const LANES = 4;
const WARM_UP = 300;

/** Milliseconds of processor time for a job, by process. */
type Cost = ReadonlyMap<string, number>;

/**
 * The processor time of a job at a station on servers and at an embedded one that work at the same rate, on the same
 * processors, in the same minutes: whatever else the machine does, and what a core that is busy costs more, is in both.
 * A lane gives each station one job and waits for both before the next pair.
 */
export async function measureTogether(
  desks: Desks,
  { body, jobs }: { readonly body: MultipartBody; readonly jobs: number },
): Promise<Row> {
  const embedded = await startStation();
  const shared = await desks.start('beside');
  const clients: LoadClient[] = [];
  try {
    for (const { url } of [embedded, shared]) clients.push(await openLoadClient(url, body, LANES));
    for (const client of clients) await jobsPerSecond(client, WARM_UP);
    const before = [embedded, shared].map(processorTimes);
    const rate = await inPairs(clients, jobs);
    const [own, onServers] = [embedded, shared].map((station, index) => costOf(station, before[index], jobs));
    return row(own ?? new Map(), onServers ?? new Map(), rate);
  } finally {
    for (const client of clients) client.close();
    await shared.stop();
    await embedded.dispose();
  }
}

/** Pairs a second. */
async function inPairs(clients: readonly LoadClient[], jobs: number): Promise<number> {
  let begun = 0;
  const startedAt = performance.now();
  const lane = async (): Promise<void> => {
    while (begun++ < jobs) await Promise.all(clients.map(completed));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return (1_000 * jobs) / (performance.now() - startedAt);
}

function costOf(station: RunningStation, before: Cost | undefined, jobs: number): Cost {
  const after = processorTimes(station);
  return new Map([...after].map(([role, time]) => [role, (time - (before?.get(role) ?? 0)) / jobs]));
}

const sum = (cost: Cost): number => [...cost.values()].reduce((all, each) => all + each, 0);

function row(own: Cost, onServers: Cost, rate: number): Row {
  const ratio = sum(onServers) / sum(own);
  const list = (cost: Cost): string =>
    [...cost].map(([role, time]) => `${role} ${time.toFixed(2)}`).join(', ') + `: ${sum(cost).toFixed(2)} ms`;
  return {
    what: 'a station on servers beside an embedded one, a job at each: its own processor time a job',
    measured: ratio,
    unit: 'x',
    better: 'lower',
    limit: 'at most 1.3 x',
    isReached: ratio <= 1.3,
    limitedBy: 'statements, messages and requests instead of calls in a process',
    note: `both at ${rate.toFixed(0)} jobs/s; on servers ${list(onServers)}; embedded ${list(own)}`,
  };
}
