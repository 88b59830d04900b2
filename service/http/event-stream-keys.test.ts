import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Permission } from '../contract/vocabulary/permissions.ts';
import { createApiKey, revokeApiKey } from '../use-cases/api-keys.ts';
import type { StateFeed } from '../events/state-feed.ts';
import { startTestStation, type TestStation } from './test-station.suite.ts';

/** Not a measure of speed. */
const PATIENCE = { timeout: 45_000 };

let station: TestStation;
beforeEach(async () => {
  station = await startTestStation({ settings: ['--Authentication:Enabled=true'] });
});
afterEach(() => station.stop());

async function newKey(permissions: readonly Permission[], tenantId = 'acme', actor = 'test'): Promise<string> {
  const { persistence, clock, newId } = station.dependencies;
  const ports = {
    persistence,
    clock,
    newId,
    randomBytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
  };
  const caller = { tenantId, actor, correlationId: null };
  return (await createApiKey(ports, caller, { name: 'test', permissions })).key;
}

describe('an event stream', () => {
  it('ends when its key is revoked, and shows nothing that happens afterwards', async () => {
    const { stateFeed, persistence } = station.dependencies;
    const announce = (status: 'Queued' | 'Completed'): void => {
      const change = { signatureId: crypto.randomUUID(), status, at: new Date().toISOString(), tenantId: 'acme' };
      (stateFeed as StateFeed).announce(change);
    };
    const [key, other] = [await newKey(['SignaturesRead']), await newKey(['SignaturesRead'])];
    const [revoked, kept] = await Promise.all(
      [key, other].map((each) => fetch(`${station.api}/events`, { headers: { 'X-Api-Key': each } })),
    );
    const reader = kept?.body?.getReader();
    announce('Queued');
    const record = (await persistence.listApiKeys()).find(({ prefix }) => key.startsWith(prefix));
    const caller = { tenantId: 'acme', actor: 'command-line', correlationId: null };
    // As the command line does it: another process, which tells this one nothing.
    await vi.waitFor(async () =>
      expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toContain('Queued'),
    );
    await revokeApiKey(station.dependencies, caller, record?.id ?? '');
    announce('Completed');
    const text = (await revoked?.text()) ?? '';
    expect(text).toContain('Queued');
    expect(text).not.toContain('Completed');
    await vi.waitFor(async () =>
      expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toContain('Completed'),
    );
    await reader?.cancel();
  });

  it('ends where changes were missed, so that whoever reads it comes back and reads anew', async () => {
    const stream = await fetch(`${station.api}/events`, { headers: { 'X-Api-Key': await newKey(['SignaturesRead']) } });
    (station.dependencies.stateFeed as StateFeed).announceMissed();
    expect(await stream.text()).toBe('retry: 2000\n\n');
  });

  it('that is quiet ends, too', async () => {
    const key = await newKey(['SignaturesRead']);
    const stream = await fetch(`${station.api}/events`, { headers: { 'X-Api-Key': key } });
    const record = (await station.dependencies.persistence.listApiKeys()).find(({ prefix }) => key.startsWith(prefix));
    const caller = { tenantId: 'acme', actor: 'command-line', correlationId: null };
    await revokeApiKey(station.dependencies, caller, record?.id ?? '');
    expect(await stream.text()).toBe('retry: 2000\n\n');
  });

  it('is there for other keys, too, however many one has open', async () => {
    const [greedy, other] = [await newKey(['SignaturesRead']), await newKey(['SignaturesRead'])];
    const leave = new AbortController();
    const open = (key: string, signal = leave.signal): Promise<Response> =>
      fetch(`${station.api}/events`, { headers: { 'X-Api-Key': key }, signal });
    const answers = await Promise.all(Array.from({ length: 220 }, () => open(greedy)));
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused).toHaveLength(70);
    expect(await refused[0]?.json()).toMatchObject({ detail: 'Too many event streams are open.' });
    const apart = new AbortController();
    expect((await open(other, apart.signal)).status).toBe(200);
    leave.abort();
    await vi.waitFor(async () => expect((await open(greedy, apart.signal)).status).toBe(200), PATIENCE);
    apart.abort();
  });

  it('takes no place for good where its reader has left before its key was looked at', async () => {
    const key = await newKey(['SignaturesRead']);
    const { persistence, stateFeed } = station.dependencies;
    const find = persistence.findApiKeyByPrefix.bind(persistence);
    const left = Promise.withResolvers<undefined>();
    const found = vi.spyOn(persistence, 'findApiKeyByPrefix').mockImplementation(async (prefix) => {
      await left.promise;
      return find(prefix);
    });
    let open = 0;
    vi.spyOn(stateFeed, 'subscribe').mockImplementation(() => {
      open += 1;
      return () => void (open -= 1);
    });
    const reader = connect(station.port, '127.0.0.1');
    reader.write(`GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Api-Key: ${key}\r\n\r\n`);
    await vi.waitFor(() => expect(found).toHaveBeenCalled(), PATIENCE);
    reader.destroy();
    await once(reader, 'close');
    // The station hears of it a moment later; one that had not heard yet would begin the stream and end it.
    await delay(50);
    left.resolve(undefined);
    await vi.waitFor(() => expect(station.logLines.join()).toContain('streamEvents'), PATIENCE);
    await vi.waitFor(() => expect(open).toBe(0), PATIENCE);
  });
});
