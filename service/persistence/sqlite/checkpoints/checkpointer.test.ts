import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JOURNAL_SIZE_LIMIT, leaveCheckpoints, openConnection } from '../connection.ts';
import { GroupCommitWriter } from '../group-commit.ts';
import { openLogSync, type LogSync } from '../log-sync.ts';
import { createCheckpointThread, type CheckpointThread } from './checkpoint-child-thread.ts';
import { openCheckpointConnections } from './checkpoint-connections.ts';
import type { CheckpointOutcome, CheckpointStep } from './checkpoint-protocol.ts';
import { Checkpointer } from './checkpointer.ts';

const THREAD = join(import.meta.dirname, 'checkpoint-thread.ts');
const PAGES = 40;
const TURNS = 200;

const closing = (connections: { close(): void }) => () => {
  connections.close();
  return Promise.resolve();
};

describe('Checkpointer', () => {
  let folder: string;
  let file: string;
  let connection: Sqlite.Database;
  let log: LogSync;
  let writer: GroupCommitWriter;
  let checkpointer: Checkpointer;
  const told: (string | null)[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'checkpointer-'));
    file = join(folder, 'test.db');
    connection = openConnection(file);
    connection.exec('CREATE TABLE entries (value INTEGER NOT NULL, filling BLOB NOT NULL) STRICT');
    connection.pragma('wal_checkpoint(TRUNCATE)');
    leaveCheckpoints(connection);
    log = openLogSync(connection);
    told.length = 0;
  });
  afterEach(async () => {
    await writer.close();
    await checkpointer.close();
    log.close();
    connection.close();
    rmSync(folder, { recursive: true });
  });

  const start = (thread: CheckpointThread, restMilliseconds = 0): void => {
    writer = new GroupCommitWriter(connection, log, { onCommitted: () => checkpointer.committed() });
    const onFault = (fault: string | null): void => void told.push(fault);
    checkpointer = new Checkpointer({ connection, writer, thread, pages: PAGES, onFault, restMilliseconds });
  };
  const data = () => ({ databasePath: file, journalSizeLimit: JOURNAL_SIZE_LIMIT });
  let value = 0;
  const insert = (): number => {
    connection.prepare('INSERT INTO entries (value, filling) VALUES (?, zeroblob(3000))').run(value);
    return value++;
  };
  const count = (): unknown => connection.prepare('SELECT count(*) FROM entries').pluck().get();
  const logPages = (): number => (connection.pragma('wal_checkpoint(NOOP)') as [{ log: number }])[0].log;
  const writeMany = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time++) await writer.write(insert);
  };

  const toldAfterAWrite = async (): Promise<unknown> => {
    await writer.write(insert);
    return told;
  };

  it('keeps the log short beside the writer, with every commit in place', async () => {
    start(createCheckpointThread(THREAD, data()));
    await writeMany(PAGES);
    await expect.poll(logPages).toBeLessThan(PAGES);
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 100 }, () => writer.write(insert)));
      await expect.poll(logPages).toBeLessThan(PAGES);
    }
    expect(count()).toBe(PAGES + 500);
    expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
    // What is in the file itself, without its log: all but the last pages.
    expect(statSync(file).size).toBeGreaterThan(500 * 3000);
    expect(told).toEqual([]);
  });

  /** A thread whose first `slow` step takes until it is let go: it would never end if anything waited for it. */
  const slowThread = (slow: CheckpointStep) => {
    const connections = openCheckpointConnections(data());
    const begun = Promise.withResolvers<undefined>();
    const goes = Promise.withResolvers<undefined>();
    const thread: CheckpointThread = {
      async run(step) {
        if (step === slow) {
          begun.resolve(undefined);
          await goes.promise;
        }
        return connections.run(step);
      },
      close: closing(connections),
    };
    return { thread, begun: begun.promise, letGo: () => goes.resolve(undefined) };
  };

  it('lets everybody write and read while most of the log is copied', async () => {
    const { thread, begun, letGo } = slowThread('copy');
    start(thread);
    await writeMany(PAGES);
    await begun;
    // Every one of these writes ends while the copy has not.
    await writeMany(PAGES);
    expect(await writer.read(count)).toBe(PAGES * 2);
    expect(logPages()).toBeGreaterThan(PAGES * 2);
    letGo();
    await expect.poll(logPages).toBeLessThan(PAGES);
  });

  it('answers reads while the last pages go to disk, and keeps what is written meanwhile for after', async () => {
    const { thread, begun, letGo } = slowThread('restart');
    start(thread);
    const writing = Array.from({ length: PAGES }, () => writer.write(insert));
    await Promise.all(writing);
    await begun;
    let isWritten = false;
    const written = writer.write(insert).then(() => (isWritten = true));
    for (let turn = 0; turn < TURNS; turn++) await new Promise(setImmediate);
    expect([await writer.read(count), isWritten]).toEqual([PAGES, false]);
    letGo();
    await written;
    expect(count()).toBe(PAGES + 1);
    await expect.poll(logPages).toBeLessThan(PAGES);
  });

  it('says once that the disk refuses, writes on, and goes on when it is mended', async () => {
    const connections = openCheckpointConnections(data());
    let refusal: Error | undefined = new Error('disk I/O error');
    const steps: CheckpointStep[] = [];
    const run = (step: CheckpointStep): Promise<CheckpointOutcome> => {
      steps.push(step);
      return refusal !== undefined && step === 'restart'
        ? Promise.reject(refusal)
        : Promise.resolve(connections.run(step));
    };
    start({ run, close: closing(connections) });
    await writeMany(PAGES * 2);
    expect(steps.length).toBeGreaterThan(2);
    expect(told).toEqual([expect.stringContaining('disk I/O error')]);
    expect(checkpointer.fault()).toBe(told[0]);
    expect(count()).toBe(PAGES * 2);
    refusal = undefined;
    await expect.poll(toldAfterAWrite).toEqual([expect.any(String), null]);
    expect(checkpointer.fault()).toBeNull();
    expect(logPages()).toBeLessThan(PAGES);
  });

  it('tries again only after a rest', async () => {
    let tries = 0;
    const run = (): Promise<CheckpointOutcome> => {
      tries += 1;
      return Promise.reject(new Error('database or disk is full'));
    };
    start({ run, close: () => Promise.resolve() }, 3_600_000);
    await writeMany(PAGES * 2);
    expect(tries).toBe(1);
  });

  it('says that another program keeps the log from being shorter once that is long, and goes on after', async () => {
    start(createCheckpointThread(THREAD, data()), 5);
    const other = new Sqlite(file, { readonly: true });
    other.exec('BEGIN');
    await writeMany(1);
    expect(other.prepare('SELECT count(*) FROM entries').pluck().get()).toBe(1);
    await Promise.all(Array.from({ length: PAGES * 9 }, () => writer.write(insert)));
    await expect.poll(toldAfterAWrite).toEqual([expect.stringContaining('Another program')]);
    other.close();
    await expect.poll(toldAfterAWrite).toEqual([expect.any(String), null]);
    expect(logPages()).toBeLessThan(PAGES);
  });

  it('starts another thread when one has died', async () => {
    const missing = createCheckpointThread(join(folder, 'nowhere.mjs'), data());
    const thread = createCheckpointThread(THREAD, data());
    let isThere = false;
    start({ run: (step) => (isThere ? thread : missing).run(step), close: () => thread.close() });
    await writeMany(PAGES + 1);
    await expect.poll(toldAfterAWrite).toEqual([expect.stringContaining('could not be copied')]);
    isThere = true;
    await expect.poll(toldAfterAWrite).toEqual([expect.any(String), null]);
  });

  it('leaves no header of the log for the writer to sync', () => {
    start(createCheckpointThread(THREAD, data()));
    const connections = openCheckpointConnections(data());
    insert();
    expect(connections.run('copy')).toBe('done');
    // All is copied: without the guard this write would begin the log anew.
    insert();
    expect(logPages()).toBeGreaterThan(1);
    expect(connections.run('restart')).toBe('done');
    expect(logPages()).toBe(1);
    insert();
    expect(logPages()).toBeGreaterThan(1);
    connections.close();
  });
});
