import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemDetails } from '../contract/http/problem-details.ts';
import { StationError } from '../domain/station-error.ts';
import { createForm, startTestStation, type TestStation } from './test-station.suite.ts';

let station: TestStation;
beforeEach(async () => {
  station = await startTestStation();
});
afterEach(() => station.stop());

async function codeOf(response: Response): Promise<string> {
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const problem = ProblemDetails.parse(await response.json());
  expect(problem.type).toBe(`https://httpstatuses.com/${response.status}`);
  return `${response.status} ${problem.errorCode}`;
}

describe('headers', () => {
  it.each([
    ['X-Tenant-Id', 'bad tenant'],
    ['X-Tenant-Id', '../x'],
    ['X-Tenant-Id', 'a..b'],
    ['X-Tenant-Id', 'a/b'],
    ['X-Tenant-Id', '.a'],
    ['X-Tenant-Id', ''],
    ['X-Tenant-Id', 'a'.repeat(65)],
    ['X-Tenant-Id', 'caf\u00e9'],
    ['X-Correlation-Id', 'with space'],
    ['X-Correlation-Id', 'a'.repeat(129)],
  ])('refuses %s: %j on every endpoint', async (name, value) => {
    const paths = ['signatures', 'signatures/x', 'signatures/x/content', 'signatures/x/verification', 'certificates'];
    paths.push('certificates/x', 'providers', 'providers/x/health', 'jobs', 'audit-events', 'statistics', 'events');
    for (const path of paths) {
      const response = await fetch(`${station.api}/${path}`, { headers: { [name]: value } });
      expect(`${path} ${await codeOf(response)}`).toBe(`${path} 400 SIGNATURE_REQUEST_INVALID`);
    }
    for (const path of ['signatures', 'signatures/x/cancel', 'verifications']) {
      const response = await fetch(`${station.api}/${path}`, { method: 'POST', headers: { [name]: value } });
      expect(await codeOf(response)).toBe('400 SIGNATURE_REQUEST_INVALID');
    }
  });

  it('refuses a malformed idempotency key, and a repeated tenant', async () => {
    for (const key of ['', 'a b', 'k'.repeat(256)]) {
      const response = await fetch(`${station.api}/signatures`, {
        method: 'POST',
        body: createForm(),
        headers: { 'Idempotency-Key': key },
      });
      expect(await codeOf(response)).toBe('400 SIGNATURE_REQUEST_INVALID');
    }
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      const outgoing = request(`${station.api}/providers`, (incoming) => resolve(incoming.resume().statusCode));
      outgoing.setHeader('X-Tenant-Id', ['a', 'a']);
      outgoing.on('error', reject).end();
    });
    expect(status).toBe(400);
    expect(station.kept.rows.size).toBe(0);
  });

  it('says what each of them takes', async () => {
    const detailOf = async (headers: Record<string, string>): Promise<string> => {
      const answer = await fetch(`${station.api}/signatures`, { method: 'POST', body: createForm(), headers });
      return ProblemDetails.parse(await answer.json()).detail;
    };
    expect(await detailOf({ 'X-Tenant-Id': 'a b' })).toMatch(/^The header x-tenant-id takes 1 to 64 characters A-Z/);
    expect(await detailOf({ 'X-Correlation-Id': 'a b' })).toMatch(
      /^The header x-correlation-id takes 1 to 128 printable/,
    );
    expect(await detailOf({ 'Idempotency-Key': 'a b' })).toMatch(
      /^The header idempotency-key takes 1 to 255 printable/,
    );
  });

  it('carries the trace id of the caller, or one of its own', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const ask = async (traceparent: string): Promise<string> => {
      const response = await fetch(`${station.url}/nowhere`, { headers: { traceparent } });
      return ProblemDetails.parse(await response.json()).traceId;
    };
    expect(await ask(`00-${traceId}-b7ad6b7169203331-01`)).toBe(traceId);
    for (const bad of [
      `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
      `00-${traceId}-b7ad6b7169203331-01-x`,
      'x',
      `ff-${traceId}-b7ad6b7169203331-01`,
    ]) {
      expect(await ask(bad)).toMatch(/^(?!0af7|0{32})[0-9a-f]{32}$/);
    }
  });
});

describe('routing', () => {
  it('answers 404, 405 with Allow, and OPTIONS', async () => {
    expect(await codeOf(await fetch(`${station.url}/nowhere`))).toBe('404 ROUTE_NOT_FOUND');
    expect(await codeOf(await fetch(`${station.api}/nowhere`))).toBe('404 ROUTE_NOT_FOUND');
    expect(await codeOf(await fetch(`${station.url}/API/V1/SIGNATURES`))).toBe('404 ROUTE_NOT_FOUND');
    const put = await fetch(`${station.api}/signatures`, { method: 'PUT', body: 'x' });
    expect(put.headers.get('allow')).toBe('POST, GET, HEAD, OPTIONS');
    expect(await codeOf(put)).toBe('405 METHOD_NOT_ALLOWED');
    const options = await fetch(`${station.api}/providers`, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect((await fetch(`${station.api}/providers`, { method: 'HEAD' })).status).toBe(200);
  });

  it.each([
    'signatures/%E0%A4%A',
    'signatures/%00',
    'certificates/%00',
    'providers/%00/health',
    'providers/%ff/health',
  ])('never fails on the path %s', async (path) => {
    const response = await fetch(`${station.api}/${path}`);
    expect([400, 404]).toContain(response.status);
    await codeOf(response);
  });

  it('hides the message of an unexpected error and keeps it out of the log', async () => {
    await station.stop();
    station = await startTestStation({
      overrides: {
        providers: {
          listProviders: () => Promise.reject(new Error('PIN 1234-marker at /secret/path')),
          listCertificates: () => Promise.reject(new StationError('SERVICE_UNAVAILABLE', 'The token-host restarts.')),
          providerHealth: () => Promise.resolve(undefined),
          serves: () => true,
          isUnsure: () => false,
          hasShown: () => false,
          onlyCertificate: () => Promise.resolve(null),
        },
      },
    });
    const response = await fetch(`${station.api}/providers`);
    const text = await response.clone().text();
    expect(await codeOf(response)).toBe('500 SIGNING_OPERATION_FAILED');
    expect(text + station.logLines.join()).not.toContain('marker');
    expect(station.logLines.join()).toContain('"errorName":"Error"');
    const busy = await fetch(`${station.api}/certificates`);
    expect(busy.headers.get('retry-after')).toBe('5');
    expect(await codeOf(busy)).toBe('503 SERVICE_UNAVAILABLE');
  });
});

describe('lists', () => {
  it.each([
    'signatures?limit=0',
    'signatures?limit=201',
    'signatures?limit=x',
    'signatures?limit=1&limit=2',
    'signatures?status=queued',
    'signatures?createdFrom=yesterday',
    'signatures?text=%00',
    'signatures?unknown=1',
    'jobs?status=Queued',
    'audit-events?eventType=x',
    'audit-events?from=2026-01-01',
  ])('refuse %s', async (path) => {
    expect(await codeOf(await fetch(`${station.api}/${path}`))).toBe('400 SIGNATURE_REQUEST_INVALID');
  });

  it('answer pages and plain arrays', async () => {
    await fetch(`${station.api}/signatures`, { method: 'POST', body: createForm() });
    for (const path of [
      'signatures?status=Queued&text=con&createdFrom=2026-01-01T00:00:00%2B02:00',
      'jobs',
      'audit-events',
    ]) {
      const body: unknown = await (await fetch(`${station.api}/${path}`)).json();
      expect(body).toMatchObject({ nextCursor: null });
    }
    for (const path of ['certificates', 'providers']) {
      expect(await (await fetch(`${station.api}/${path}`)).json()).toHaveLength(1);
    }
  });
});

describe('certificates and providers', () => {
  it('find one by id or thumbprint, and answer 404 with their own codes', async () => {
    for (const id of ['A'.repeat(40), 'a'.repeat(40), 'b'.repeat(64), 'aa:'.repeat(20).slice(0, -1)]) {
      expect((await fetch(`${station.api}/certificates/${id}`)).status).toBe(200);
    }
    expect(await codeOf(await fetch(`${station.api}/certificates/${'c'.repeat(40)}`))).toBe(
      '404 CERTIFICATE_NOT_FOUND',
    );
    expect((await fetch(`${station.api}/providers/pfx/health`)).status).toBe(200);
    expect(await codeOf(await fetch(`${station.api}/providers/none/health`))).toBe('404 PROVIDER_NOT_FOUND');
  });
});

describe('POST /verifications', () => {
  function form(fields: Record<string, string>, files: Record<string, string>): FormData {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.set(name, value);
    for (const [name, value] of Object.entries(files)) data.set(name, new Blob([value]), 'x.bin');
    return data;
  }
  function post(body: FormData): Promise<Response> {
    return fetch(`${station.api}/verifications`, { method: 'POST', body });
  }

  it('hands bytes of their own to the verifier', async () => {
    const response = await post(form({ format: 'CAdES' }, { file: 'signature', originalFile: 'original' }));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ source: 'UploadedDocument', signatureId: null });
    const [task] = station.tasks;
    const document = task?.document.kind === 'bytes' ? task.document.bytes : new Uint8Array();
    expect(Buffer.from(document).toString()).toBe('signature');
    expect(document.buffer.byteLength).toBe(9);
    expect(task?.original?.kind === 'bytes' && Buffer.from(task.original.bytes).toString()).toBe('original');
    expect(await station.store.keys()).toEqual([]);
  });

  it.each<[string, Record<string, string>, Record<string, string>, string]>([
    ['no format', {}, { file: 'x' }, 'SIGNATURE_REQUEST_INVALID'],
    ['ASiC', { format: 'ASiC_E' }, { file: 'x' }, 'SIGNATURE_FORMAT_UNSUPPORTED'],
    ['nonsense', { format: 'PDF' }, { file: 'x' }, 'SIGNATURE_FORMAT_UNSUPPORTED'],
    ['no file', { format: 'PAdES' }, { originalFile: 'x' }, 'SIGNATURE_REQUEST_INVALID'],
    ['an empty file', { format: 'PAdES' }, { file: '' }, 'SIGNATURE_REQUEST_INVALID'],
    ['another field', { format: 'PAdES', profile: 'B' }, { file: 'x' }, 'SIGNATURE_REQUEST_INVALID'],
  ])('refuses %s', async (_name, fields, files, code) => {
    expect(await codeOf(await post(form(fields, files)))).toBe(`400 ${code}`);
    expect(station.tasks).toEqual([]);
  });

  it('answers 413 above the limit', async () => {
    await station.stop();
    station = await startTestStation({ settings: ['--Signatures:MaxUploadBytes=1000'] });
    expect(await codeOf(await post(form({ format: 'PAdES' }, { file: 'x'.repeat(1001) })))).toBe(
      '413 SIGNATURE_REQUEST_INVALID',
    );
    expect((await post(form({ format: 'PAdES' }, { file: 'x'.repeat(1000) }))).status).toBe(200);
  });
});

describe('the user interface', () => {
  it('is served with a strict policy, and known pages fall back to the document', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'station-ui-'));
    await mkdir(join(directory, 'assets'));
    await writeFile(join(directory, 'index.html'), '<!doctype html><title>Station</title>');
    await writeFile(join(directory, 'assets', 'main-1a2b.js'), 'export {};');
    await writeFile(join(directory, '.hidden'), 'x');
    await station.stop();
    station = await startTestStation({ overrides: { rendererDirectory: directory } });
    try {
      for (const path of [
        '/',
        '/dashboard',
        `/signatures/${crypto.randomUUID()}`,
        '/providers/a%2Fb/diagnosis',
        '/settings',
        '/stations',
        '/evidence',
        '/start',
        '/review',
      ]) {
        const page = await fetch(station.url + path);
        expect(page.headers.get('content-type')).toMatch(/^text\/html/);
        expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
        expect(await page.text()).toContain('Station');
      }
      const unknown = await fetch(`${station.url}/no/such/page`, { headers: { accept: 'text/html,*/*;q=0.8' } });
      expect([unknown.status, await unknown.text()]).toEqual([404, '<!doctype html><title>Station</title>']);
      const inApi = await fetch(`${station.url}/api/v1/nowhere`, { headers: { accept: 'text/html' } });
      expect(await codeOf(inApi)).toBe('404 ROUTE_NOT_FOUND');
      const script = await fetch(`${station.url}/assets/main-1a2b.js`);
      expect(script.headers.get('cache-control')).toContain('immutable');
      for (const path of ['/.hidden', '/%2e%2e/%2e%2e/etc/passwd', '/assets/', '/nowhere', '/api/v1/nowhere']) {
        expect(await codeOf(await fetch(station.url + path))).toBe('404 ROUTE_NOT_FOUND');
      }
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
