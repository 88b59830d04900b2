import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SeededRandom } from '../fuzz/random.ts';
import { smallPdfs } from '../documents/pdf/make-pdfs.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { freePort, startStation, type RunningStation } from '../actors/station/running-station.ts';

const JOBS = 300;
/** Requests go on coming until so many processes were killed. */
const KILLS = Number(process.env['SCENARIO_KILLS'] ?? 60);
const SEED = Number(process.env['SCENARIO_SEED'] ?? 20_261_122);
const CLIENTS = 6;
const RESTART_PAUSE_MILLISECONDS = 50;
const PAUSE_BETWEEN_REQUESTS_MILLISECONDS = 100;

/** A host killed in the middle of an accept leaves the client without an answer: it sends again with the same key. */
async function createUntilAccepted(url: string, document: Uint8Array, key: string): Promise<string> {
  const client = createStationClient(url);
  for (let tries = 0; tries < 600; tries++) {
    try {
      return (await client.create(document, { idempotencyKey: key })).id;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error(`Request ${key} was never accepted.`);
}

describe('a station whose processes are killed at random moments', () => {
  let dataDirectory: string;
  let port: number;
  let station: RunningStation;
  let isOver = false;
  const goesOn = (): boolean => !isOver;
  const kills: Record<string, number> = { worker: 0, publisher: 0, 'token-host': 0, host: 0 };
  const killCount = (): number => Object.values(kills).reduce((sum, count) => sum + count, 0);
  const random = new SeededRandom(SEED);

  beforeAll(async () => {
    dataDirectory = await mkdtemp(path.join(tmpdir(), 'station-crash-'));
    port = await freePort();
    station = await start();
  });
  afterAll(async () => {
    isOver = true;
    await station.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  });

  function start(): Promise<RunningStation> {
    return startStation({
      dataDirectory,
      port,
      settings: { 'SigningJobRetry:InitialBackoffMilliseconds': '50', 'SigningJobRetry:MaxAttempts': '20' },
    });
  }

  /**
   * A job whose worker dies again and again is taken for the cause. On a slow machine one that is killed faster than it
   * can complete anything would make that true of every job.
   */
  async function someJobCompletes(): Promise<void> {
    const before = completedJobs();
    while (goesOn() && completedJobs() === before) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  function completedJobs(): number {
    const database = new BetterSqlite3(path.join(dataDirectory, 'station.db'), { readonly: true });
    try {
      const count = database.prepare("SELECT count(*) FROM signing_jobs WHERE status = 'Completed'").pluck().get();
      return Number(count);
    } finally {
      database.close();
    }
  }

  /** Kills one process after another; the host every twelfth time, so that there is something for it to leave behind. */
  async function killAtRandom(): Promise<void> {
    for (let turn = 1; goesOn(); turn++) {
      await new Promise((resolve) => setTimeout(resolve, 10 + random.natural(60)));
      if (!goesOn()) return;
      if (turn % 12 === 0) {
        await station.killHost();
        kills['host'] = (kills['host'] ?? 0) + 1;
        await new Promise((resolve) => setTimeout(resolve, RESTART_PAUSE_MILLISECONDS));
        station = await start();
        continue;
      }
      const children = station.children();
      const victim = children[random.natural(children.length)];
      if (victim === undefined) continue;
      try {
        process.kill(victim.pid, 'SIGKILL');
        kills[victim.role] = (kills[victim.role] ?? 0) + 1;
        if (victim.role === 'worker') await someJobCompletes();
      } catch {
        // It died by itself between the look and the shot.
      }
    }
  }

  it(`completes every accepted request exactly once (seed ${SEED})`, async () => {
    const document = Object.values(smallPdfs())[0];
    if (document === undefined) throw new Error('There is no test document.');
    const killing = killAtRandom();
    const ids: string[] = [];
    let next = 0;
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (next < JOBS || killCount() < KILLS) {
          ids.push(await createUntilAccepted(`http://127.0.0.1:${port}`, document, `job-${next++}`));
          // Otherwise all would be accepted before much has been killed.
          await new Promise((resolve) => setTimeout(resolve, PAUSE_BETWEEN_REQUESTS_MILLISECONDS));
        }
      }),
    );
    isOver = true;
    await killing;
    expect(new Set(ids).size).toBe(next);

    const client = createStationClient(station.url);
    for (const id of ids) {
      const view = await client.finished(id, 60_000).catch((error: unknown) => {
        throw new Error(`${String(error)}\n${rowsOf(path.join(dataDirectory, 'station.db'), id)}\n${station.output()}`);
      });
      expect(view.status, `${id}: ${view.errorCode} ${view.errorMessage}`).toBe('Completed');
      const content = await client.content(id);
      expect(content.subarray(0, document.length).equals(document)).toBe(true);
      expect(content.length).toBe(view.outputSize);
    }
    await station.stop();
    console.log(`killed: ${JSON.stringify(kills)}`);
    for (const role of Object.keys(kills)) expect(kills[role], role).toBeGreaterThan(1);
    assertOneCompletionEach(path.join(dataDirectory, 'station.db'), ids);
  });
});

/** What the database says after everything is still: one completion per request, nothing left in outbox or queue. */
function assertOneCompletionEach(file: string, ids: readonly string[]): void {
  const database = new BetterSqlite3(file, { readonly: true });
  try {
    const completions = database
      .prepare<[], { entity_id: string; n: number }>(
        "SELECT entity_id, count(*) AS n FROM audit_events WHERE event_type = 'SigningCompleted' GROUP BY entity_id",
      )
      .all();
    expect(completions.filter((row) => row.n !== 1)).toEqual([]);
    expect(new Set(completions.map((row) => row.entity_id))).toEqual(new Set(ids));
    const unpublished = database.prepare('SELECT count(*) AS n FROM outbox_messages WHERE published_at IS NULL').get();
    expect(unpublished).toEqual({ n: 0 });
  } finally {
    database.close();
  }
}

/** Everything the database knows of a request, for the message of a test that failed. */
function rowsOf(file: string, id: string): string {
  const database = new BetterSqlite3(file, { readonly: true });
  try {
    const rows = [
      database.prepare('SELECT status, retry_count, error_code FROM signature_requests WHERE id = ?').all(id),
      database.prepare('SELECT * FROM signing_jobs WHERE signature_request_id = ?').all(id),
      database.prepare("SELECT * FROM outbox_messages WHERE payload LIKE '%' || ? || '%'").all(id),
      database.prepare('SELECT queue, sequence, message_id, headers FROM broker_messages').all(),
      database.prepare('SELECT event_type, timestamp, metadata FROM audit_events WHERE entity_id = ?').all(id),
    ];
    return JSON.stringify(rows, null, 1);
  } finally {
    database.close();
  }
}
