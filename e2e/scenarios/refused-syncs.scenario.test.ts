import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeSlowDisk, type SlowDisk } from '../actors/disk/slow-disk.ts';
import { startStation, until, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient, UnexpectedAnswer } from '../actors/station/station-client.ts';
import { onePage } from '../documents/pdf/one-page.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';

const EX_IOERR = 74;

/** What of the data directory a sync of the host is for, while a document is taken in. */
const PLACES = { 'a document': '/input.bin', 'its folder': '/files/tenants', 'its mark': '.marks', 'its row': '-wal' };

describe('a station whose disk refuses a sync', () => {
  const pdf = buildPdf({ pieces: onePage() });
  let folder: string;
  let disk: SlowDisk;
  const running: RunningStation[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'station-refused-'));
    disk = makeSlowDisk(folder);
  });
  afterEach(async () => {
    for (const station of running.splice(0)) await station.stop();
    disk.refuseSyncs(null);
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  async function start(): Promise<RunningStation> {
    const station = await startStation({ dataDirectory: path.join(folder, 'data'), environment: disk.environment });
    running.push(station);
    return station;
  }

  it.each(Object.entries(PLACES))(
    'of %s answers 503 and ends, and takes it once started again',
    async (what, place) => {
      const station = await start();
      const idempotencyKey = what.replaceAll(' ', '-');
      disk.refuseSyncs(place);
      const refused: unknown = await createStationClient(station.url)
        .create(pdf, { idempotencyKey })
        .catch((fault: unknown) => fault);
      if (!(refused instanceof UnexpectedAnswer)) throw new Error('It was taken, or not answered.', { cause: refused });
      expect([refused.status, refused.body]).toEqual([503, expect.stringContaining('"DISK_REFUSED"')]);
      await until(() => station.process.exitCode !== null);
      expect(station.process.exitCode).toBe(EX_IOERR);
      expect(station.output()).toContain('The disk refused to keep what was written. The station ends.');

      disk.refuseSyncs(null);
      const again = await start();
      const client = createStationClient(again.url);
      const { id } = await client.create(pdf, { idempotencyKey });
      expect((await client.finished(id)).status).toBe('Completed');
      expect(await again.stop()).toBe(0);
    },
  );
});
