import { Client } from 'pg';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startPostgresServer, type PostgresServer } from '../../../e2e/actors/postgres/postgres-server.ts';
import { openFaultyLine, type FaultyLine } from '../../../e2e/actors/servers/faulty-line.ts';
import type { StateChange } from '../../contract/http/signatures.ts';
import type { HostEvent } from '../../events/host-events.ts';
import { createHostEvents } from './host-events.ts';
import { openPool } from './connection.ts';
import { openPostgresPersistence, type PostgresPersistenceOptions } from './postgres-persistence.ts';
import { openStationSession, type StationSession } from './station-session.ts';
import { optionsFor } from './test-database.suite.ts';

/** Not a measure of speed. */
const PATIENCE = { timeout: 45_000 };
const CHANGE: StateChange = {
  signatureId: '01890000-0000-7000-8000-000000000002',
  tenantId: 'acme',
  status: 'Completed',
  at: '2026-03-04T05:06:07.000Z',
};
/** Far more than the time for which the changes of a moment are gathered. */
const told = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 500));

describe('the connection that stands for a station', () => {
  let server: PostgresServer;
  let line: FaultyLine;
  let options: PostgresPersistenceOptions;
  let lost: Error[];

  beforeAll(async () => {
    server = await startPostgresServer();
    return () => server.dispose();
  });
  beforeEach(async () => {
    line = await openFaultyLine(`${server.socketFolder}/.s.PGSQL.5432`);
    options = optionsFor(server);
    lost = [];
    return () => line.close();
  });

  const presence = { company: 'among-others', onLost: (fault: Error) => void lost.push(fault) } as const;
  const overLine = (): PostgresPersistenceOptions => ({
    ...options,
    address: { ...options.address, host: '127.0.0.1', port: line.port },
  });
  const openSession = (connection = options): Promise<StationSession> =>
    openStationSession({
      ...{ connection, stationId: 'a', channel: `${options.schema}_stations`, connectMilliseconds: 30_000 },
      ...{ ...presence, onNotification: () => undefined },
    });

  it('is given back where the station ends while it is being made anew', async () => {
    const session = await openSession(overLine());
    line.stall('to-client');
    line.cut();
    await vi.waitFor(async () => expect(await session.tryLock('chore/jobs')).toBe(false), PATIENCE);
    await vi.waitFor(() => expect(line.count()).toBe(1), PATIENCE);
    const closing = session.close();
    await line.mend();
    await closing;
    await vi.waitFor(() => expect(line.count()).toBe(0), PATIENCE);
    // Held, it would be refused for as long as the process lives.
    const next = await openSession();
    await next.close();
    expect(lost).toEqual([]);
  });

  it('is asked for one thing at a time', async () => {
    const session = await openSession();
    const asked = vi.spyOn(Client.prototype, 'query');
    const chores = ['jobs', 'files', 'jobs', 'audit'];
    const led = Promise.all(chores.map((chore) => session.tryLock(`chore/${chore}`)));
    // Before any answer can have come.
    await Promise.resolve();
    expect(asked).toHaveBeenCalledTimes(1);
    expect(await led).toEqual([true, true, true, true]);
    expect(asked).toHaveBeenCalledTimes(4);
    asked.mockRestore();
    await session.close();
  });

  it('says when it was away: what others told meanwhile was heard by nobody here', async () => {
    const heard: HostEvent[] = [];
    const here = await openPostgresPersistence({ ...overLine(), station: 'here', presence });
    const other = await openPostgresPersistence({ ...options, station: 'other', presence });
    here.shared?.events.subscribe((event) => void heard.push(event));
    await line.refuse();
    other.shared?.events.publish({ kind: 'states', changes: [CHANGE] });
    await told();
    await line.mend();
    await vi.waitFor(() => expect(heard).toEqual([{ kind: 'missed' }]), PATIENCE);
    other.shared?.events.publish({ kind: 'states', changes: [CHANGE] });
    await vi.waitFor(() => expect(heard.at(-1)).toEqual({ kind: 'states', changes: [CHANGE] }), PATIENCE);
    await Promise.all([here.close(), other.close()]);
  });

  it('hears, as soon as it hears anything, that another station could not tell for a while', async () => {
    const heard: HostEvent[] = [];
    const here = await openPostgresPersistence({ ...options, station: 'here', presence });
    here.shared?.events.subscribe((event) => void heard.push(event));
    const pool = openPool(overLine());
    const events = createHostEvents(pool, `${options.schema}_stations`, 'other');
    await line.refuse();
    events.publish({ kind: 'states', changes: [CHANGE] });
    await told();
    await line.mend();
    await vi.waitFor(() => expect(heard).toEqual([{ kind: 'missed' }]), PATIENCE);
    events.close();
    await Promise.all([here.close(), pool.end()]);
  });
});
