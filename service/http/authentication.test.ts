import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemDetails } from '../contract/http/problem-details.ts';
import { PERMISSIONS, type Permission } from '../contract/vocabulary/permissions.ts';
import { createApiKey, revokeApiKey } from '../use-cases/api-keys.ts';
import { keysMadeWithoutKey } from '../use-cases/keys-made-without-key.ts';
import { createForm, startTestStation, type TestStation } from './test-station.suite.ts';

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

/** What a list shows of a key. */
function prefixOf(key: string): string {
  return key.split('.')[0] ?? '';
}

async function codeOf(response: Response): Promise<string> {
  return `${response.status} ${ProblemDetails.parse(await response.json()).errorCode}`;
}

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${station.api}/${path}`, { headers });
}

const NEEDED: readonly (readonly [string, string, Permission])[] = [
  ['POST', 'signatures', 'SignaturesCreate'],
  ['GET', 'signatures', 'SignaturesRead'],
  ['GET', 'signatures/x', 'SignaturesRead'],
  ['GET', 'signatures/x/content', 'SignaturesRead'],
  ['GET', 'signatures/x/verification', 'SignaturesRead'],
  ['POST', 'signatures/x/cancel', 'SignaturesCancel'],
  ['GET', 'signatures/x/audit-events', 'AuditRead'],
  ['GET', 'audit-events', 'AuditRead'],
  ['GET', 'jobs', 'SignaturesRead'],
  ['GET', 'statistics', 'SignaturesRead'],
  ['POST', 'verifications', 'Verify'],
  ['POST', 'inspections', 'Verify'],
  ['POST', 'reports', 'Verify'],
  ['POST', 'stamp-previews', 'SignaturesCreate'],
  ['GET', 'certificates', 'CertificatesRead'],
  ['GET', 'certificates/x', 'CertificatesRead'],
  ['GET', 'providers', 'ProvidersRead'],
  ['GET', 'providers/x/health', 'ProvidersRead'],
  ['GET', 'api-keys', 'Administer'],
  ['POST', 'api-keys', 'Administer'],
  ['DELETE', 'api-keys/x', 'Administer'],
  ['POST', 'providers/x/login-permits', 'Administer'],
];

describe('API keys', () => {
  it.each(NEEDED)('%s %s needs %s and nothing else', async (method, path, permission) => {
    const url = `${station.api}/${path}`;
    expect(await codeOf(await fetch(url, { method }))).toBe('401 AUTHENTICATION_REQUIRED');
    const others = await newKey(PERMISSIONS.filter((other) => other !== permission));
    expect(await codeOf(await fetch(url, { method, headers: { 'X-Api-Key': others } }))).toBe('403 PERMISSION_DENIED');
    const right = await newKey([permission]);
    const allowed = await fetch(url, { method, headers: { 'X-Api-Key': right } });
    expect([401, 403]).not.toContain(allowed.status);
  });

  it('are taken from either header, and contradictions are refused', async () => {
    const key = await newKey(['ProvidersRead']);
    const other = await newKey(['ProvidersRead']);
    expect((await get('providers', { Authorization: `ApiKey ${key}` })).status).toBe(200);
    expect((await get('providers', { Authorization: `apikey ${key}`, 'X-Api-Key': key })).status).toBe(200);
    const refused: Record<string, string>[] = [
      { Authorization: `ApiKey ${other}`, 'X-Api-Key': key },
      { Authorization: `Bearer ${key}` },
      { Authorization: `Bearer ${key}`, 'X-Api-Key': key },
      { 'X-Api-Key': '' },
      { 'X-Api-Key': key.slice(0, -1) },
      { 'X-Api-Key': `${key}a` },
      { 'X-Api-Key': key.toUpperCase() },
      { 'X-Api-Key': `${key.split('.')[0]}.${other.split('.')[1]}` },
      { 'X-Api-Key': `zzzzzzzzzzzz.${key.split('.')[1]}` },
    ];
    for (const headers of refused) {
      const response = await get('providers', headers);
      expect(response.headers.get('www-authenticate')).toContain('ApiKey');
      expect(await codeOf(response)).toBe('401 AUTHENTICATION_REQUIRED');
    }
  });

  it('bind the caller to their tenant', async () => {
    const key = await newKey(['SignaturesCreate', 'SignaturesRead'], 'acme');
    const headers = { 'X-Api-Key': key };
    const created = await fetch(`${station.api}/signatures`, { method: 'POST', body: createForm(), headers });
    expect(created.status).toBe(202);
    const [row] = station.kept.rows.values();
    expect(row?.request).toMatchObject({ tenantId: 'acme', createdBy: `api-key:${key.slice(0, 12)}` });
    const id = row?.request.id ?? '';
    expect((await get(`signatures/${id}`, { ...headers, 'X-Tenant-Id': 'acme' })).status).toBe(200);
    expect(await codeOf(await get(`signatures/${id}`, { ...headers, 'X-Tenant-Id': 'default' }))).toBe(
      '403 PERMISSION_DENIED',
    );
    expect(await codeOf(await get(`signatures/${id}`, { ...headers, 'X-Tenant-Id': '!' }))).toBe(
      '400 SIGNATURE_REQUEST_INVALID',
    );
    const foreign = await newKey(['SignaturesRead'], 'other');
    expect(await codeOf(await get(`signatures/${id}`, { 'X-Api-Key': foreign }))).toBe('404 SIGNATURE_INPUT_NOT_FOUND');
  });

  it('are made, listed and revoked within a tenant; the secret is shown once and kept nowhere', async () => {
    const headers = { 'X-Api-Key': await newKey(['Administer']), 'Content-Type': 'application/json' };
    const make = (body: unknown): Promise<Response> =>
      fetch(`${station.api}/api-keys`, { method: 'POST', headers, body: JSON.stringify(body) });
    const made = await make({ name: 'Scanner', permissions: ['ProvidersRead', 'ProvidersRead'] });
    expect(made.status).toBe(201);
    const { id, key, permissions } = (await made.json()) as { id: string; key: string; permissions: string[] };
    expect(permissions).toEqual(['ProvidersRead']);
    expect((await get('providers', { 'X-Api-Key': key })).status).toBe(200);

    const kept = JSON.stringify([station.kept.keys, station.kept.audit, station.logLines]);
    expect(kept).not.toContain(key.split('.')[1]);
    expect(await (await get('api-keys', headers)).text()).not.toContain(key.split('.')[1]);

    const stranger = { 'X-Api-Key': await newKey(['Administer'], 'other') };
    const remove = (as: Record<string, string>): Promise<Response> =>
      fetch(`${station.api}/api-keys/${id}`, { method: 'DELETE', headers: as });
    expect((await remove(stranger)).status).toBe(404);
    expect((await remove(headers)).status).toBe(204);
    expect((await remove(headers)).status).toBe(404);
    expect(await codeOf(await get('providers', { 'X-Api-Key': key }))).toBe('401 AUTHENTICATION_REQUIRED');
    expect(station.kept.audit.map((event) => event.eventType)).toContain('ApiKeyRevoked');
    for (const bad of [{}, { name: '', permissions: [] }, { name: 'x', permissions: ['Root'] }, [], 'x', null]) {
      expect(await codeOf(await make(bad))).toBe('400 SIGNATURE_REQUEST_INVALID');
    }
  });

  it('tell when they were used last, wherever the request then ended', async () => {
    const own = await newKey(['Administer']);
    const headers = { 'X-Api-Key': own };
    const unprivileged = await newKey(['ProvidersRead']);
    const unused = await newKey(['ProvidersRead']);
    const stolen = await newKey(['Verify']);
    const stolenHalf = `${prefixOf(stolen)}.${unprivileged.split('.')[1]}`;
    expect((await get('audit-events', { 'X-Api-Key': unprivileged })).status).toBe(403);
    expect((await get('providers', { 'X-Api-Key': stolenHalf })).status).toBe(401);
    const begun = Date.now();
    // By prefix: keys made within one millisecond are listed in any order.
    const lastUses = async (): Promise<ReadonlyMap<string, string | null>> => {
      const keys = (await (await get('api-keys', headers)).json()) as { prefix: string; lastUsedAt: string | null }[];
      return new Map(keys.map(({ prefix, lastUsedAt }) => [prefix, lastUsedAt]));
    };
    const used = [own, unprivileged].map(prefixOf);
    await vi.waitFor(
      async () => {
        const uses = await lastUses();
        for (const prefix of used) expect(uses.get(prefix)).toEqual(expect.any(String));
      },
      { timeout: 30_000 },
    );
    const uses = await lastUses();
    for (const prefix of used) expect(Date.parse(uses.get(prefix) ?? '')).toBeGreaterThanOrEqual(begun - 1_000);
    for (const prefix of [unused, stolen].map(prefixOf)) expect(uses.get(prefix)).toBeNull();
  });

  it('are asked for before an upload is read, and before the client is told to continue', async () => {
    const seen = await new Promise<{ status: number; continued: boolean }>((resolve, reject) => {
      let continued = false;
      const outgoing = request(
        `${station.api}/signatures`,
        {
          method: 'POST',
          headers: {
            Expect: '100-continue',
            'Content-Length': 1_000_000,
            'Content-Type': 'multipart/form-data; boundary=x',
          },
        },
        (incoming) => {
          resolve({ status: incoming.statusCode ?? 0, continued });
          outgoing.destroy();
        },
      );
      outgoing.on('continue', () => {
        continued = true;
      });
      outgoing.on('error', reject);
      outgoing.flushHeaders();
    });
    expect(seen).toEqual({ status: 401, continued: false });
  });

  it('slow down guessing from one address, and nobody who has a key', async () => {
    const key = await newKey(['ProvidersRead']);
    for (let attempt = 0; attempt < 10; attempt += 1) await get('providers', { 'X-Api-Key': 'guess' });
    const begun = performance.now();
    const answered: string[] = [];
    const slow = get('providers', { 'X-Api-Key': 'guess' }).finally(() => answered.push('guess'));
    const known = get('providers', { 'X-Api-Key': key }).finally(() => answered.push('key'));
    expect((await known).status).toBe(200);
    expect((await slow).status).toBe(401);
    expect(performance.now() - begun).toBeGreaterThan(900);
    expect(answered).toEqual(['key', 'guess']);
  });

  it('are not needed for health', async () => {
    for (const path of ['/health', '/health/live', '/health/ready']) {
      expect((await fetch(station.url + path)).status).toBe(200);
    }
    expect((await fetch(`${station.url}/metrics`)).status).toBe(401);
  });
});

describe('without enforced keys', () => {
  beforeEach(async () => {
    await station.stop();
    station = await startTestStation();
  });

  it('headers with keys are not looked at', async () => {
    expect((await get('providers', { Authorization: 'Basic eDp5' })).status).toBe(200);
  });

  it('nobody makes or revokes a key without one, since it outlives the open door', async () => {
    const json = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ name: 'mine from now on', permissions: ['Administer'] });
    const make = (headers: Record<string, string>) =>
      fetch(`${station.api}/api-keys`, { method: 'POST', headers: { ...json, ...headers }, body });
    const [reader, administrator] = [await newKey(['SignaturesRead']), await newKey(['Administer'])];
    expect(await codeOf(await make({}))).toBe('401 AUTHENTICATION_REQUIRED');
    expect(await codeOf(await make({ 'X-Api-Key': 'aaaaaaaaaaaa.none' }))).toBe('401 AUTHENTICATION_REQUIRED');
    expect(await codeOf(await make({ 'X-Api-Key': reader }))).toBe('403 PERMISSION_DENIED');
    const elsewhere = { 'X-Api-Key': administrator, 'X-Tenant-Id': 'other' };
    expect(await codeOf(await make(elsewhere))).toBe('403 PERMISSION_DENIED');
    const made = await make({ 'X-Api-Key': administrator });
    expect(made.status).toBe(201);
    const { id } = (await made.json()) as { id: string };
    const revoke = (headers = {}) => fetch(`${station.api}/api-keys/${id}`, { method: 'DELETE', headers });
    expect(await codeOf(await revoke())).toBe('401 AUTHENTICATION_REQUIRED');
    expect((await revoke({ 'X-Api-Key': administrator })).status).toBe(204);
  });

  it('what was made without a key is named, what was made with one or at the command line is not', async () => {
    const { persistence } = station.dependencies;
    const made = async (actor: string, tenantId: string) => newKey(['Administer'], tenantId, actor);
    await made('command-line', 'acme');
    await made('api-key:abcdefghijkl', 'acme');
    const [open, revoked] = [await made('anonymous', 'acme'), await made('anonymous', 'other')];
    const key = (await persistence.listApiKeys()).find(({ prefix }) => revoked.startsWith(prefix));
    const caller = { tenantId: 'other', actor: 'command-line', correlationId: null };
    await revokeApiKey(station.dependencies, caller, key?.id ?? '');
    const found = await keysMadeWithoutKey({ persistence });
    expect(found.map(({ prefix }) => prefix)).toEqual([open.split('.')[0]]);
  });

  it('waits with `100 Continue` until the form is to be read', async () => {
    const body = Buffer.from('--x\r\nContent-Disposition: form-data; name="format"\r\n\r\nPAdES\r\n--x--\r\n');
    const status = await new Promise((resolve, reject) => {
      const outgoing = request(
        `${station.api}/signatures`,
        {
          method: 'POST',
          headers: {
            Expect: '100-continue',
            'Content-Length': body.length,
            'Content-Type': 'multipart/form-data; boundary=x',
          },
        },
        (incoming) => resolve(incoming.resume().statusCode),
      );
      outgoing.on('continue', () => outgoing.end(body));
      outgoing.on('error', reject);
      outgoing.flushHeaders();
    });
    expect(status).toBe(400);
  });
});
