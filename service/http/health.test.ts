import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HealthReport } from '../contract/http/health.ts';
import { ServerFault } from '../domain/server-fault.ts';
import type { StateFeed } from '../events/state-feed.ts';
import { createForm, startTestStation, type TestStation } from './test-station.suite.ts';

let station: TestStation;
beforeEach(async () => {
  station = await startTestStation();
});
afterEach(() => station.stop());

describe('GET /events', () => {
  it("streams the tenant's changes and ends at shutdown", async () => {
    const feed = station.dependencies.stateFeed as StateFeed;
    const response = await fetch(`${station.api}/events`, { headers: { 'X-Tenant-Id': 'a' } });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const change = { signatureId: crypto.randomUUID(), status: 'Completed', at: new Date().toISOString() } as const;
    feed.announce({ ...change, tenantId: 'b' });
    feed.announce({ ...change, tenantId: 'a' });
    feed.announceTokens();
    const stopped = station.stop();
    const text = await response.text();
    await stopped;
    const own = `event: signature\ndata: ${JSON.stringify({ ...change, tenantId: 'a' })}\n\n`;
    expect(text).toBe(`retry: 2000\n\n${own}event: tokens\ndata: {}\n\n`);
    station = await startTestStation();
  });
});

describe('health and metrics', () => {
  it('reports what the checks say', async () => {
    const ready = await fetch(`${station.url}/health/ready`);
    expect([ready.status, HealthReport.parse(await ready.json()).status]).toEqual([200, 'Healthy']);
    await station.stop();
    station = await startTestStation({
      overrides: {
        healthChecks: [
          { name: 'database', check: () => Promise.reject(new Error('postgres://user:marker@host')) },
          { name: 'broker', check: () => Promise.resolve({ status: 'Degraded', detail: 'slow' }) },
          {
            name: 'storage',
            check: () =>
              Promise.reject(
                new ServerFault(
                  { name: 'S3', place: 'inner.example' },
                  { isAway: false, what: 'has no bucket signing.' },
                ),
              ),
          },
        ],
      },
    });
    const unhealthy = await fetch(`${station.url}/health`);
    const text = await unhealthy.text();
    expect(unhealthy.status).toBe(503);
    expect(HealthReport.parse(JSON.parse(text))).toMatchObject({ status: 'Unhealthy' });
    expect(text + station.logLines.join()).not.toContain('marker');
    expect(text).toContain('S3 has no bucket signing.');
    expect(text).not.toContain('inner.example');
    expect((await fetch(`${station.url}/health/live`)).status).toBe(200);
  });

  it.each(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'])(
    'say that the disk is full: %s',
    async (code) => {
      await station.stop();
      const full = Object.assign(new Error('/var/lib/marker'), { code });
      station = await startTestStation({
        overrides: { healthChecks: [{ name: 'database', check: () => Promise.reject(full) }] },
      });
      const { checks } = HealthReport.parse(await (await fetch(`${station.url}/health/ready`)).json());
      expect(checks).toContainEqual({
        ...{ name: 'database', status: 'Unhealthy' },
        detail: 'There is no space left on the disk of the station.',
      });
    },
  );

  it('says Degraded when everyone may call', async () => {
    await station.stop();
    station = await startTestStation({
      settings: ['--Server:Host=0.0.0.0', '--Server:DangerouslyAllowUnauthenticatedAccess=true'],
    });
    const response = await fetch(`http://127.0.0.1:${station.port}/health/ready`);
    expect(HealthReport.parse(await response.json())).toMatchObject({ status: 'Degraded' });
  });

  it('are all that a station shows that takes no requests', async () => {
    await station.stop();
    station = await startTestStation({ settings: ['--Roles=worker,token-host'] });
    const statuses = async (...paths: readonly string[]): Promise<readonly number[]> =>
      Promise.all(paths.map(async (path) => (await fetch(`${station.url}${path}`)).status));
    expect(await statuses('/health', '/health/live', '/health/ready', '/metrics')).toEqual([200, 200, 200, 200]);
    expect(await statuses('/api/v1/signatures', '/api/v1/stations', '/api/v1/settings')).toEqual([404, 404, 404]);
    const sent = await fetch(`${station.api}/signatures`, { method: 'POST', body: createForm() });
    expect(sent.status).toBe(404);
  });

  it('counts accepted requests', async () => {
    await fetch(`${station.api}/signatures`, { method: 'POST', body: createForm() });
    const response = await fetch(`${station.url}/metrics`);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await response.text()).toContain('signature_requests_total{format="PAdES",profile="B",provider="Pfx"} 1');
  });
});
