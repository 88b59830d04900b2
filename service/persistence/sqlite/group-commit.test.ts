import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openConnection } from './connection.ts';
import { GroupCommitWriter } from './group-commit.ts';
import { openLogSync, type LogSync } from './log-sync.ts';

describe('GroupCommitWriter', () => {
  let folder: string;
  let database: Sqlite.Database;
  let log: LogSync;
  let writer: GroupCommitWriter;
  let begun: number;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'group-commit-'));
    database = openConnection(join(folder, 'test.db'));
    database.exec('CREATE TABLE entries (value INTEGER NOT NULL UNIQUE) STRICT');
    database.pragma('busy_timeout = 0');
    log = openLogSync(database);
    writer = new GroupCommitWriter(database, log, { busyLimitMilliseconds: 500 });
    begun = 0;
  });
  afterEach(() => {
    log.close();
    database.close();
    rmSync(folder, { recursive: true });
  });

  const insert = (value: number) => (): number => {
    database.prepare('INSERT INTO entries (value) VALUES (?)').run(value);
    return value;
  };
  const committed = (): unknown[] => {
    // Through a connection of its own, which sees nothing that is not committed.
    const other = new Sqlite(join(folder, 'test.db'), { readonly: true });
    const values = other.prepare('SELECT value FROM entries ORDER BY rowid').pluck().all();
    other.close();
    return values;
  };
  const countTransactions = (): GroupCommitWriter => {
    const prepare = database.prepare.bind(database);
    vi.spyOn(database, 'prepare').mockImplementation((sql: string) => {
      const statement = prepare(sql);
      if (sql.startsWith('BEGIN')) {
        const run = statement.run.bind(statement);
        vi.spyOn(statement, 'run').mockImplementation((...values) => {
          begun += 1;
          return run(...values);
        });
      }
      return statement;
    });
    return new GroupCommitWriter(database, log, { busyLimitMilliseconds: 500 });
  };

  it('commits before it resolves', async () => {
    const written = writer.write(insert(1));
    expect(committed()).toEqual([]);
    expect(await written).toBe(1);
    expect(committed()).toEqual([1]);
  });

  it('resolves only when the log is on disk, and gathers what comes meanwhile into one group', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const syncs: number[] = [];
    const slow = {
      ...log,
      sync: () => {
        syncs.push(committed().length);
        return syncs.length === 1 ? promise : Promise.resolve();
      },
    };
    const waiting = new GroupCommitWriter(database, slow, { busyLimitMilliseconds: 500 });
    let settled = 0;
    const first = waiting.write(insert(1)).then(() => (settled += 1));
    await vi.waitFor(() => expect(syncs).toEqual([1]));
    const others = [2, 3, 4].map((value) => waiting.write(insert(value)));
    await new Promise((elapsed) => setTimeout(elapsed, 20));
    expect([settled, committed()]).toEqual([0, [1]]);
    resolve(undefined);
    await first;
    expect(await Promise.all(others)).toEqual([2, 3, 4]);
    expect(syncs).toEqual([1, 4]);
  });

  it('tells those early that may be undone, once they are committed, and nobody else with them', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const slow = new GroupCommitWriter(database, { ...log, sync: () => promise });
    const told: number[] = [];
    const tell = (value: number): void => void told.push(value);
    const isOdd = (value: number): boolean => value % 2 === 1;
    const ordinary = slow.write(insert(10)).then(tell);
    const ahead = [1, 2, 3].map((value) => slow.writeAhead(insert(value), isOdd).then(tell));
    await vi.waitFor(() => expect(told).toEqual([1, 3]));
    expect(committed()).toEqual([10, 1, 2, 3]);
    const read = slow.read(() => 'what may be lost').then(() => tell(0));
    await new Promise((elapsed) => setTimeout(elapsed, 20));
    expect(told).toEqual([1, 3]);
    resolve(undefined);
    await Promise.all([ordinary, ...ahead, read]);
    expect(told.toSorted((left, right) => left - right)).toEqual([0, 1, 2, 3, 10]);
    await slow.close();
  });

  it('tells a write that fails so, however early it was to be told', async () => {
    const failing = (): number => {
      throw new Error('refused');
    };
    const [failed, kept] = await Promise.allSettled([writer.writeAhead(failing, () => true), writer.write(insert(1))]);
    expect([failed.status, kept.status]).toEqual(['rejected', 'fulfilled']);
    expect(committed()).toEqual([1]);
  });

  it('refuses every write after the disk refused to keep one', async () => {
    const failing = { ...log, sync: () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' })) };
    const refusing = new GroupCommitWriter(database, failing, { busyLimitMilliseconds: 500 });
    await expect(refusing.write(insert(1))).rejects.toThrow('The disk refused');
    await expect(refusing.write(insert(2))).rejects.toThrow('The disk refused');
    await refusing.close();
  });

  it('tells once that the disk refused, and answers no read of what may be lost', async () => {
    const { promise, reject } = Promise.withResolvers<undefined>();
    const faults: Error[] = [];
    const onDiskFault = (fault: Error): void => void faults.push(fault);
    const refusing = new GroupCommitWriter(database, { ...log, sync: () => promise }, { onDiskFault });
    const written = refusing.write(insert(1));
    await vi.waitFor(() => expect(committed()).toEqual([1]));
    const read = refusing.read(() => database.prepare('SELECT count(*) FROM entries').pluck().get());
    reject(new Error('EIO'));
    await expect(written).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(read).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(refusing.read(() => 1)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(faults).toHaveLength(1);
    await refusing.close();
  });

  it('answers a read only when what it has seen is on disk', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const slow = new GroupCommitWriter(database, { ...log, sync: () => promise });
    const written = slow.write(insert(1));
    await vi.waitFor(() => expect(committed()).toEqual([1]));
    let answered = false;
    const read = slow
      .read(() => database.prepare('SELECT value FROM entries').pluck().all())
      .then((values) => {
        answered = true;
        return values;
      });
    await new Promise((elapsed) => setTimeout(elapsed, 20));
    expect(answered).toBe(false);
    resolve(undefined);
    expect(await read).toEqual([1]);
    await written;
    expect(await slow.read(() => 'at once')).toBe('at once');
    await slow.close();
  });

  it('runs all writes of a turn in one transaction, in order', async () => {
    const counted = countTransactions();
    expect(await Promise.all([5, 3, 4].map((value) => counted.write(insert(value))))).toEqual([5, 3, 4]);
    expect(begun).toBe(1);
    expect(committed()).toEqual([5, 3, 4]);
    await counted.write(insert(6));
    expect(begun).toBe(2);
  });

  it('takes what nobody waits for along with the next group that is wanted', async () => {
    const counted = new GroupCommitWriter(database, log, { alongMilliseconds: 600_000 });
    let isWritten = false;
    const along = counted.writeAlong(insert(1)).then(() => (isWritten = true));
    await new Promise((elapsed) => setTimeout(elapsed, 20));
    expect([isWritten, committed()]).toEqual([false, []]);
    await counted.write(insert(2));
    await along;
    expect(committed()).toEqual([1, 2]);
    const last = counted.writeAlong(insert(3));
    await counted.close();
    await last;
    expect(committed()).toEqual([1, 2, 3]);
    await expect(counted.writeAlong(insert(4))).rejects.toThrow('closed');
  });

  it('makes a group for what nobody waits for where none comes, also after one that was under way', async () => {
    const soon = new GroupCommitWriter(database, log, { alongMilliseconds: 5 });
    expect(await soon.writeAlong(insert(1))).toBe(1);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const slow = new GroupCommitWriter(database, { ...log, sync: () => promise }, { alongMilliseconds: 5 });
    const first = slow.write(insert(2));
    await vi.waitFor(() => expect(committed()).toEqual([1, 2]));
    const second = slow.writeAlong(insert(3));
    await new Promise((elapsed) => setTimeout(elapsed, 20));
    resolve(undefined);
    expect(await Promise.all([first, second])).toEqual([2, 3]);
    expect(committed()).toEqual([1, 2, 3]);
  });

  it('cuts a very long queue into several transactions', async () => {
    const counted = countTransactions();
    await Promise.all(Array.from({ length: 600 }, (_, value) => counted.write(insert(value))));
    expect(begun).toBe(3);
    expect(committed()).toHaveLength(600);
  });

  it('rolls back a failing write alone', async () => {
    const failing = () => {
      insert(2)();
      throw new Error('not this one');
    };
    const results = await Promise.allSettled([
      writer.write(insert(1)),
      writer.write(failing),
      writer.write(insert(1)),
      writer.write(insert(3)),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(committed()).toEqual([1, 3]);
  });

  it('runs writes without savepoints until one of them fails, and then those of its group once more with one each', async () => {
    const [runs, statements] = [new Map<number, number>(), [] as unknown[]];
    const watched = new Sqlite(database.name, { verbose: (statement) => statements.push(statement) });
    const traced = new GroupCommitWriter(watched, log);
    const row = watched.prepare('INSERT INTO entries (value) VALUES (?)');
    const write = (value: number) =>
      traced.write(() => {
        runs.set(value, (runs.get(value) ?? 0) + 1);
        row.run(value);
        return value;
      });
    expect(await Promise.all([1, 2].map(write))).toEqual([1, 2]);
    expect(statements).not.toContain('SAVEPOINT operation');
    const results = await Promise.allSettled([3, 1, 4].map(write));
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(statements.filter((statement) => statement === 'SAVEPOINT operation')).toHaveLength(3);
    expect(await write(5)).toBe(5);
    expect([...runs]).toEqual([
      [1, 3],
      [2, 1],
      [3, 2],
      [4, 1],
      [5, 1],
    ]);
    expect(committed()).toEqual([1, 2, 3, 4, 5]);
    await traced.close();
    watched.close();
  });

  it('rejects the whole group when the transaction is gone', async () => {
    const results = await Promise.allSettled([
      writer.write(insert(1)),
      writer.write(() => {
        database.exec('ROLLBACK');
        throw new Error('disk full');
      }),
      writer.write(insert(2)),
    ]);
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(committed()).toEqual([]);
    expect(await writer.write(insert(7))).toBe(7);
  });

  it("waits for another connection's lock without blocking the event loop", async () => {
    const other = new Sqlite(join(folder, 'test.db'));
    other.exec('BEGIN IMMEDIATE');
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 1);
    // On a busy machine ten turns take longer than the others' patience.
    const patient = new GroupCommitWriter(database, log, { busyLimitMilliseconds: 600_000 });
    const written = patient.write(insert(1));
    // A blocked loop would have no turn before it gives the lock up.
    await vi.waitUntil(() => turns > 10, { interval: 1, timeout: 600_000 });
    other.exec('COMMIT');
    expect(await written).toBe(1);
    clearInterval(ticking);
    other.close();
  });

  it('gives up when the lock is held too long, and works again after', async () => {
    const other = new Sqlite(join(folder, 'test.db'));
    other.exec('BEGIN IMMEDIATE');
    await expect(writer.write(insert(1))).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    other.exec('COMMIT');
    expect(await writer.write(insert(2))).toBe(2);
    expect(committed()).toEqual([2]);
    other.close();
  });

  it('finishes the queue when it is closed and then refuses', async () => {
    const written = writer.write(insert(1));
    await writer.close();
    expect(committed()).toEqual([1]);
    expect(await written).toBe(1);
    await expect(writer.write(insert(2))).rejects.toThrow('closed');
  });
});
