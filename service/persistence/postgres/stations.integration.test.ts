import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Client } from 'pg';
import { startPostgresServer, type PostgresServer } from '../../../e2e/actors/postgres/postgres-server.ts';
import type { HostEvent } from '../../events/host-events.ts';
import { acceptUnit, claimOf } from '../sample-records.suite.ts';
import type { StationCard } from '../station-store.ts';
import { SchemaUnusable } from './migrate.ts';
import {
  openPostgresPersistence,
  type PostgresPersistence,
  type PostgresPersistenceOptions,
} from './postgres-persistence.ts';
import { openStationSession } from './station-session.ts';
import { optionsFor } from './test-database.suite.ts';

const NOW = new Date('2026-03-04T05:06:07.000Z');

function card(id: string): StationCard {
  const offer = { providers: [], certificates: [] };
  return { id, name: `host of ${id}`, version: '1.0.0', roles: ['api'], startedAt: NOW, offer };
}

/** A way to a server. What is dropped stays open at both ends, and nothing goes over it any more, not even that it ended. */
async function openLine(path: string): Promise<{ readonly port: number; drop(): void; close(): void }> {
  const ends = new Set<Socket>();
  let dropped: ReadonlySet<Socket> = new Set();
  const line = createServer((near) => {
    const far = connect(path);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from.on('error', () => undefined);
      from.on('data', (piece) => dropped.has(from) || to.write(piece));
      from.on('close', () => dropped.has(from) || to.destroy());
    }
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  return {
    port: (line.address() as AddressInfo).port,
    drop: () => void (dropped = new Set(ends)),
    close() {
      line.close();
      for (const end of ends) end.destroy();
    },
  };
}

describe('stations on one database', () => {
  let server: PostgresServer;
  let options: PostgresPersistenceOptions;
  let opened: PostgresPersistence[];
  let lost: Error[];

  beforeAll(async () => {
    server = await startPostgresServer();
  });
  afterAll(() => server.dispose());
  beforeEach(() => {
    options = optionsFor(server);
    [opened, lost] = [[], []];
    return async () => {
      await Promise.all(opened.map((store) => store.close()));
    };
  });

  async function open(station: string, company: 'alone' | 'among-others' = 'among-others') {
    const presence = { company, onLost: (fault: Error) => void lost.push(fault) };
    const store = await openPostgresPersistence({ ...options, station, presence });
    opened.push(store);
    return store;
  }
  function sharedOf({ shared }: PostgresPersistence): NonNullable<PostgresPersistence['shared']> {
    if (shared === undefined) throw new Error('It shares nothing.');
    return shared;
  }

  it('are many where all lies on servers, and one where it does not', async () => {
    const first = await open('a');
    await open('b');
    await expect(open('c', 'alone')).rejects.toBeInstanceOf(SchemaUnusable);
    await Promise.all(opened.map((store) => store.close()));
    await open('c', 'alone');
    await expect(open('a')).rejects.toThrow('does not share it');
    expect(first.shared).toBeDefined();
  });

  it('have an id each: a copy of an installation is refused', async () => {
    await open('a');
    await expect(open('a')).rejects.toThrow('installation-id');
  });

  it('say of themselves that they live and that they stop', async () => {
    const [a, b] = [sharedOf(await open('a')), sharedOf(await open('b'))];
    await a.stations.announceStation(card('a'));
    await b.stations.announceStation(card('b'));
    const pfx = { id: 'pfx', type: 'Pfx', displayName: 'PFX file', status: 'Healthy' } as const;
    const offer = { providers: [{ ...pfx, detail: null, isDemo: false, tenants: null }], certificates: [] };
    await b.stations.announceStation({ ...card('b'), roles: ['worker', 'token-host'], offer });
    const seen = await a.stations.listStations();
    expect(seen.map(({ id, state, roles }) => [id, state, roles])).toEqual([
      ['a', 'running', ['api']],
      ['b', 'running', ['worker', 'token-host']],
    ]);
    expect(Math.abs((seen[0]?.lastSeenAt.getTime() ?? 0) - Date.now())).toBeLessThan(3_600_000);
    await b.stations.retireStation('b');
    const after = await a.stations.listStations();
    expect(after.map(({ state }) => state)).toEqual(['running', 'stopped']);
    // It may be starting again.
    expect(after[1]?.offer).toEqual(offer);
  });

  it('are silent by the clock of the database', async () => {
    const a = sharedOf(await open('a'));
    await a.stations.announceStation(card('a'));
    const client = new Client({ ...options.address, password: options.password });
    await client.connect();
    await client.query(`UPDATE ${options.schema}.stations SET last_seen_at = last_seen_at - interval '31 seconds'`);
    expect((await a.stations.listStations()).map(({ state }) => state)).toEqual(['silent']);
    await client.query(`UPDATE ${options.schema}.stations SET last_seen_at = last_seen_at - interval '31 days'`);
    expect(await a.stations.listStations()).toEqual([]);
    await client.end();
  });

  it('take over claims only from one whose connection has ended', async () => {
    const [a, b] = [await open('a'), await open('b')];
    const unit = acceptUnit();
    await a.acceptSignatureRequest(unit);
    await a.markPublished([unit.outboxMessage.id], NOW);
    expect(await b.claimJob(claimOf(unit, NOW, { claimant: 'b/worker' }))).toMatchObject({ outcome: 'claimed' });
    // The message is delivered again, to the other one, which leaves it for the end of the lease.
    expect(await a.claimJob(claimOf(unit, NOW, { claimant: 'a/worker' }))).toEqual({ outcome: 'held' });
    expect(await sharedOf(a).stations.takeOverClaims('b', NOW)).toBeUndefined();
    expect(await a.dueOutboxMessages(NOW, 10)).toEqual([]);
    await b.close();
    // The server hears of the end of a connection a moment later.
    await vi.waitFor(
      async () => expect(await sharedOf(a).stations.takeOverClaims('b', NOW)).toMatchObject([{ jobId: unit.job.id }]),
      { timeout: 45_000 },
    );
    expect(await a.dueOutboxMessages(NOW, 10)).toHaveLength(1);
    expect(await a.claimJob(claimOf(unit, NOW, { claimant: 'a/worker' }))).toMatchObject({ outcome: 'claimed' });
    expect(await sharedOf(a).stations.takeOverClaims('b', NOW)).toEqual([]);
  });

  it('let one of them do what has to be done once, and another one when that is gone', async () => {
    const [a, b] = [await open('a'), await open('b')];
    expect(await sharedOf(a).stations.leads('jobs')).toBe(true);
    expect(await sharedOf(a).stations.leads('jobs')).toBe(true);
    expect(await sharedOf(b).stations.leads('jobs')).toBe(false);
    expect(await sharedOf(b).stations.leads('files')).toBe(true);
    await a.close();
    await vi.waitFor(async () => expect(await sharedOf(b).stations.leads('jobs')).toBe(true), { timeout: 45_000 });
  });

  it('are there again after the server was away, with their locks', async () => {
    const [a, b] = [await open('a'), await open('b')];
    await server.stop();
    await server.start();
    await vi.waitFor(
      async () => {
        expect(await sharedOf(a).stations.takeOverClaims('b', NOW)).toBeUndefined();
        expect(await sharedOf(b).stations.takeOverClaims('a', NOW)).toBeUndefined();
      },
      { timeout: 45_000 },
    );
    expect(lost).toEqual([]);
  });

  it('believe in no lock over a connection that the network has dropped, and are back before the server knows of it', async () => {
    const b = sharedOf(await open('b'));
    const line = await openLine(`${server.socketFolder}/.s.PGSQL.5432`);
    const heard: string[] = [];
    const opening = () =>
      openStationSession({
        connection: { ...options, address: { ...options.address, host: '127.0.0.1', port: line.port } },
        ...{ stationId: 'a', company: 'among-others', channel: `${options.schema}_stations`, listenMilliseconds: 500 },
        onLost: (fault) => void lost.push(fault),
        onNotification: (payload) => void heard.push(payload),
      });
    // A machine that has much else to do may be silent for that long, too.
    const session = await vi.waitFor(opening, { timeout: 45_000 });
    await vi.waitFor(async () => expect(await session.tryLock('chore/jobs')).toBe(true), { timeout: 45_000 });
    line.drop();
    expect(await session.tryLock('chore/jobs')).toBe(false);
    await vi.waitFor(async () => expect(await session.tryLock('chore/jobs')).toBe(true), { timeout: 45_000 });
    expect(await b.stations.leads('jobs')).toBe(false);
    b.events.publish({ kind: 'parked' });
    await vi.waitFor(() => expect(heard.join()).toContain('parked'), { timeout: 45_000 });
    expect(lost).toEqual([]);
    await session.close();
    line.close();
  });

  it('tell each other what happens, whatever else comes over the same way', async () => {
    const [a, b] = [sharedOf(await open('a')), sharedOf(await open('b'))];
    const heard: [string, HostEvent][] = [];
    a.events.subscribe((event) => void heard.push(['a', event]));
    b.events.subscribe((event) => void heard.push(['b', event]));
    const client = new Client({ ...options.address, password: options.password });
    await client.connect();
    for (const nonsense of ['', '{', '[]', '{"sender":"x","event":{"kind":"other"}}', 'null'])
      await client.query('SELECT pg_notify($1, $2)', [`${options.schema}_stations`, nonsense]);
    await client.end();
    const signatureId = '01890000-0000-7000-8000-000000000002';
    const change = { signatureId, tenantId: 'acme', status: 'Completed', at: NOW.toISOString() } as const;
    for (let n = 0; n < 60; n += 1) a.events.publish({ kind: 'states', changes: [change] });
    a.events.publish({ kind: 'parked' });
    await vi.waitFor(
      () => {
        const states = heard.flatMap(([, event]) => (event.kind === 'states' ? event.changes : []));
        expect(states).toEqual(Array.from({ length: 60 }, () => change));
        expect(heard.some(([, { kind }]) => kind === 'parked')).toBe(true);
      },
      { timeout: 45_000 },
    );
    expect(heard.every(([listener]) => listener === 'b')).toBe(true);
  });
});
