import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOUNDARY, createParts, FORM_TYPE, multipart, type FormPart } from '../../actors/http/multipart.ts';
import { sendRaw } from '../../actors/http/raw-request.ts';
import { makeApiKey } from '../../actors/station/command-line.ts';
import { startStation, type RunningStation } from '../../actors/station/running-station.ts';
import { createStationClient } from '../../actors/station/station-client.ts';
import { onePage } from '../../documents/pdf/one-page.ts';
import { buildPdf } from '../../documents/pdf/pdf-builder.ts';

/** Whatever arrives on the socket: an answer below 500 or a closed connection, and the station serves on. */
describe('any bytes from a client', () => {
  let station: RunningStation;

  beforeAll(async () => {
    station = await startStation();
  });
  afterAll(() => station.dispose());

  async function survives(requests: readonly (string | Uint8Array)[]): Promise<void> {
    const answers = await inTurns(requests, 16, (request) =>
      sendRaw(station.port, request, { timeoutMilliseconds: 1_500 }),
    );
    const faults = answers.flatMap((answer, index) =>
      (answer.status ?? 0) >= 500
        ? [{ request: shown(requests[index]), status: answer.status, body: answer.body }]
        : [],
    );
    expect(faults).toEqual([]);
    // Most of it is at least HTTP, and gets an answer.
    expect(answers.filter((answer) => answer.status !== null).length).toBeGreaterThan(0.7 * answers.length);
    for (const answer of answers) {
      expect(answer.head.toLowerCase()).not.toMatch(/access-control-allow-origin|x-powered-by|^server:/m);
      expect(answer.body).not.toMatch(/node_modules|\.ts:\d|\/tmp\/|SQLITE|root:/);
    }
    expect(station.process.exitCode).toBeNull();
    expect(station.output()).not.toMatch(/"level":"error"/);
    expect((await fetch(`${station.url}/health/ready`)).status).toBe(200);
  }

  it('methods and targets', async () => {
    const targets = [...TARGETS, ...PATHS.map((path) => `http://127.0.0.1:${String(station.port)}${path}`)];
    await survives([
      ...METHODS.flatMap((method) => PATHS.map((path) => plain(`${method} ${path} HTTP/1.1`))),
      ...targets.flatMap((target) => [plain(`GET ${target} HTTP/1.1`), plain(`POST ${target} HTTP/1.1`)]),
      ...['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', ''].map((version) =>
        plain(`GET /health ${version}`),
      ),
    ]);
  });

  it('headers', async () => {
    await survives(HEADERS.flatMap((header) => PATHS.map((path) => plain(`GET ${path} HTTP/1.1`, header))));
  });

  it('framing', async () => {
    const start = `POST /api/v1/signatures HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${FORM_TYPE}\r\n`;
    await survives(FRAMING.map((framing) => `${start}${framing}`));
  });

  it('bodies of JSON', async () => {
    const { key } = await makeApiKey(station.dataDirectory, '--name', 'first', '--permissions', 'Administer');
    const types = ['application/json', 'application/json; charset=utf-16', 'APPLICATION/JSON;', 'text/json', ''];
    await survives(
      JSON_BODIES.flatMap((body) =>
        types.flatMap((type) =>
          ['/api/v1/api-keys', '/api/v1/verifications', '/api/v1/signatures/x/cancel'].map((path) =>
            post(path, type, body, `X-Api-Key: ${key}\r\n`),
          ),
        ),
      ),
    );
  });

  it('forms', async () => {
    const pdf = buildPdf({ pieces: onePage() });
    const bodies = [...FORMS.map((parts) => multipart(parts)), ...brokenForms(multipart(createParts(pdf)))];
    await survives(bodies.flatMap((body) => PLACES.map((path) => post(path, FORM_TYPE, body))));
    await survives(
      CONTENT_TYPES.flatMap((type) => PLACES.map((path) => post(path, type, multipart(createParts(pdf))))),
    );
    const client = createStationClient(station.url);
    const { id } = await client.create(pdf, {});
    expect((await client.finished(id)).status).toBe('Completed');
  });
});

