import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { startStation } from '../actors/station/running-station.ts';
import { multipartBody, openLoadClient } from './load-client.ts';
import { CLIENTS, jobsPerSecond } from './rates.ts';
import type { Row } from './row.ts';

const TEXT = Buffer.from('Pay 100 to Alice.\n'.repeat(100));
const FIELDS = { format: 'CAdES', profile: 'B', signingProvider: 'Pfx' };
const FIRST_SECONDS = 10;
/** Looking costs a walk through an index. */
const LOOK_MILLISECONDS = 1_000;

/**
 * So many requests taken in by a station that has no worker; then one with a worker finds them: how fast it works them off in
 * its first seconds and on the whole, beside the rate at which it does what comes in while nothing waits.
 */
export async function measureBacklog(count: number): Promise<Row[]> {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'station-bench-backlog-'));
  try {
    const usual = await usualRate(dataDirectory);
    await takeIn(dataDirectory, count);
    const ends = await workedOff(dataDirectory, Date.now());
    if (ends.length !== count) throw new Error(`${String(ends.length)} of ${String(count)} requests ended.`);
    const [first = 0, last = 0] = [ends[0], ends.at(-1)];
    const early = ends.filter((at) => at - first <= 1_000 * FIRST_SECONDS).length / FIRST_SECONDS;
    const whole = (1_000 * ends.length) / (last - first);
    const name = `${String(count)} queued requests, of the rate without any waiting`;
    return [
      rowOf(`${name}, first ${String(FIRST_SECONDS)} seconds`, early, usual),
      rowOf(`${name}, all of them`, whole, usual),
    ];
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

async function usualRate(dataDirectory: string): Promise<number> {
  const station = await startStation({ dataDirectory });
  const client = await openLoadClient(station.url, multipartBody(FIELDS, TEXT), CLIENTS);
  try {
    await jobsPerSecond(client, 400);
    return await jobsPerSecond(client, 1_600);
  } finally {
    client.close();
    await station.stop();
  }
}

async function takeIn(dataDirectory: string, count: number): Promise<void> {
  const station = await startStation({ dataDirectory, settings: { Roles: 'api,publisher,token-host' } });
  const client = await openLoadClient(station.url, multipartBody(FIELDS, TEXT), CLIENTS);
  let begun = 0;
  const send = async (): Promise<void> => {
    while (begun++ < count) await client.create();
  };
  try {
    await Promise.all(Array.from({ length: CLIENTS }, send));
  } finally {
    client.close();
    await station.stop();
  }
}

/** When each of them ended, as the station wrote it down: milliseconds, ascending. */
async function workedOff(dataDirectory: string, before: number): Promise<number[]> {
  const station = await startStation({ dataDirectory });
  const database = new BetterSqlite3(path.join(dataDirectory, 'station.db'), { readonly: true });
  const waiting = database
    .prepare<[], number>('SELECT count(*) FROM signature_requests WHERE ended_at IS NULL')
    .pluck();
  const ends = database
    .prepare<[number], number>('SELECT ended_at FROM signature_requests WHERE ended_at > ? ORDER BY ended_at')
    .pluck();
  try {
    while (Number(waiting.get()) > 0) await sleep(LOOK_MILLISECONDS);
    return ends.all(before);
  } finally {
    database.close();
    await station.stop();
  }
}

function rowOf(what: string, rate: number, usual: number): Row {
  return {
    what,
    measured: (100 * rate) / usual,
    unit: '%',
    better: 'higher',
    limit: 'at least 90 %',
    isReached: rate >= 0.9 * usual,
    limitedBy: 'the worker; nothing is taken in meanwhile',
    note: `${rate.toFixed(0)} jobs/s, otherwise ${usual.toFixed(0)}, of 1.8 KB, CAdES`,
  };
}
