import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startStation, until, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { onePage } from '../documents/pdf/one-page.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';

const UUID = '3f0c9d7e-8a52-4c0e-9f3a-6d1d0b7c2a11';
const DAY_MILLISECONDS = 86_400_000;

describe('a station that starts over what an earlier one left behind', () => {
  let dataDirectory: string;
  let station: RunningStation | undefined;
  beforeEach(async () => {
    dataDirectory = await mkdtemp(path.join(tmpdir(), 'station-clearing-'));
  });
  afterEach(async () => {
    await station?.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  });

  /** A file as a process leaves it that dies while it writes. */
  function leave(folder: string, name: string, days: number): string {
    const file = path.join(folder, name);
    const moment = new Date(Date.now() - days * DAY_MILLISECONDS);
    writeFileSync(file, 'half of it');
    utimesSync(file, moment, moment);
    return file;
  }

  /** Makes everything that the database says of the outbox look days old, or counts what is there. */
  function inDatabase<T>(work: (database: BetterSqlite3.Database) => T): T {
    const database = new BetterSqlite3(path.join(dataDirectory, 'station.db'));
    try {
      return work(database);
    } finally {
      database.close();
    }
  }
  const messages = (): unknown =>
    inDatabase((database) => database.prepare('SELECT count(*) FROM outbox_messages').pluck().get());

  it('removes old temporary files and messages, and keeps what is young and every document', async () => {
    station = await startStation({ dataDirectory });
    const client = createStationClient(station.url);
    const document = buildPdf({ pieces: onePage() });
    const ids = [(await client.create(document, {})).id, (await client.create(document, {})).id];
    for (const id of ids) expect((await client.finished(id)).status).toBe('Completed');
    await station.stop();

    const files = path.join(dataDirectory, 'files');
    const names = readdirSync(files, { recursive: true, encoding: 'utf8' });
    const request = path.join(files, path.dirname(names.find((name) => name.endsWith('signed.bin')) ?? ''));
    const uploads = path.join(files, 'uploads');
    const old = [
      leave(request, `signed-2.part.${UUID}.tmp`, 2),
      leave(request, 'signed-3.part', 2),
      leave(uploads, `${UUID}.upload`, 2),
    ];
    const young = [leave(request, `signed-4.part.${UUID}.tmp`, 0.5), leave(uploads, 'young.upload', 0.5)];
    expect(messages()).toBe(2);
    const aged = inDatabase((database) =>
      database
        .prepare('UPDATE outbox_messages SET occurred_at = occurred_at - @age, published_at = published_at - @age')
        .run({ age: 2 * DAY_MILLISECONDS }),
    );
    expect(aged.changes).toBe(2);

    station = await startStation({ dataDirectory });
    await until(() => old.every((file) => !existsSync(file)) && messages() === 0);
    expect(young.filter((file) => !existsSync(file))).toEqual([]);
    const again = createStationClient(station.url);
    for (const id of ids) {
      expect((await again.content(id)).subarray(0, document.length).equals(document)).toBe(true);
      expect((await again.verification(id)).overallStatus).toBe('VALID');
    }
    const { id } = await again.create(document, {});
    expect((await again.finished(id)).status).toBe('Completed');
    expect(messages()).toBe(1);
  });
});
