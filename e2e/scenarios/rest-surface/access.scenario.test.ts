import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SignatureCreated, SignatureView } from '../../../service/contract/http/signatures.ts';
import { PERMISSIONS, type Permission } from '../../../service/contract/vocabulary/permissions.ts';
import { call, expectProblem, jsonOf, postForm, type Answer } from '../../actors/http/api-call.ts';
import { createParts } from '../../actors/http/multipart.ts';
import { sendRaw } from '../../actors/http/raw-request.ts';
import { makeApiKey } from '../../actors/station/command-line.ts';
import { startStation, type RunningStation } from '../../actors/station/running-station.ts';
import { createStationClient } from '../../actors/station/station-client.ts';
import { onePage } from '../../documents/pdf/one-page.ts';
import { buildPdf } from '../../documents/pdf/pdf-builder.ts';

const CreatedKey = z.object({ id: z.uuid(), key: z.string(), tenantId: z.string() });
const SOME_ID = '01890000-0000-7000-8000-000000000000';

/** Every route and the permission it needs (specification, section 5; the table is the station's own decision). */
const ROUTES: readonly (readonly [method: string, path: string, permission: Permission])[] = [
  ['POST', '/signatures', 'SignaturesCreate'],
  ['GET', '/signatures', 'SignaturesRead'],
  ['GET', `/signatures/${SOME_ID}`, 'SignaturesRead'],
  ['GET', `/signatures/${SOME_ID}/content`, 'SignaturesRead'],
  ['GET', `/signatures/${SOME_ID}/verification`, 'SignaturesRead'],
  ['POST', `/signatures/${SOME_ID}/cancel`, 'SignaturesCancel'],
  ['POST', `/signatures/${SOME_ID}/retries`, 'SignaturesCreate'],
  ['POST', `/signatures/${SOME_ID}/renewals`, 'SignaturesCreate'],
  ['GET', `/signatures/${SOME_ID}/renewals`, 'SignaturesRead'],
  ['GET', `/renewals/${SOME_ID}`, 'SignaturesRead'],
  ['GET', `/renewals/${SOME_ID}/content`, 'SignaturesRead'],
  ['GET', `/renewals/${SOME_ID}/verification`, 'SignaturesRead'],
  ['POST', '/extensions', 'SignaturesCreate'],
  ['GET', '/extensions', 'SignaturesRead'],
  ['GET', `/extensions/${SOME_ID}`, 'SignaturesRead'],
  ['GET', `/extensions/${SOME_ID}/content`, 'SignaturesRead'],
  ['GET', `/extensions/${SOME_ID}/verification`, 'SignaturesRead'],
  ['GET', '/evidence', 'SignaturesRead'],
  ['GET', '/renewals', 'SignaturesRead'],
  ['POST', '/renewals', 'SignaturesCreate'],
  ['GET', `/signatures/${SOME_ID}/audit-events`, 'AuditRead'],
  ['GET', '/jobs', 'SignaturesRead'],
  ['GET', '/reasons', 'SignaturesRead'],
  ['POST', '/retries', 'SignaturesCreate'],
  ['POST', '/cancellations', 'SignaturesCancel'],
  ['GET', '/audit-events', 'AuditRead'],
  ['GET', '/audit-events/export', 'AuditRead'],
  ['GET', '/statistics', 'SignaturesRead'],
  ['HEAD', '/events', 'SignaturesRead'],
  ['GET', `/signatures/${SOME_ID}/inputs/1`, 'SignaturesRead'],
  ['POST', '/batches', 'SignaturesCreate'],
  ['GET', `/batches/${SOME_ID}`, 'SignaturesRead'],
  ['POST', `/batches/${SOME_ID}/cancel`, 'SignaturesCancel'],
  ['GET', `/batches/${SOME_ID}/content`, 'SignaturesRead'],
  ['GET', '/approvals', 'SignaturesApprove'],
  ['GET', `/approvals/${SOME_ID}/documents`, 'SignaturesApprove'],
  ['POST', '/approvals', 'SignaturesApprove'],
  ['POST', '/approvals/refusals', 'SignaturesApprove'],
  ['POST', '/verifications', 'Verify'],
  ['POST', '/inspections', 'Verify'],
  ['POST', '/reports', 'Verify'],
  ['POST', '/stamp-previews', 'SignaturesCreate'],
  ['GET', '/levels', 'CertificatesRead'],
  ['GET', '/certificates', 'CertificatesRead'],
  ['GET', '/certificates/x', 'CertificatesRead'],
  ['GET', '/providers', 'ProvidersRead'],
  ['GET', '/providers/x/health', 'ProvidersRead'],
  ['GET', '/providers/x/diagnosis', 'ProvidersRead'],
  ['POST', '/providers/x/login-permits', 'Administer'],
  ['GET', '/stations', 'ProvidersRead'],
  ['GET', '/trust-anchors', 'CertificatesRead'],
  ['GET', '/settings', 'Administer'],
  ['GET', '/processes', 'Administer'],
  ['POST', '/processes/x/starts', 'Administer'],
  ['POST', '/timestamping/trials', 'Administer'],
  ['GET', '/api-keys', 'Administer'],
  ['POST', '/api-keys', 'Administer'],
  ['DELETE', `/api-keys/${SOME_ID}`, 'Administer'],
];

