import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mountSmallDisk, type SmallDisk } from '../actors/disk/small-disk.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { freePort, startStation, type RunningStation } from '../actors/station/running-station.ts';
import { smallPdfs } from '../documents/pdf/make-pdfs.ts';
import { SeededRandom } from '../fuzz/random.ts';

const JOBS = 100;
const EPISODES = 8;
const CLIENTS = 4;
const SEED = Number(process.env['SCENARIO_SEED'] ?? 20_261_122);

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('a station whose disk is full again and again', () => {
  let folder: string;
  let disk: SmallDisk | undefined;
  let station: RunningStation | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'station-full-disk-'));
    disk = mountSmallDisk(folder, 64);
  });
  afterAll(async () => {
    await station?.stop();
    disk?.unmount();
    await rm(folder, { recursive: true, force: true });
  });

  it(`completes every accepted request (seed ${SEED})`, async (context) => {
    const small = disk ?? context.skip();
    const dataDirectory = path.join(folder, 'data');
    const port = await freePort();
    const settings = { 'SigningJobRetry:InitialBackoffMilliseconds': '50', 'SigningJobRetry:MaxAttempts': '30' };
    const running = await startStation({ dataDirectory, port, settings });
    station = running;
    const client = createStationClient(running.url);
    const document = Object.values(smallPdfs())[0];
    if (document === undefined) throw new Error('There is no test document.');

    const random = new SeededRandom(SEED);
    let isOver = false;
    const goesOn = (): boolean => !isOver;
    let episodes = 0;
    const filling = (async () => {
      while (goesOn()) {
        const release = small.fill();
        episodes += 1;
        await pause(100 + random.natural(600));
        release();
        await pause(50 + random.natural(400));
      }
    })();
    const ids = new Map<string, string>();
    let next = 0;
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (next < JOBS || episodes < EPISODES) {
          // Only as many as the disk has room for, however fast the station is.
          if (next >= JOBS) await pause(50);
          const key = `job-${next++}`;
          for (let tries = 0; !ids.has(key); tries += 1) {
            if (tries > 600) throw new Error(`${key} was never accepted.`);
            const created = await client.create(document, { idempotencyKey: key }).catch(() => pause(20));
            if (created !== undefined) ids.set(key, (created as { id: string }).id);
          }
        }
      }),
    );
    isOver = true;
    await filling;

    for (const id of ids.values()) {
      const view = await client.finished(id, 150_000).catch((error: unknown) => {
        throw new Error(`${String(error)}\n${running.output().slice(-4_000)}`);
      });
      expect(view.status, `${id}: ${view.errorCode} ${view.errorMessage}`).toBe('Completed');
    }
    expect(new Set(ids.values()).size).toBe(next);
    console.log(`${next} requests; the disk was full ${episodes} times`);
    await running.stop();
    const database = new BetterSqlite3(path.join(dataDirectory, 'station.db'), { readonly: true });
    expect(
      database.prepare(`SELECT count(*) FROM audit_events WHERE event_type = 'SigningCompleted'`).pluck().get(),
    ).toBe(next);
    database.close();
  });
});
