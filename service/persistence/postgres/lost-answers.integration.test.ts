import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgresServer, type PostgresServer } from '../../../e2e/actors/postgres/postgres-server.ts';
import { openFaultyLine, type FaultyLine } from '../../../e2e/actors/servers/faulty-line.ts';
import { storedJob } from '../job-steps.suite.ts';
import type { AcceptUnit } from '../persistence.ts';
import { acceptUnit, at, claimOf } from '../sample-records.suite.ts';
import { openPostgresPersistence, type PostgresPersistence } from './postgres-persistence.ts';
import { optionsFor } from './test-database.suite.ts';

/** A COMMIT that the server has done, and whose answer never arrives: the connection breaks instead. */
describe('a claim whose COMMIT is not answered', () => {
  let server: PostgresServer;
  let line: FaultyLine;
  let store: PostgresPersistence;
  let unit: AcceptUnit;

  beforeAll(async () => {
    server = await startPostgresServer();
    line = await openFaultyLine(`${server.socketFolder}/.s.PGSQL.5432`);
  });
  afterAll(async () => {
    await line.close();
    await server.dispose();
  });
  beforeEach(async () => {
    const options = optionsFor(server);
    const address = { ...options.address, host: '127.0.0.1', port: line.port };
    store = await openPostgresPersistence({ ...options, address, maxConnections: 1 });
    unit = acceptUnit();
    await store.acceptSignatureRequest(unit);
    return () => store.close();
  });

  /** Resolves once the answer to the next COMMIT was lost (`done`), or the COMMIT itself. */
  function loseCommit(what: 'answer' | 'question'): Promise<void> {
    const isCommit = (piece: Buffer): boolean => piece.includes('COMMIT\0');
    if (what === 'question') return line.once('to-server', (piece) => (isCommit(piece) ? 'cut' : undefined));
    return line.once('to-client', (piece) => (piece.includes('COMMIT\0') ? 'cut' : undefined));
  }

  it.each(['answer', 'question'] as const)('is the caller’s, where the %s was lost', async (what) => {
    const lost = loseCommit(what);
    const result = await store.claimJob(claimOf(unit, at(10)));
    await lost;
    expect(result).toMatchObject({ outcome: 'claimed', claim: { attempt: 1 } });
    if (result.outcome !== 'claimed') return;
    const stored = await storedJob(store);
    expect(stored.job).toMatchObject({ status: 'Locked', attempt: 1 });
    expect(result.details).toEqual(stored);
    const start = { now: at(20), leaseMilliseconds: 1_000, audit: [] };
    expect(await store.startProcessing(result.claim, start)).toMatchObject({ attempt: 1 });
    expect(await store.claimJob(claimOf(unit, at(21)))).toEqual({ outcome: 'held' });
  });

  it('is not taken from whoever has the job by then', async () => {
    const lost = loseCommit('question');
    const other = claimOf(unit, at(10), { claimant: 'other/worker-1' });
    const others = lost.then(() => store.claimJob(other));
    const [own, theirs] = await Promise.all([store.claimJob(claimOf(unit, at(10))), others]);
    expect([own.outcome, theirs.outcome].toSorted()).toEqual(['claimed', 'held']);
    expect((await storedJob(store)).job.attempt).toBe(1);
  });
});

describe('a server that lets nobody in any more', () => {
  it('is no fault of a job', async () => {
    const server = await startPostgresServer();
    const options = optionsFor(server);
    const store = await openPostgresPersistence(options);
    const client = new Client({ ...options.address, password: options.password });
    await client.connect();
    await client.query(`ALTER ROLE ${server.user} PASSWORD 'another'`);
    await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
    const unit = acceptUnit();
    const refusal = {
      code: 'SERVICE_UNAVAILABLE',
      kind: 'transient',
      message: expect.stringContaining('28P01') as string,
    };
    await expect(store.claimJob(claimOf(unit, at(10)))).rejects.toMatchObject(refusal);
    await client.query(`ALTER ROLE ${server.user} PASSWORD '${server.password}'`);
    expect(await store.claimJob(claimOf(unit, at(10)))).toEqual({ outcome: 'unknown' });
    await Promise.all([store.close(), client.end()]);
    await server.dispose();
  });
});
