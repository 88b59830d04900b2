import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { fillLists, summarized } from './fill-lists.ts';
import type { Row } from './row.ts';

const TEXT = Buffer.from('Pay 100 to Alice.\n'.repeat(100));
const FIELDS = { format: 'CAdES', profile: 'B', signingProvider: 'Pfx' };
const ROUNDS = 200;

/** Milliseconds of the middle one of many. */
interface Times {
  readonly create: number;
  readonly status: number;
  readonly list: number;
}

/**
 * What creating a request, asking for its status and the first page of the list take at so many requests (eight audit events
 * each), beside a station that has none.
 */
export async function measureGrowth(requests: number): Promise<Row[]> {
  const [empty, full] = [await timesAt(0), await timesAt(requests)];
  return (['create', 'status', 'list'] as const).map((what) => ({
    what: `${what} at ${requests.toLocaleString('en')} requests, beside none`,
    measured: full[what] / empty[what],
    unit: 'x',
    better: 'lower',
    limit: 'at most 1.5 x',
    isReached: full[what] <= 1.5 * empty[what],
    limitedBy: 'depth of the indexes, and pages that are not in memory',
    note: `${full[what].toFixed(1)} ms, otherwise ${empty[what].toFixed(1)} ms`,
  }));
}

async function timesAt(requests: number): Promise<Times> {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'station-bench-growth-'));
  try {
    await (await startStation({ dataDirectory })).stop();
    if (requests > 0) fillLists(dataDirectory, requests);
    // Without a worker: what is created waits, and nothing else uses the cores.
    const station = await startStation({ dataDirectory, settings: { Roles: 'api,publisher,token-host' } });
    try {
      await summarized(dataDirectory);
      const client = createStationClient(station.url);
      const { id } = await client.create(TEXT, FIELDS);
      return {
        create: await middleOf(() => client.create(TEXT, FIELDS)),
        status: await middleOf(() => client.status(id)),
        list: await middleOf(() => client.list('')),
      };
    } finally {
      await station.stop();
    }
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

async function middleOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return times.toSorted((left, right) => left - right)[ROUNDS / 2] ?? Number.NaN;
}
