import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { makeSlowDisk } from '../actors/disk/slow-disk.ts';
import { startStation } from '../actors/station/running-station.ts';
import { multipartBody, openLoadClient } from './load-client.ts';
import { CLIENTS, jobsPerSecond } from './rates.ts';
import type { Row } from './row.ts';

const SLOW_SYNC_MILLISECONDS = 2_000;
/** Each waits for several syncs, and those that are under way at once share them. */
const SLOW_JOBS = 3 * CLIENTS;

/**
 * How soon the host answers `/health/live` while it takes in and completes jobs as fast as it can, and while each sync of
 * its disk takes two seconds.
 */
export async function measureHealth(pdf: Uint8Array, jobs: number): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'station-bench-disk-'));
  const disk = makeSlowDisk(folder);
  const station = await startStation({ environment: disk.environment });
  const body = multipartBody({ format: 'PAdES', profile: 'B', signingProvider: 'Pfx' }, pdf);
  const client = await openLoadClient(station.url, body, CLIENTS);
  try {
    await jobsPerSecond(client, jobs / 4);
    let rate = 0;
    const loaded = await timesWhile(station.url, async () => {
      rate = await jobsPerSecond(client, jobs);
    });
    disk.delaySyncs(SLOW_SYNC_MILLISECONDS);
    const stalled = await timesWhile(station.url, () => jobsPerSecond(client, SLOW_JOBS));
    disk.delaySyncs(0);
    return [
      rowOf('under full load', loaded, 20, `at ${rate.toFixed(0)} jobs/s`),
      rowOf('while every sync of the disk takes 2 s', stalled, 50, `${String(SLOW_JOBS)} jobs meanwhile`),
    ];
  } finally {
    client.close();
    await station.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Rejects where `run` does, and where health is not answered meanwhile. */
async function timesWhile(url: string, run: () => Promise<unknown>): Promise<number[]> {
  const prober = new Worker(path.join(import.meta.dirname, 'health-prober.ts'), { workerData: { url } });
  const answered = once(prober, 'message') as Promise<[number[]]>;
  try {
    const [[times]] = await Promise.all([answered, run().then(() => prober.postMessage('stop'))]);
    return times.sort((left, right) => left - right);
  } finally {
    await prober.terminate();
  }
}

function rowOf(when: string, sorted: readonly number[], limit: number, note: string): Row {
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return {
    what: `GET /health/live ${when}, ${String(CLIENTS)} clients, p99`,
    measured: at(0.99),
    unit: 'ms',
    better: 'lower',
    limit: `under ${String(limit)} ms`,
    isReached: at(0.99) < limit,
    limitedBy: "what the host's event loop does at a stretch, and processes that want the same cores",
    note: `p50 ${at(0.5).toFixed(1)} ms, longest ${at(1).toFixed(1)} ms of ${String(sorted.length)} answers, ${note}`,
  };
}
