import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startPostgresServer, type PostgresServer } from '../../../e2e/actors/postgres/postgres-server.ts';
import type { AcceptUnit } from '../persistence.ts';
import { acceptUnit, at, claimOf, outboxMessage } from '../sample-records.suite.ts';
import { openPostgresPersistence, type PostgresPersistence } from './postgres-persistence.ts';
import { optionsFor } from './test-database.suite.ts';

/**
 * The claim of a new job reads its request before it has the lock of the job's row (new-claims.ts), and so rests on this: a
 * request that is queued and waits for nothing changes only for whoever has that lock.
 */
describe('a queued request whose job is locked', () => {
  let server: PostgresServer;
  let store: PostgresPersistence;
  let other: Client;
  let unit: AcceptUnit;
  let lockJob: () => Promise<unknown>;
  let version: () => Promise<string | undefined>;

  beforeAll(async () => {
    server = await startPostgresServer();
  });
  afterAll(() => server.dispose());
  beforeEach(async () => {
    const options = optionsFor(server);
    store = await openPostgresPersistence(options);
    other = new Client({ ...options.address, password: options.password });
    await other.connect();
    unit = acceptUnit();
    await store.acceptSignatureRequest(unit);
    await store.markPublished([unit.outboxMessage.id], at(1));
    const { schema } = options;
    lockJob = () => other.query(`SELECT 1 FROM ${schema}.signing_jobs WHERE id = $1 FOR UPDATE`, [unit.job.id]);
    // Which transaction has written the row as it is.
    version = async () => {
      const text = `SELECT xmin::text AS version FROM ${schema}.signature_requests WHERE id = $1`;
      return (await other.query<{ version: string }>(text, [unit.request.id])).rows[0]?.version;
    };
    return async () => {
      await other.end();
      await store.close();
    };
  });

  const handedOver = () => ({ jobId: unit.job.id, signatureId: unit.request.id, tenantId: unit.request.tenantId });
  const changes = {
    'is claimed': () => store.claimJob(claimOf(unit, at(10))),
    'is cancelled': () => store.cancelRequest({ tenantId: 'acme', id: unit.request.id, at: at(10), audit: [] }),
    'is handed over again': () => {
      const message = {
        jobId: unit.job.id,
        lostMessageId: unit.outboxMessage.id,
        outboxMessage: outboxMessage(at(10)),
      };
      return store.handOverAgain([message], at(10));
    },
  };

  it.each(Object.entries(changes))('%s only when its lock is free', async (_, change) => {
    await other.query('BEGIN');
    await lockJob();
    const before = await version();
    const changed = change();
    const waiting = `SELECT 1 FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')`;
    await vi.waitFor(async () => expect((await other.query(waiting)).rowCount).toBeGreaterThan(0), { timeout: 60_000 });
    expect(await version()).toBe(before);
    await other.query('COMMIT');
    await changed;
    expect(await version()).not.toBe(before);
  });

  it('does not stand in line: somebody is about to begin it', async () => {
    await other.query('BEGIN');
    await lockJob();
    const before = await version();
    expect(await store.letWait([handedOver()], at(10))).toEqual([]);
    expect(await version()).toBe(before);
    await other.query('COMMIT');
    expect(await store.letWait([handedOver()], at(10))).toEqual([handedOver()]);
  });
});