const PLACES = ['/api/v1/signatures', '/api/v1/verifications', '/api/v1/inspections', '/api/v1/reports'];
const METHODS = 'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT PROPFIND MKCOL SEARCH PURGE FOO get'.split(' ');
const PATHS = [
  '/',
  '/api/v1/signatures',
  '/api/v1/signatures/01890000-0000-7000-8000-000000000000/content',
  '/api/v1/certificates/x',
  '/api/v1/api-keys/x',
  '/health',
  '/openapi/v1.json',
  '/metrics',
  '/settings',
];
const TARGETS = [
  '*',
  '',
  '//',
  '///etc/passwd',
  '/..',
  '/../../../../etc/passwd',
  '/..%2f..%2f..%2fetc%2fpasswd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/assets/..%5c..%5cheadless.js',
  '/assets/../../headless.js',
  '/assets/%2e%2e%2fheadless.js',
  '/assets/%00',
  '/.env',
  '/index.html%00.png',
  '/%',
  '/%zz',
  '/%ff%fe',
  '/%C0%AE%C0%AE/',
  '/api/v1/signatures/%00',
  '/api/v1/signatures/%',
  '/api/v1/signatures/../signatures',
  '/api/v1/signatures/..%2f..%2f',
  '/api/v1/signatures/__proto__',
  '/api/v1/signatures/constructor/content',
  `/api/v1/signatures/${'a'.repeat(8_000)}`,
  `/api/v1/certificates/${'%41'.repeat(4_000)}`,
  `/api/v1/signatures?${'a=b&'.repeat(3_000)}`,
  '/api/v1/signatures?limit[]=1&limit[a]=2',
  '/api/v1/signatures?__proto__[x]=1',
  '/api/v1/signatures?cursor=%F0%9F',
  '/api/v1/signatures?text=%ED%A0%80',
  '/api/v1/signatures?%00=%00',
  '/api/v1/audit-events?entityId=%27%20OR%201=1--',
  '/api/v1/signatures#fragment',
  '/api/v1/signatures;x=y',
  '/\u00e9\u00ff',
  'http://evil.test/api/v1/signatures',
  'http://127.0.0.1@evil.test/',
  'https://localhost/',
  'file:///etc/passwd',
  'http://[::1',
  'http://',
  'localhost:80',
];
const HEADERS = [
  'Host: 127.0.0.1',
  'Host: evil.test',
  'X-Tenant-Id: a\r\nX-Tenant-Id: b',
  'X-Tenant-Id: ',
  'X-Correlation-Id: a\r\nX-Correlation-Id: a',
  'X-Correlation-Id: \u00e9',
  'Authorization: ApiKey',
  `Authorization: ApiKey ${'x'.repeat(7_000)}`,
  `X-Huge: ${'x'.repeat(60_000)}`,
  ...['Range: bytes=-', 'Range: bytes=9999999999999999999-', 'If-None-Match: "', 'If-Range: x\r\nRange: bytes=0-0'],
  'Range: bytes=0-0\r\nRange: bytes=1-1',
  'Accept: */*\r\nAccept-Encoding: br, gzip;q=x\r\nAccept-Language: \u00ff',
  'traceparent: 00-00000000000000000000000000000000-0000000000000000-00',
  'traceparent: zz\r\ntraceparent: yy',
  'Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==',
  'Connection: upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk',
  'Expect: 200-ok',
  'Expect: 100-continue',
  'Cookie: a=b; __proto__=c',
  'If-Modified-Since: never',
  'Content-Length: 0',
  'Referer: \u00ff',
  'Sec-Fetch-Site: nonsense',
  'Origin: null',
  `${'X-Many: 1\r\n'.repeat(1_500)}X-Last: 1`,
  'Bad Header: 1',
  ': empty',
  ' folded: 1',
  'X-Nul: a\0b',
];
const FRAMING = [
  'Content-Length: -1\r\n\r\n',
  'Content-Length: 5, 5\r\n\r\nhello',
  'Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
  'Content-Length: 0x10\r\n\r\n',
  'Content-Length: 99999999999999999999\r\n\r\n',
  'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  'Transfer-Encoding: identity\r\n\r\n',
  'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
  'Transfer-Encoding: chunked\r\n\r\nzz\r\n',
  'Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n',
  `Transfer-Encoding: chunked\r\n\r\n5;${'x'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
  'Transfer-Encoding: chunked\r\n\r\n0\r\nX-Trailer: 1\r\n\r\n',
  'Content-Length: 10\r\n\r\nGET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
  'Content-Length: 10\r\nExpect: 100-continue\r\n\r\n',
  '\r\n',
];
const JSON_BODIES = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '1e999',
  '{"__proto__":{"name":"x"}}',
  '{"name":"x","permissions":["Administer"],"constructor":1}',
  '{"name":"\\ud800","permissions":["Verify"]}',
  '{"name":"\\u0000","permissions":["Verify"]}',
  '{"name":"","permissions":[]}',
  `{"name":"${'x'.repeat(1_000)}","permissions":["Verify"]}`,
  `{"name":"x","permissions":[${'"Verify",'.repeat(200)}"Verify"]}`,
  `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  'x'.repeat(100_000),
  '\u00ff\u00fe{',
];
const FILE = { name: 'file', fileName: 'a.pdf', content: '%PDF-1.7' };
const FORMS: readonly (readonly FormPart[])[] = [
  [],
  [FILE],
  [{ ...FILE, name: '' }],
  [{ ...FILE, name: '__proto__' }],
  [{ name: '__proto__', content: 'x' }, ...createParts('%PDF')],
  [{ name: 'constructor[prototype][x]', content: 'x' }, ...createParts('%PDF')],
  [{ name: 'format[]', content: 'PAdES' }, ...createParts('%PDF')],
  [{ name: 'a'.repeat(500), content: 'x' }, ...createParts('%PDF')],
  createParts('%PDF', { signatureNote: '\ud800' }),
  createParts('%PDF', { signatureNote: 'x'.repeat(100_000) }),
  createParts('%PDF', { signaturePage: '9'.repeat(400) }),
  createParts('%PDF', { certificateThumbprint: '\u{1F4C4}'.repeat(100) }),
  createParts('%PDF', {}, '\\'),
  createParts('%PDF', {}, '"; name="other'),
  Array.from({ length: 60 }, (_, index) => ({ name: `f${String(index)}`, content: 'x' })),
  Array.from({ length: 60 }, () => FILE),
  [...createParts('%PDF'), { name: 'signatureImage', fileName: 'a.png', content: '\x89PNG' }],
  [{ ...FILE, disposition: 'attachment' }],
  [{ ...FILE, disposition: 'form-data' }],
  [{ ...FILE, disposition: 'form-data; name="file"; filename*=UTF-8\'\'%ff%fe' }],
  [{ ...FILE, disposition: `form-data; name="file"; filename="${'a'.repeat(100_000)}"` }],
  [{ ...FILE, contentType: 'x'.repeat(50_000) }],
  [{ ...FILE, contentType: 'text/plain; charset=nonsense' }],
  [{ ...FILE, contentType: 'application/pdf\r\nContent-Transfer-Encoding: base64' }],
  [{ ...FILE, contentType: `a/b${'\r\nX-More: 1'.repeat(3_000)}` }],
];
const CONTENT_TYPES = [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=""',
  `multipart/form-data; boundary=${'b'.repeat(71)}`,
  `multipart/form-data; boundary="${BOUNDARY}"; boundary=other`,
  'multipart/form-data; boundary=\\',
  'multipart/form-data; charset=x; boundary=a b',
  'multipart/form-data, text/plain',
  'multipart/mixed; boundary=x',
  'application/x-www-form-urlencoded',
  'text/plain',
  '\u00ff',
];