describe('a station that asks for API keys', () => {
  const pdf = buildPdf({ pieces: onePage() });
  let dataDirectory: string;
  let station: RunningStation;
  let api: string;
  const keys = new Map<string, string>();

  beforeAll(async () => {
    dataDirectory = await mkdtemp(path.join(tmpdir(), 'station-keys-'));
    const open = await startStation({ dataDirectory });
    const first = async (tenant: string) =>
      (await makeApiKey(dataDirectory, '--name', 'first', '--tenant', tenant, '--permissions', 'Administer')).key;
    const administrators = new Map([
      ['acme', await first('acme')],
      ['other', await first('other')],
    ]);
    const make = async (name: string, tenant: string, permissions: readonly Permission[]): Promise<void> => {
      const headers = { 'Content-Type': 'application/json', 'X-Api-Key': administrators.get(tenant) ?? '' };
      const body = JSON.stringify({ name, permissions });
      const answer = await call(`${open.url}/api/v1/api-keys`, { method: 'POST', headers, body });
      expect(answer.status).toBe(201);
      keys.set(name, CreatedKey.parse(jsonOf(answer)).key);
    };
    await make('all', 'acme', PERMISSIONS);
    await make('other', 'other', PERMISSIONS);
    for (const permission of PERMISSIONS) {
      await make(`only ${permission}`, 'acme', [permission]);
      await make(
        `without ${permission}`,
        'acme',
        PERMISSIONS.filter((item) => item !== permission),
      );
    }
    await open.stop();
    station = await startStation({ dataDirectory, settings: { 'Authentication:Enabled': 'true' } });
    api = `${station.url}/api/v1`;
  });
  afterAll(async () => {
    await station.dispose();
    await rm(dataDirectory, { recursive: true, force: true });
  });

  const key = (name: string): string => keys.get(name) ?? '';
  const ask = (method: string, route: string, headers: Record<string, string>): Promise<Answer> =>
    call(`${api}${route}`, { method, headers });

  it('answers 401 without a key, with a wrong one, and with two that differ', async () => {
    const all = key('all');
    const wrong: Record<string, string>[] = [
      {},
      { 'X-Api-Key': 'guess' },
      { 'X-Api-Key': `${all}x` },
      { 'X-Api-Key': all.toUpperCase() },
      { Authorization: `Bearer ${all}` },
      { Authorization: all },
      { Authorization: `ApiKey ${all}`, 'X-Api-Key': key('other') },
    ];
    for (const headers of wrong) {
      const answer = await ask('GET', '/signatures', headers);
      expectProblem(answer, 401, 'AUTHENTICATION_REQUIRED');
      expect(answer.headers.get('www-authenticate')).toMatch(/^ApiKey /);
    }
  });

  it('answers 401 on every route of the API', async () => {
    // At once: after ten wrong keys in a minute each further one is answered a second late.
    const answers = await Promise.all(ROUTES.map(([method, route]) => ask(method, route, {})));
    for (const [index, answer] of answers.entries()) {
      if (ROUTES[index]?.[0] === 'HEAD') expect(answer.status).toBe(401);
      else expectProblem(answer, 401, 'AUTHENTICATION_REQUIRED');
    }
  });

  it('takes the key in either header, or the same in both', async () => {
    const all = key('all');
    for (const headers of [
      { 'X-Api-Key': all },
      { Authorization: `ApiKey ${all}` },
      { Authorization: `apikey ${all}`, 'X-Api-Key': all },
    ] as Record<string, string>[]) {
      expect((await ask('GET', '/signatures', headers)).status).toBe(200);
    }
  });

  it("works in the key's tenant, and in no other", async () => {
    const headers = { 'X-Api-Key': key('all') };
    const created = await postForm(`${api}/signatures`, createParts(pdf), headers);
    const { id } = SignatureCreated.parse(JSON.parse(created.text));
    const view = SignatureView.parse(
      jsonOf(await ask('GET', `/signatures/${id}`, { ...headers, 'X-Tenant-Id': 'acme' })),
    );
    expect(view.tenantId).toBe('acme');
    expectProblem(
      await ask('GET', `/signatures/${id}`, { ...headers, 'X-Tenant-Id': 'other' }),
      403,
      'PERMISSION_DENIED',
    );
    expectProblem(
      await ask('GET', `/signatures/${id}`, { ...headers, 'X-Tenant-Id': 'a b' }),
      400,
      'SIGNATURE_REQUEST_INVALID',
    );
    expectProblem(
      await ask('GET', `/signatures/${id}`, { 'X-Api-Key': key('other') }),
      404,
      'SIGNATURE_INPUT_NOT_FOUND',
    );
    expectProblem(
      await ask('POST', `/signatures/${id}/cancel`, { 'X-Api-Key': key('other') }),
      404,
      'SIGNATURE_INPUT_NOT_FOUND',
    );
    expect(view.id).toBe(id);
  });

  it('has every route of the API in this table', async () => {
    const answer = await call(`${station.url}/openapi/v1.json`, { headers: { 'X-Api-Key': key('all') } });
    const { paths } = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
      .parse(jsonOf(answer));
    const routes = Object.entries(paths).flatMap(([route, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${route}`),
    );
    const inTable = ROUTES.map(([method, route]) => {
      const template = route
        .replace(SOME_ID, '{id}')
        .replace('/inputs/1', '/inputs/{number}')
        .replace(/\/x(?=\/|$)/, '/{id}');
      // A stream of events does not end by itself.
      return `${method === 'HEAD' ? 'GET' : method} /api/v1${template}`;
    });
    expect(inTable.toSorted()).toEqual(routes.filter((route) => route.includes(' /api/v1/')).toSorted());
  });

  // As a page of the station asks: approvals are for nobody else.
  const fromPage = { 'Sec-Fetch-Site': 'same-origin' };

  it.each(ROUTES)('%s %s needs %s', async (method, route, permission) => {
    const refused = await ask(method, route, { ...fromPage, 'X-Api-Key': key(`without ${permission}`) });
    if (method === 'HEAD') expect(refused.status).toBe(403);
    else expectProblem(refused, 403, 'PERMISSION_DENIED');
    const passed = await ask(method, route, { ...fromPage, 'X-Api-Key': key(`only ${permission}`) });
    expect([200, 202, 400, 404]).toContain(passed.status);
  });

  it('refuses before it reads the body, and tells health to everyone', async () => {
    const answer = await sendRaw(
      station.port,
      'POST /api/v1/signatures HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=b\r\n' +
        'Content-Length: 1000000\r\nExpect: 100-continue\r\n\r\n',
    );
    expect(answer.status).toBe(401);
    for (const route of ['/health', '/health/live', '/health/ready']) {
      expect((await call(`${station.url}${route}`)).status).toBe(200);
    }
  });

  it('names the key in the audit and shows no secret of it', async () => {
    const headers = { 'X-Api-Key': key('all') };
    const events = (await ask('GET', '/audit-events?eventType=SignatureRequested', headers)).text;
    expect(events).toContain(`"api-key:${key('all').split('.')[0] ?? ''}"`);
    const list = (await ask('GET', '/api-keys', headers)).text;
    for (const text of keys.values()) {
      const secret = text.split('.')[1] ?? '';
      expect(secret).toHaveLength(43);
      for (const place of [list, events, station.output()]) expect(place).not.toContain(secret);
    }
  });

  it('takes no key that was revoked', async () => {
    const headers = { 'X-Api-Key': key('all'), 'Content-Type': 'application/json' };
    const body = JSON.stringify({ name: 'short-lived', permissions: ['SignaturesRead'] });
    const made = CreatedKey.parse(jsonOf(await call(`${api}/api-keys`, { method: 'POST', headers, body })));
    expect(made.tenantId).toBe('acme');
    expect((await ask('GET', '/signatures', { 'X-Api-Key': made.key })).status).toBe(200);
    expectProblem(await ask('DELETE', `/api-keys/${made.id}`, { 'X-Api-Key': key('other') }), 404, 'ROUTE_NOT_FOUND');
    expect((await ask('DELETE', `/api-keys/${made.id}`, { 'X-Api-Key': key('all') })).status).toBe(204);
    // What was read of a key may be remembered for a moment, not longer.
    const status = async (): Promise<number> => (await ask('GET', '/signatures', { 'X-Api-Key': made.key })).status;
    await expect.poll(status, { interval: 100 }).toBe(401);
  });
});

describe('a station without keys beyond this machine', () => {
  it.each([
    [{ 'Server:Host': '0.0.0.0' }, /Server:Host 0\.0\.0\.0/],
    [{ 'Server:Host': '::' }, /Server:Host ::/],
    [{ 'Database:Provider': 'postgres', 'Database:ConnectionString': 'postgres://x' }, /Database:Provider postgres/],
    [{ 'Broker:Provider': 'rabbitmq', 'Broker:Url': 'amqp://x' }, /Broker:Provider rabbitmq/],
  ])('does not start: %j', async (settings, message) => {
    const asked = { 'Server:DangerouslyAllowUnauthenticatedAccess': 'false', ...settings } as Record<string, string>;
    await expect(startStation({ settings: asked })).rejects.toThrow(message);
  });

  it('starts with the named override, and readiness says so', async () => {
    const station = await startStation({
      settings: { 'Server:Host': '0.0.0.0', 'Server:DangerouslyAllowUnauthenticatedAccess': 'true' },
    });
    try {
      expect((await call(`${station.url}/health/ready`)).text).toMatch(/"status":"Degraded"/);
      expect((await createStationClient(station.url).list('')).items).toEqual([]);
    } finally {
      await station.dispose();
    }
  });
});
