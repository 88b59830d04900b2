import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSlowDisk, type SlowDisk } from '../actors/disk/slow-disk.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { smallPdfs } from '../documents/pdf/make-pdfs.ts';

const JOBS = 12;
const SYNC_MILLISECONDS = 40;

describe('a station on a slow disk', () => {
  let folder: string;
  let disk: SlowDisk;
  let station: RunningStation;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'station-slow-disk-'));
    disk = makeSlowDisk(folder);
    station = await startStation({ environment: disk.environment });
  });
  afterAll(async () => {
    await station.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('never has its event loop wait for a sync, whatever is asked of it', async () => {
    const client = createStationClient(station.url);
    const document = Object.values(smallPdfs())[0] ?? new Uint8Array();
    await client.listedCertificates();
    disk.delaySyncs(SYNC_MILLISECONDS);
    disk.takeCounts();
    const created = await Promise.all(Array.from({ length: JOBS }, () => client.create(document, {})));
    for (const { id } of created) {
      expect((await client.finished(id)).status).toBe('Completed');
      await client.content(id);
    }
    await client.verification(created[0]?.id ?? '');
    expect((await fetch(`${station.url}/health/ready`)).status).toBe(200);
    const { onMainThread, elsewhere } = disk.takeCounts();
    expect(onMainThread).toBe(0);
    expect(elsewhere).toBeGreaterThan(JOBS);
  });
});
