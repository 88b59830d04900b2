import { readdir } from 'node:fs/promises';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { ownStations } from '../actors/station/own-stations.ts';
import { isAlive } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { onePage } from '../documents/pdf/one-page.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';

const JOBS = 100;
const TWO_AT_A_TIME = { 'Worker:Concurrency': '2' };

describe('a station that is stopped in the middle of its work', () => {
  const { start, inData } = ownStations('graceful');

  it(`finishes what is begun, keeps the rest, and completes all ${JOBS} exactly once after the restart`, async () => {
    const document = buildPdf({ pieces: onePage() });
    const first = await start(TWO_AT_A_TIME);
    const client = createStationClient(first.url);
    const ids = await Promise.all(Array.from({ length: JOBS }, async () => (await client.create(document, {})).id));
    await expect.poll(() => counts().get('Completed') ?? 0, { interval: 5 }).toBeGreaterThan(0);
    const children = first.children();
    expect(await first.stop()).toBe(0);
    expect(children.filter((child) => isAlive(child.pid))).toEqual([]);

    const after = counts();
    expect(after.get('Completed')).toBeGreaterThan(0);
    expect(after.get('Completed')).toBeLessThan(JOBS);
    // Nothing was cut off: no job is held, none is counted as interrupted, no half-written output lies about.
    expect([...after.keys()].filter((status) => status !== 'Completed' && status !== 'Queued')).toEqual([]);
    expect(single("SELECT count(*) FROM signing_jobs WHERE locked_until IS NOT NULL OR status = 'Processing'")).toBe(0);
    expect(single('SELECT sum(interruptions) FROM signing_jobs')).toBe(0);
    expect(await leftovers()).toEqual([]);

    const second = createStationClient((await start(TWO_AT_A_TIME)).url);
    for (const id of ids) expect((await second.finished(id)).status).toBe('Completed');
    expect(counts()).toEqual(new Map([['Completed', JOBS]]));
    expect(
      single(
        "SELECT count(*) FROM (SELECT entity_id FROM audit_events WHERE event_type = 'SigningCompleted' GROUP BY entity_id HAVING count(*) = 1)",
      ),
    ).toBe(JOBS);
    expect(single('SELECT count(*) FROM outbox_messages WHERE published_at IS NULL')).toBe(0);
    const outputs = await Promise.all(ids.map((id) => second.content(id)));
    expect(outputs.every((output) => output.subarray(0, document.length).equals(document))).toBe(true);
    expect(await leftovers()).toEqual([]);
  });

  function counts(): Map<string, number> {
    return reading((database) => {
      const rows = database
        .prepare<[], { status: string; n: number }>(
          'SELECT status, count(*) AS n FROM signature_requests GROUP BY status',
        )
        .all();
      return new Map(rows.map((row) => [row.status, row.n]));
    });
  }

  function single(query: string): unknown {
    return reading((database) => database.prepare(query).pluck().get());
  }

  function reading<T>(work: (database: BetterSqlite3.Database) => T): T {
    const database = new BetterSqlite3(inData('station.db'), { readonly: true });
    try {
      return work(database);
    } finally {
      database.close();
    }
  }

  /** Files in the store that are neither inputs nor finished outputs. */
  async function leftovers(): Promise<string[]> {
    const entries = await readdir(inData('files'), { recursive: true, withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
    return names.filter((name) => name !== 'input.bin' && name !== 'signed.bin');
  }
});
