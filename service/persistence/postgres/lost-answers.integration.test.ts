import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startPostgresServer, type PostgresServer } from '../../../e2e/actors/postgres/postgres-server.ts';
import { openFaultyLine, type FaultyLine } from '../../../e2e/actors/servers/faulty-line.ts';
import type { Claim } from '../../domain/claim.ts';
import { storedJob } from '../job-steps.suite.ts';
import type { AcceptUnit } from '../persistence.ts';
import { acceptUnit, at, auditEvent, claimOf, completionOf } from '../sample-records.suite.ts';
import { openPostgresPersistence, type PostgresPersistence } from './postgres-persistence.ts';
import { optionsFor } from './test-database.suite.ts';

/** A statement that the server has done, and whose answer never arrives: the connection breaks instead. */
describe('what the server does not answer', () => {
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
    unit = acceptUnit({ request: { idempotencyKey: 'once' } });
    return () => store.close();
  });

  /** Resolves once the answer to the next statement of that name was lost (`answer`), or the statement itself. */
  function lose(what: 'answer' | 'question', statement: string): Promise<void> {
    const isNamed = (piece: Buffer): boolean => piece.includes(`${statement}\0`);
    if (what === 'answer') return line.loseAnswer(isNamed);
    return line.once('to-server', (piece) => (isNamed(piece) ? 'cut' : undefined));
  }

  async function claimed(): Promise<Claim> {
    const result = await store.claimJob(claimOf(unit, at(10)));
    if (result.outcome !== 'claimed') throw new Error(result.outcome);
    return result.claim;
  }

  const started = { now: at(20), leaseMilliseconds: 1_000, audit: [auditEvent('SigningProviderSelected')] };

  it.each(['answer', 'question'] as const)('of a request is accepted once, where the %s was lost', async (what) => {
    const lost = lose(what, 'accept_request');
    expect(await store.acceptSignatureRequest(unit)).toEqual({ outcome: 'accepted' });
    await lost;
    expect(await store.acceptSignatureRequest(unit)).toMatchObject({ outcome: 'replayed' });
    expect((await store.listJobs({ tenantId: 'acme', limit: 10, cursor: null }, {})).items).toHaveLength(1);
  });

  it.each(['answer', 'question'] as const)('of a claim is the caller’s, where the %s was lost', async (what) => {
    await store.acceptSignatureRequest(unit);
    const lost = lose(what, 'claim_new_job');
    const result = await store.claimJob(claimOf(unit, at(10)));
    await lost;
    expect(result).toMatchObject({ outcome: 'claimed', claim: { attempt: 1 } });
    if (result.outcome !== 'claimed') return;
    const stored = await storedJob(store);
    expect(stored.job).toMatchObject({ status: 'Locked', attempt: 1 });
    expect(result.details).toEqual(stored);
    expect(await store.startProcessing(result.claim, started)).toMatchObject({ attempt: 1 });
    expect(await store.claimJob(claimOf(unit, at(21)))).toEqual({ outcome: 'held' });
  });

  it('of a claim is not taken from whoever has the job by then', async () => {
    await store.acceptSignatureRequest(unit);
    const lost = lose('question', 'claim_new_job');
    const other = claimOf(unit, at(10), { claimant: 'other/worker-1' });
    const others = lost.then(() => store.claimJob(other));
    const [own, theirs] = await Promise.all([store.claimJob(claimOf(unit, at(10))), others]);
    expect([own.outcome, theirs.outcome].toSorted()).toEqual(['claimed', 'held']);
    expect((await storedJob(store)).job.attempt).toBe(1);
  });

  it.each(['answer', 'question'] as const)('of a start goes on, where the %s was lost', async (what) => {
    await store.acceptSignatureRequest(unit);
    const claim = await claimed();
    const lost = lose(what, 'start_job');
    const renewed = await store.startProcessing(claim, started);
    await lost;
    expect(renewed).toEqual({ jobId: unit.job.id, attempt: 1, lockedUntil: at(1_020) });
    if (renewed === 'lost') return;
    expect(await store.completeJob(renewed, completionOf(unit, at(30)))).toBe('done');
  });

  it.each(['answer', 'question'] as const)('of a completion is done once, where the %s was lost', async (what) => {
    await store.acceptSignatureRequest(unit);
    const renewed = await store.startProcessing(await claimed(), started);
    if (renewed === 'lost') throw new Error(renewed);
    const completion = completionOf(unit, at(30), { certificate: null });
    const lost = lose(what, 'complete_job');
    expect(await store.completeJob(renewed, completion)).toBe('done');
    await lost;
    expect((await storedJob(store)).request.outputFileId).toBe(completion.output.id);
    const another = completionOf(unit, at(31), { certificate: null });
    expect(await store.completeJob(renewed, another)).toBe('lost');
    const events = await store.listAuditEvents({ tenantId: 'acme', limit: 50, cursor: null }, {});
    expect(events.items.filter(({ eventType }) => eventType === 'OutputStored')).toHaveLength(1);
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

  it('lets the station in again once its secret says the changed password, and its place with it', async () => {
    const server = await startPostgresServer();
    let secret = server.password;
    const onLost = vi.fn();
    const options = optionsFor(server, { presence: { company: 'among-others', onLost } });
    const store = await openPostgresPersistence({ ...options, password: () => Promise.resolve(secret) });
    const client = new Client({ ...options.address, password: secret });
    await client.connect();
    await client.query(`ALTER ROLE ${server.user} PASSWORD 'another'`);
    secret = 'another';
    await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
    expect(await store.claimJob(claimOf(acceptUnit(), at(10)))).toEqual({ outcome: 'unknown' });
    await vi.waitFor(async () => expect(await store.shared?.stations.leads('jobs')).toBe(true), 10_000);
    expect(onLost).not.toHaveBeenCalled();
    await Promise.all([store.close(), client.end()]);
    await server.dispose();
  });
});