/** The form cut off at, doubled at and damaged at many places. */
function brokenForms(form: Buffer): Buffer[] {
  const step = Math.ceil(form.length / 40);
  return Array.from({ length: 40 }, (_, index) => {
    const damaged = Buffer.from(form);
    const place = Math.min(index * step, form.length - 1);
    damaged.writeUInt8(damaged.readUInt8(place) ^ 0x0d, place);
    const kinds = [form.subarray(0, place), damaged, Buffer.concat([form.subarray(0, place), form])];
    return kinds[index % kinds.length] ?? form;
  });
}

function plain(line: string, header = 'Accept: */*'): string {
  return `${line}\r\nHost: 127.0.0.1\r\nConnection: close\r\n${header}\r\n\r\n`;
}

function post(path: string, type: string, body: string | Uint8Array, headers = ''): Buffer {
  const content = typeof body === 'string' ? Buffer.from(body, 'latin1') : Buffer.from(body);
  const typed = type === '' ? '' : `Content-Type: ${type}\r\n`;
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${typed}${headers}Content-Length: ${String(content.length)}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), content]);
}

function shown(request: string | Uint8Array | undefined): string {
  return Buffer.from(request ?? '')
    .toString('latin1')
    .slice(0, 300);
}

async function inTurns<T, R>(items: readonly T[], width: number, run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += width) {
    results.push(...(await Promise.all(items.slice(start, start + width).map(run))));
  }
  return results;
}
