import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newUuidV7 } from '../ids/uuid-v7.ts';
import type { AcceptUnit } from '../persistence/persistence.ts';
import { acceptUnit, at, claimOf, completionOf, LEASE_MILLISECONDS } from '../persistence/sample-records.suite.ts';
import { openSqlitePersistence, type SqlitePersistence } from '../persistence/sqlite/sqlite-persistence.ts';
import { openLocalObjectStore } from '../storage/local/local-object-store.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { createLogger } from '../telemetry/logger.ts';
import { requestKeys } from '../storage/storage-keys.ts';
import { openContent } from '../use-cases/open-content.ts';
import { pruneOutbox } from '../use-cases/prune-outbox.ts';
import { removeLeftovers } from '../use-cases/remove-leftovers.ts';
import { sweepRetention } from '../use-cases/sweep-retention.ts';

const DAY = 86_400_000;

describe('the retention sweep over SQLite and local files', () => {
  let folder: string;
  let persistence: SqlitePersistence;
  let objectStore: ObjectStore;
  let now: Date;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'retention-'));
    persistence = await openSqlitePersistence({
      databasePath: path.join(folder, 'station.db'),
      migrationsFolder: path.join(import.meta.dirname, '../persistence/sqlite/migrations'),
    });
    objectStore = await openLocalObjectStore(path.join(folder, 'files'));
    now = at(0);
  });
  afterEach(async () => {
    await persistence.close();
    await rm(folder, { recursive: true });
  });

  const ports = () => ({
    persistence,
    objectStore,
    clock: () => now,
    newId: newUuidV7,
    downloads: { begins: () => false, forget: () => undefined },
    sha256OfFile: () => Promise.reject(new Error('Only a download that begins is checked.')),
    logger: createLogger({ level: 'error', clock: () => now, processName: 'test' }),
  });
  const caller = { tenantId: 'acme', actor: 'tester', correlationId: null };
  const policy = { inputDays: { Completed: 30, Cancelled: 2 }, outputDays: { Completed: 90 } };

  async function put(key: string): Promise<void> {
    const file = path.join(folder, newUuidV7());
    await writeFile(file, key);
    await objectStore.putFile(key, file);
  }

  /** A request with three inputs and a stamp, signed; its output still lies under the staged key. */
  async function completed(): Promise<AcceptUnit> {
    const unit = acceptUnit({ additionalInputs: 1, hasAppearance: true });
    for (const file of unit.files) await put(file.storageKey);
    await persistence.acceptSignatureRequest(unit);
    const claimed = await persistence.claimJob(claimOf(unit, at(1)));
    if (claimed.outcome !== 'claimed') throw new Error(claimed.outcome);
    const claim = await persistence.startProcessing(claimed.claim, {
      now: at(2),
      leaseMilliseconds: LEASE_MILLISECONDS,
      audit: [],
    });
    if (claim === 'lost') throw new Error('lost');
    const completion = completionOf(unit, at(3));
    await put(completion.output.stagedKey ?? completion.output.storageKey);
    expect(await persistence.completeJob(claim, completion)).toBe('done');
    return unit;
  }

  const filesLeft = async () => {
    const entries = await readdir(path.join(folder, 'files'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  };
  const deletions = async () =>
    (await persistence.listAuditEvents({ ...caller, limit: 100, cursor: null }, { eventType: ['FileDeleted'] })).items;

  it('deletes inputs and stamp after their time, the output after its own, and keeps rows and audit', async () => {
    const unit = await completed();
    now = new Date(at(3).getTime() + 30 * DAY);
    expect(await sweepRetention(ports(), policy)).toBe(0);
    now = new Date(now.getTime() + 1);
    expect(await sweepRetention(ports(), policy)).toBe(3);
    expect(await filesLeft()).toHaveLength(1);
    await expect(openContent(ports(), caller, unit.request.id)).resolves.toBeDefined();

    now = new Date(at(4).getTime() + 90 * DAY);
    expect(await sweepRetention(ports(), policy)).toBe(1);
    expect(await filesLeft()).toEqual([]);
    await expect(openContent(ports(), caller, unit.request.id)).rejects.toMatchObject({
      code: 'SIGNATURE_OUTPUT_NOT_FOUND',
      status: 409,
    });
    const details = await persistence.findRequest('acme', unit.request.id);
    expect(details?.request.status).toBe('Completed');
    expect(details?.output?.deletedAt).toEqual(now);
    const events = await deletions();
    expect(events.map((event) => [event.entityId, event.metadata['kind']])).toEqual([
      [unit.request.id, 'output'],
      ...Array.from({ length: 3 }, () => [unit.request.id, 'input']),
    ]);
    expect(await sweepRetention(ports(), policy)).toBe(0);
  });

  it('heals a crash between the bytes and the row', async () => {
    const unit = await completed();
    now = new Date(at(4).getTime() + 90 * DAY);
    const dying = {
      ...ports(),
      persistence: { ...persistence, markFileDeleted: () => Promise.reject(new Error('power cut')) },
    };
    expect(await sweepRetention(dying, policy)).toBe(0);
    expect(await filesLeft()).toEqual([]);
    // The row still says that the output is there: the reader is told that it is missing, nothing worse.
    const content = await openContent(ports(), caller, unit.request.id);
    await expect(content.read({ start: 0, end: 1 })).rejects.toMatchObject({ code: 'SIGNATURE_OUTPUT_NOT_FOUND' });
    expect(await sweepRetention(ports(), policy)).toBe(4);
    expect(await deletions()).toHaveLength(4);
    expect(await sweepRetention(ports(), policy)).toBe(0);
  });

  it('treats each state by its own time and leaves running requests alone', async () => {
    const [cancelled, queued] = [acceptUnit(), acceptUnit()];
    for (const unit of [cancelled, queued]) {
      await put(unit.files[0]?.storageKey ?? '');
      await persistence.acceptSignatureRequest(unit);
    }
    await persistence.cancelRequest({ tenantId: 'acme', id: cancelled.request.id, at: at(5), audit: [] });
    now = new Date(at(6).getTime() + 2 * DAY);
    expect(await sweepRetention(ports(), policy)).toBe(1);
    now = new Date(now.getTime() + 3650 * DAY);
    expect(await sweepRetention(ports(), policy)).toBe(0);
    expect(existsSync(path.join(folder, 'files', queued.files[0]?.storageKey ?? ''))).toBe(true);
  });

  const keysOf = ({ request }: AcceptUnit) => requestKeys(request.tenantId, request.id, request.createdAt);

  /** A file as a dead process leaves it, last written so many hours ago. */
  async function leave(name: string, hoursAgo: number): Promise<string> {
    const file = path.join(folder, 'files', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, 'half a signed doc');
    await age(name, hoursAgo);
    return name;
  }

  async function age(name: string, hoursAgo: number): Promise<void> {
    const moment = new Date(now.getTime() - hoursAgo * 3_600_000);
    await utimes(path.join(folder, 'files', name), moment, moment);
  }

  const UUID = '3f0c9d7e-8a52-4c0e-9f3a-6d1d0b7c2a11';
  const exists = (name: string): boolean => existsSync(path.join(folder, 'files', name));

  it('removes what was never finished, a day later, and nothing else', async () => {
    now = new Date(at(0).getTime() + 3 * DAY);
    const unit = await completed();
    const keys = keysOf(unit);
    const old = [
      await leave(`${keys.stagedOutput(7)}.${UUID}.tmp`, 25),
      await leave(`${keys.input}.${UUID}.tmp`, 25),
      await leave(`.probe-${UUID}`, 25),
    ];
    const kept = [
      await leave(`${keys.stagedOutput(8)}.${UUID}.tmp`, 23),
      await leave('tenants/acme/notes.tmp', 99),
      await leave(`elsewhere/${keys.stagedOutput(9)}.${UUID}.tmp`, 99),
      await leave(keys.signed, 999),
    ];
    for (const file of unit.files) await age(file.storageKey, 999);
    expect(await removeLeftovers(ports())).toBe(old.length);
    expect(old.filter(exists)).toEqual([]);
    expect([...kept, ...unit.files.map((file) => file.storageKey)].filter((name) => !exists(name))).toEqual([]);
    expect(await removeLeftovers(ports())).toBe(0);
  });

  it('removes outputs of attempts that lost, and never one that a row names or an attempt may still complete', async () => {
    now = new Date(at(0).getTime() + 3 * DAY);
    const done = await completed();
    const [queued, failed] = [acceptUnit(), acceptUnit()];
    for (const unit of [queued, failed]) await persistence.acceptSignatureRequest(unit);
    await persistence.cancelRequest({ tenantId: 'acme', id: failed.request.id, at: at(5), audit: [] });
    const winner = keysOf(done).stagedOutput(1);
    await age(winner, 60);
    const loser = await leave(keysOf(done).stagedOutput(2), 60);
    const ofCancelled = await leave(keysOf(failed).stagedOutput(1), 60);
    const running = await leave(keysOf(queued).stagedOutput(1), 60);
    const stranger = await leave(keysOf(acceptUnit()).stagedOutput(1), 60);
    expect(await removeLeftovers(ports())).toBe(2);
    expect([winner, loser, ofCancelled, running, stranger].map(exists)).toEqual([true, false, false, true, true]);
    const content = await openContent(ports(), caller, done.request.id);
    expect(await text(await content.read({ start: 0, end: 6 }))).toBe(winner.slice(0, 7));
  });

  it('does not read the folders of old requests, and stops when it is told to', async () => {
    const unit = await completed();
    const name = await leave(`${keysOf(unit).stagedOutput(3)}.${UUID}.tmp`, 25);
    now = new Date(at(0).getTime() + 33 * DAY);
    expect(await removeLeftovers(ports())).toBe(0);
    now = new Date(at(0).getTime() + 30 * DAY);
    expect(await removeLeftovers(ports(), () => true)).toBe(0);
    expect(exists(name)).toBe(true);
    expect(await removeLeftovers(ports())).toBe(1);
  });

  it('lets messages go a day after they were handed over, so that a request can be read and repeated as before', async () => {
    const units: AcceptUnit[] = [];
    for (let n = 0; n < 3; n += 1) units.push(await completed());
    const running = acceptUnit({ request: { idempotencyKey: 'again' } });
    await persistence.acceptSignatureRequest(running);
    const messages = [...units, running].map((unit) => unit.outboxMessage.id);
    await persistence.markPublished(messages, at(10));
    now = new Date(at(10).getTime() + DAY);
    expect(await pruneOutbox(ports())).toBe(0);
    now = new Date(now.getTime() + 1);
    expect(await pruneOutbox(ports())).toBe(3);
    expect(await pruneOutbox(ports())).toBe(0);
    for (const { request } of units) {
      expect((await persistence.findRequest('acme', request.id))?.request.status).toBe('Completed');
    }
    // A publisher that died after the hand-over says so late: the message is gone, nothing happens.
    await persistence.markPublished(messages, now);
    const repeated = acceptUnit({ request: { idempotencyKey: 'again' } });
    expect(await persistence.acceptSignatureRequest(repeated)).toMatchObject({ outcome: 'replayed' });
  });
});
