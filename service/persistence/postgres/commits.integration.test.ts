import { setTimeout as delay } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startPostgresServer, type PostgresServer } from '../../../e2e/actors/postgres/postgres-server.ts';
import { acceptUnit, at, claimOf } from '../sample-records.suite.ts';
import { createHostEvents } from './host-events.ts';
import { openPostgresPersistence, type PostgresPersistence } from './postgres-persistence.ts';
import { optionsFor } from './test-database.suite.ts';

/** Long enough for a commit that waits for nobody, on any machine that is not at a standstill. */
const MOMENT_MILLISECONDS = 1_000;

describe('where no standby confirms what is committed', () => {
  let server: PostgresServer;
  let store: PostgresPersistence;
  let client: Client;

  beforeAll(async () => {
    server = await startPostgresServer();
  });
  afterAll(() => server.dispose());
  beforeEach(async () => {
    const options = optionsFor(server);
    store = await openPostgresPersistence(options);
    client = new Client({ ...options.address, password: options.password });
    await client.connect();
    await client.query('SET synchronous_commit TO off');
    return async () => {
      await expectStandby('');
      await store.close();
      await client.end();
    };
  });

  /** A commit that waits needs a standby of this name from now on. */
  async function expectStandby(name: string): Promise<void> {
    await client.query(`ALTER SYSTEM SET synchronous_standby_names TO '${name}'`);
    await client.query('SELECT pg_reload_conf()');
    await vi.waitFor(async () => {
      const { rows } = await client.query('SHOW synchronous_standby_names');
      expect(rows).toEqual([{ synchronous_standby_names: name }]);
    });
    // Each process of the server reads it when it is asked for something next.
    await delay(MOMENT_MILLISECONDS / 5);
  }

  it('messages are reserved and handed over, and others are told, all the same', async () => {
    await store.acceptSignatureRequest(acceptUnit());
    await expectStandby('nobody');
    const [message] = await store.dueOutboxMessages(at(10), 10);
    await store.markPublished([message?.id ?? ''], at(20));
    expect(await store.dueOutboxMessages(at(30), 10)).toEqual([]);
    const heard = new Promise<string | undefined>((resolve) => {
      client.on('notification', ({ payload }) => resolve(payload));
    });
    await client.query('LISTEN told');
    const { address, password } = optionsFor(server);
    const pool = new Pool({ ...address, password, max: 1 });
    createHostEvents(pool, 'told', 'station-1').publish({ kind: 'parked' });
    expect(await heard).toContain('parked');
    await pool.end();
  });

  it('a job is started whose start may be undone, and only such a one', async () => {
    const [first, second] = [acceptUnit(), acceptUnit()];
    const [own, others] = await Promise.all(
      [first, second].map(async (unit) => {
        await store.acceptSignatureRequest(unit);
        const claimed = await store.claimJob(claimOf(unit, at(10)));
        if (claimed.outcome !== 'claimed') throw new Error(claimed.outcome);
        return claimed.claim;
      }),
    );
    if (own === undefined || others === undefined) throw new Error('There are two claims.');
    await expectStandby('nobody');
    const start = { now: at(20), leaseMilliseconds: 1_000, audit: [] };
    expect(await store.startProcessing(own, { ...start, mayBeUndone: true })).toMatchObject({ attempt: 1 });
    const ended = vi.fn();
    const started = store.startProcessing(others, start);
    void started.then(ended, ended);
    await delay(MOMENT_MILLISECONDS);
    expect(ended).not.toHaveBeenCalled();
    await expectStandby('');
    expect(await started).toMatchObject({ attempt: 1 });
  });

  it('nothing is accepted and nothing claimed before one does', async () => {
    const [first, second] = [acceptUnit(), acceptUnit()];
    await store.acceptSignatureRequest(first);
    await expectStandby('nobody');
    const ended = vi.fn();
    const [accepted, claimed] = [store.acceptSignatureRequest(second), store.claimJob(claimOf(first, at(10)))];
    void accepted.then(ended, ended);
    void claimed.then(ended, ended);
    await delay(MOMENT_MILLISECONDS);
    expect(ended).not.toHaveBeenCalled();
    await expectStandby('');
    expect(await accepted).toEqual({ outcome: 'accepted' });
    expect(await claimed).toMatchObject({ outcome: 'claimed' });
  });
});
