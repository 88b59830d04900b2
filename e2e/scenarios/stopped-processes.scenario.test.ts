import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  isAlive,
  startStation,
  until,
  type RunningStation,
  type StationChild,
} from '../actors/station/running-station.ts';
import { createStationClient, type StationClient } from '../actors/station/station-client.ts';
import { onePage } from '../documents/pdf/one-page.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';

const JOBS = 150;

/** A stopped process is not dead: its link is open, its jobs stay locked, and what it was given does not come back. */
describe('a station whose processes are stopped (SIGSTOP), not killed', () => {
  const document = buildPdf({ pieces: onePage() });
  let dataDirectory: string;
  const stations: RunningStation[] = [];
  const stopped: number[] = [];

  beforeEach(async () => {
    dataDirectory = await mkdtemp(path.join(tmpdir(), 'station-stopped-'));
  });
  afterEach(async () => {
    for (const pid of stopped.splice(0)) signal(pid, 'SIGKILL');
    for (const station of stations.splice(0)) await station.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  });

  async function start(leaseMilliseconds: number): Promise<RunningStation> {
    const settings = { 'Worker:LeaseMilliseconds': String(leaseMilliseconds) };
    const station = await startStation({ dataDirectory, settings });
    stations.push(station);
    return station;
  }

  function signal(pid: number, name: NodeJS.Signals): void {
    try {
      process.kill(pid, name);
    } catch {
      // It is gone.
    }
  }

  function rows<Row>(query: string): Row[] {
    const database = new BetterSqlite3(path.join(dataDirectory, 'station.db'), { readonly: true });
    try {
      return database.prepare<[], Row>(query).all();
    } finally {
      database.close();
    }
  }

  const held = () => rows<{ id: string }>('SELECT id FROM signing_jobs WHERE locked_until IS NOT NULL').length;

  const pidOf = (station: RunningStation, role: StationChild['role']): number =>
    station.children().find((child) => child.role === role)?.pid ?? -1;

  const createAll = (client: StationClient, count: number): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, async () => (await client.create(document, {})).id));

  /** How many jobs are held once what the worker had sent before it was stopped has been written. */
  async function settled(): Promise<number> {
    for (let before = -1; ;) {
      await new Promise((resolve) => setTimeout(resolve, 150));
      const now = held();
      if (now === before) return now;
      before = now;
    }
  }

  /** Stops the worker while it holds jobs; answers its process id. */
  async function stopBusyWorker(station: RunningStation): Promise<number> {
    const pid = pidOf(station, 'worker');
    stopped.push(pid);
    for (let tries = 0; tries < 100; tries += 1) {
      signal(pid, 'SIGSTOP');
      if ((await settled()) > 0) return pid;
      signal(pid, 'SIGCONT');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error('The worker was never stopped with a job in its hands.');
  }

  async function expectOneCompletionEach(client: StationClient, ids: readonly string[]): Promise<void> {
    for (const id of ids) expect((await client.finished(id, 150_000)).status).toBe('Completed');
    const completions = rows<{ n: number }>(
      "SELECT count(*) AS n FROM audit_events WHERE event_type = 'SigningCompleted' GROUP BY entity_id",
    );
    expect(completions.map(({ n }) => n)).toEqual(ids.map(() => 1));
  }

  it('replaces a worker that does not answer, and takes the jobs again', async () => {
    const station = await start(10_000);
    const client = createStationClient(station.url);
    const ids = await createAll(client, JOBS);
    const worker = await stopBusyWorker(station);
    const begun = performance.now();
    ids.push(...(await createAll(client, 5)));

    await until(() => !isAlive(worker), 120_000);
    const seconds = (performance.now() - begun) / 1000;
    await expectOneCompletionEach(client, ids);
    console.log(`it was replaced within ${seconds.toFixed(1)} s`);
    expect(station.output()).toContain('The worker process does not answer any more');
    expect(held()).toBe(0);
  });

  it('does not wait for the lease of a worker whose host was killed, nor lets that worker do harm when it wakes', async () => {
    const first = await start(900_000);
    const ids = await createAll(createStationClient(first.url), JOBS);
    const worker = await stopBusyWorker(first);
    await first.killHost();
    expect(held()).toBeGreaterThan(0);

    // Waited for a sixth of the lease.
    const client = createStationClient((await start(900_000)).url);
    await expectOneCompletionEach(client, ids);
    expect(isAlive(worker)).toBe(true);

    signal(worker, 'SIGCONT');
    await until(() => !isAlive(worker));
    await expectOneCompletionEach(client, ids);
    const [id] = ids;
    expect((await client.verification(id ?? '')).overallStatus).toBe('VALID');
  });
});
