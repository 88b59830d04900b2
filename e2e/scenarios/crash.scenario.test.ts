import { appendFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { killPlan, victimAmong, type KillTurn } from '../kills/kill-plan.ts';
import { smallPdfs } from '../documents/pdf/make-pdfs.ts';
import { makeSurroundings, type Surroundings } from '../actors/disk/surroundings.ts';
import { createStationClient, type StationClient } from '../actors/station/station-client.ts';
import type { SignatureView } from '../../service/contract/http/signatures.ts';
import { freePort, startStation, type RunningStation, type StationChild } from '../actors/station/running-station.ts';

const JOBS = 200;
/** Requests go on coming until so many processes were killed. */
const KILLS = Number(process.env['SCENARIO_KILLS'] ?? 60);
const SEED = Number(process.env['SCENARIO_SEED'] ?? 20_261_122);
/** Where one line with the tally goes, for `npm run kills`. */
const TALLY = process.env['SCENARIO_TALLY'];
const CLIENTS = 6;
/** Not a measure of speed: what is never finished fails long before. */
const TIMEOUT_MILLISECONDS = 900_000 * Math.max(1, KILLS / 60);
/** A job that died with its worker so often is left in peace until it is done: after ten times it is taken for the cause. */
const ENOUGH_INTERRUPTIONS = 5;
const RESTART_PAUSE_MILLISECONDS = 50;
const PAUSE_BETWEEN_REQUESTS_MILLISECONDS = 100;
/** More than are worked on at once; what lies behind them costs the time of further kills and shows nothing. */
const MOST_OPEN_JOBS = 40;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A host killed in the middle of an accept leaves the client without an answer: it sends again with the same key. */
async function createUntilAccepted(url: string, document: Uint8Array, key: string): Promise<string> {
  const client = createStationClient(url);
  for (let tries = 0; tries < 600; tries++) {
    try {
      return (await client.create(document, { idempotencyKey: key })).id;
    } catch {
      await pause(100);
    }
  }
  throw new Error(`Request ${key} was never accepted.`);
}

describe('a station whose processes are killed at random moments, in surroundings that go wrong', () => {
  let folder: string;
  let surroundings: Surroundings;
  let dataDirectory: string;
  let port: number;
  let station: RunningStation;
  let isOver = false;
  let killing = Promise.resolve();
  const goesOn = (): boolean => !isOver;
  const kills: Record<string, number> = { worker: 0, 'token-host': 0, host: 0 };
  const killCount = (): number => Object.values(kills).reduce((sum, count) => sum + count, 0);
  /** What was done when, for the report of a run that failed. */
  const done: string[] = [];
  const beganAt = performance.now();

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'station-crash-'));
    const disk = path.join(folder, 'disk');
    await mkdir(disk);
    surroundings = makeSurroundings(folder, disk);
    dataDirectory = path.join(disk, 'data');
    port = await freePort();
    station = await start();
  });
  afterAll(async () => {
    isOver = true;
    // It may be about to start another host.
    await killing.catch(() => undefined);
    try {
      await station.stop();
    } finally {
      // It holds a disk of its own, also where no station came up on it.
      surroundings.dispose();
      await rm(folder, { recursive: true, force: true });
    }
  });

  function start(): Promise<RunningStation> {
    return startStation({
      dataDirectory,
      port,
      environment: surroundings.environment,
      settings: { 'SigningJobRetry:InitialBackoffMilliseconds': '50', 'SigningJobRetry:MaxAttempts': '60' },
    });
  }

  /**
   * A job whose worker dies again and again is taken for the cause. On a slow machine one that is killed faster than it
   * can complete anything would make that true of every job, or of the one that is worked on alone each time.
   */
  async function someJobCompletes(): Promise<void> {
    const before = completedJobs();
    const isWorn = (): boolean =>
      countJobs(`status <> 'Completed' AND interruptions >= ${String(ENOUGH_INTERRUPTIONS)}`) > 0;
    while (goesOn() && (completedJobs() === before || isWorn())) await pause(20);
  }

  /** It may lie behind hundreds of others: it is waited for as long as jobs complete at all. */
  async function finishedInItsTurn(client: StationClient, id: string): Promise<SignatureView> {
    for (;;) {
      const before = completedJobs();
      try {
        return await client.finished(id, 60_000);
      } catch (error) {
        if (completedJobs() === before) throw error;
      }
    }
  }

  const completedJobs = (): number => countJobs("status = 'Completed'");

  function countJobs(condition: string): number {
    const database = new BetterSqlite3(path.join(dataDirectory, 'station.db'), { readonly: true });
    try {
      return Number(database.prepare(`SELECT count(*) FROM signing_jobs WHERE ${condition}`).pluck().get());
    } finally {
      database.close();
    }
  }

  /** Does what the seed's plan says, turn by turn, and writes down when. */
  async function killByPlan(): Promise<void> {
    for (const turn of killPlan(SEED)) {
      await pause(turn.pauseMilliseconds);
      if (!goesOn()) return;
      const { victims, episode } = turn;
      if (victims === 'host' || victims === 'host and children') {
        await killHost(turn, victims === 'host' ? [] : station.children());
        continue;
      }
      const endEpisode = episode && surroundings.begin(episode);
      if (episode !== undefined) await pause(episode.before);
      const children = station.children();
      const victim = victims === 'children' ? undefined : victimAmong(children, victims);
      const killed = killOf(turn, victims === 'children' ? children : victim === undefined ? [] : [victim]);
      if (episode !== undefined) await pause(episode.after);
      endEpisode?.();
      if (killed.has('worker')) await someJobCompletes();
    }
  }

  async function killHost(turn: KillTurn, children: readonly StationChild[]): Promise<void> {
    killOf(turn, children);
    await station.killHost();
    kills['host'] = (kills['host'] ?? 0) + 1;
    await pause(RESTART_PAUSE_MILLISECONDS);
    station = await start();
  }

  /** Kills these, and counts those that were still there; their roles. */
  function killOf(turn: KillTurn, victims: readonly StationChild[]): ReadonlySet<StationChild['role']> {
    const killed = victims.filter(({ pid }) => {
      try {
        return process.kill(pid, 'SIGKILL');
      } catch {
        // It died by itself between the look and the shot.
        return false;
      }
    });
    for (const { role } of killed) kills[role] = (kills[role] ?? 0) + 1;
    const roles = killed.map(({ role }) => role);
    done.push(`${Math.round(performance.now() - beganAt)} ms: ${JSON.stringify(turn)}, killed: ${roles.join(' ')}`);
    return new Set(roles);
  }

  it(
    `completes every accepted request exactly once (seed ${SEED})`,
    async () => {
      const document = Object.values(smallPdfs())[0];
      if (document === undefined) throw new Error('There is no test document.');
      onTestFailed(() => console.log(`What was done with seed ${SEED}:\n${done.join('\n')}`));
      killing = killByPlan();
      const ids: string[] = [];
      let next = 0;
      await Promise.all(
        Array.from({ length: CLIENTS }, async () => {
          while (next < JOBS || killCount() < KILLS) {
            ids.push(await createUntilAccepted(`http://127.0.0.1:${port}`, document, `job-${next++}`));
            // Otherwise all would be accepted before much has been killed.
            do await pause(PAUSE_BETWEEN_REQUESTS_MILLISECONDS);
            while (goesOn() && countJobs("status <> 'Completed'") >= MOST_OPEN_JOBS);
          }
        }),
      );
      isOver = true;
      await killing;
      surroundings.calm();
      expect(new Set(ids).size).toBe(next);

      const client = createStationClient(station.url);
      for (const id of ids) {
        const view = await finishedInItsTurn(client, id).catch((error: unknown) => {
          throw new Error(
            `${String(error)}\n${rowsOf(path.join(dataDirectory, 'station.db'), id)}\n${station.output()}`,
          );
        });
        expect(view.status, `${id}: ${view.errorCode} ${view.errorMessage}`).toBe('Completed');
        const content = await client.content(id);
        expect(content.subarray(0, document.length).equals(document)).toBe(true);
        expect(content.length).toBe(view.outputSize);
      }
      await station.stop();
      const tally = { seed: SEED, requests: ids.length, kills, episodes: surroundings.counts };
      console.log(JSON.stringify(tally));
      for (const role of Object.keys(kills)) expect(kills[role], role).toBeGreaterThan(1);
      assertOneCompletionEach(path.join(dataDirectory, 'station.db'), ids);
      // Last: a round in the tally is taken for one that held, and its seed is not tried again.
      if (TALLY !== undefined) appendFileSync(TALLY, `${JSON.stringify(tally)}\n`);
    },
    TIMEOUT_MILLISECONDS,
  );
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
