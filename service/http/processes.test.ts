import { afterEach, describe, expect, it } from 'vitest';
import { createProcessList, type ListedProcess, type ProcessReport } from '../processes/process-list.ts';
import { startTestStation, type TestStation } from './test-station.suite.ts';

/** A token-host that was given up, and how often it was started since. */
function givenUpHost(): { supervised: ListedProcess; starts: () => number } {
  let starts = 0;
  const report = (): ProcessReport => ({
    name: 'token-host:card,zweite Karte',
    state: starts === 0 ? 'given-up' : 'running',
    pid: starts === 0 ? null : 77,
    ...{ sinceMilliseconds: 60_000, deathsInARow: starts === 0 ? 31 : 0 },
    lastExit: { kind: 'killed', signal: 'SIGSEGV' },
  });
  const supervised: ListedProcess = {
    name: report().name,
    report,
    startNow: () => starts++ === 0,
  };
  return { supervised, starts: () => starts };
}

const IDLE: ProcessReport = {
  ...{ name: 'verifier', state: 'idle', pid: null, sinceMilliseconds: 5, deathsInARow: 0, lastExit: null },
};

describe('the processes of a station', () => {
  let station: TestStation;
  afterEach(() => station.stop());

  async function start(settings: readonly string[] = []) {
    const host = givenUpHost();
    const processes = createProcessList(
      () => [host.supervised],
      () => [IDLE],
    );
    const now = new Date('2026-05-04T10:00:00.000Z');
    station = await startTestStation({ settings, overrides: { processes, clock: () => now } });
    return host;
  }
  const startAt = (name: string) =>
    fetch(`${station.api}/processes/${encodeURIComponent(name)}/starts`, { method: 'POST' });

  it('are listed with what became of them', async () => {
    await start();
    expect(await (await fetch(`${station.api}/processes`)).json()).toEqual([
      {
        ...{ id: 'token-host:card,zweite Karte', state: 'given-up', pid: null, since: '2026-05-04T09:59:00.000Z' },
        ...{ deathsInARow: 31, lastExit: { exitCode: null, signal: 'SIGSEGV' } },
      },
      {
        ...{ id: 'verifier', state: 'idle', pid: null, since: '2026-05-04T09:59:59.995Z', deathsInARow: 0 },
        lastExit: null,
      },
    ]);
  });

  it('are started again by a person once, with an audit event of who it was', async () => {
    const host = await start();
    const answer = await startAt('token-host:card,zweite Karte');
    expect([answer.status, await answer.json()]).toMatchObject([200, { state: 'running', pid: 77 }]);
    expect(host.starts()).toBe(1);
    expect(station.kept.audit).toMatchObject([
      {
        ...{ eventType: 'ProcessStarted', entityType: 'Process', entityId: 'token-host:card,zweite Karte' },
        ...{ tenantId: 'default', actor: 'anonymous', metadata: { state: 'given-up', deathsInARow: 31 } },
      },
    ]);
    // What runs already, or is started when needed, is left alone, and nothing is said to have been done.
    expect((await startAt('token-host:card,zweite Karte')).status).toBe(200);
    expect((await startAt('verifier')).status).toBe(200);
    expect(station.kept.audit).toHaveLength(1);
  });

  it('are nobody else’s: an unknown one is 404, and a key is needed where keys are', async () => {
    const host = await start(['--Authentication:Enabled=true']);
    expect((await fetch(`${station.api}/processes`)).status).toBe(401);
    expect((await startAt('token-host:card,zweite Karte')).status).toBe(401);
    await station.stop();
    await start();
    expect((await startAt('../worker')).status).toBe(404);
    expect(host.starts()).toBe(0);
  });
});
