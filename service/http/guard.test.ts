import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProblemDetails } from '../contract/http/problem-details.ts';
import { startTestStation, type TestStation } from './test-station.suite.ts';

let station: TestStation;
beforeAll(async () => {
  station = await startTestStation({
    settings: ['--Server:AllowedOrigins=https://trusted.example,app://station', '--Server:AllowedHosts=sign.example'],
  });
});
afterAll(() => station.stop());

/** Sends the bytes as they are and reads until the server closes. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(station.port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.write(text);
  });
}

async function statusOf(lines: readonly string[], requestLine = 'GET /health/live HTTP/1.1'): Promise<number> {
  const answer = await raw([requestLine, ...lines, 'Connection: close', '', ''].join('\r\n'));
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
}

const HOST = 'Host: 127.0.0.1';

describe('the guard', () => {
  it.each<[string, string[], number]>([
    ['loopback address', ['Host: 127.0.0.1:5080'], 200],
    ['localhost', ['Host: localhost:1'], 200],
    ['upper case and trailing dot', ['Host: LOCALHOST.'], 200],
    ['IPv6 loopback', ['Host: [::1]:5080'], 200],
    ['configured host', ['Host: sign.example'], 200],
    ['foreign host', ['Host: evil.example'], 403],
    ['rebinding name that holds localhost', ['Host: localhost.evil.example'], 403],
    ['0.0.0.0', ['Host: 0.0.0.0:5080'], 403],
    ['short form', ['Host: 127.1'], 403],
    ['number form', ['Host: 2130706433'], 403],
    ['no host', [], 403],
    ['two hosts', [HOST, HOST], 403],
    ['empty host', ['Host:'], 403],
    ['user in host', ['Host: a@127.0.0.1'], 403],
  ])('host: %s', async (_name, lines, status) => {
    expect(await statusOf(lines)).toBe(status);
  });

  it('names the setting that lets a name or an origin in', async () => {
    const refused = (lines: readonly string[]): Promise<string> =>
      raw(['GET /health/live HTTP/1.1', ...lines, 'Connection: close', '', ''].join('\r\n'));
    expect(await refused(['Host: desk-7'])).toContain('Server:AllowedHosts');
    expect(await refused([HOST, 'Origin: https://evil.example'])).toContain('Server:AllowedOrigins');
  });

  it.each<[string, string[], number]>([
    ['own origin', ['Origin: http://127.0.0.1'], 200],
    ['own origin of another port', ['Origin: http://127.0.0.1:9999'], 403],
    ['own origin over https', ['Origin: https://127.0.0.1'], 403],
    ['null', ['Origin: null'], 403],
    ['foreign', ['Origin: https://evil.example'], 403],
    ['configured', ['Origin: https://trusted.example', 'Sec-Fetch-Site: cross-site'], 200],
    ['configured scheme of the desktop', ['Origin: app://station'], 200],
    ['one good and one bad', ['Origin: https://trusted.example', 'Origin: https://evil.example'], 403],
    ['same-origin', ['Sec-Fetch-Site: same-origin'], 200],
    ['same-site', ['Sec-Fetch-Site: same-site'], 403],
    ['cross-site', ['Sec-Fetch-Site: cross-site'], 403],
    ['typed address', ['Sec-Fetch-Site: none', 'Sec-Fetch-Mode: navigate'], 200],
    ['none, but no navigation', ['Sec-Fetch-Site: none', 'Sec-Fetch-Mode: cors'], 403],
    ['own referer', ['Referer: http://127.0.0.1/dashboard'], 200],
    ['foreign referer', ['Referer: https://evil.example/page'], 403],
    ['referer that only begins like ours', ['Referer: http://127.0.0.1.evil.example/'], 403],
    ['referer that is no address', ['Referer: about:client'], 403],
  ])('site: %s', async (_name, lines, status) => {
    expect(await statusOf([HOST, ...lines])).toBe(status);
  });

  it('refuses a form post from a typed address, and targets that name another host', async () => {
    const post = 'POST /api/v1/signatures HTTP/1.1';
    expect(await statusOf([HOST, 'Sec-Fetch-Site: none', 'Content-Length: 0'], post)).toBe(403);
    expect(await statusOf([HOST], 'GET http://127.0.0.1/health/live HTTP/1.1')).toBe(200);
    expect(await statusOf([HOST], 'GET http://evil.example/health/live HTTP/1.1')).toBe(403);
    expect(await statusOf([HOST], 'OPTIONS * HTTP/1.1')).toBe(404);
  });

  it('stands before routing on every path, and tells nothing across origins', async () => {
    for (const path of ['/', '/health', '/metrics', '/openapi/v1.json', '/api/v1/signatures', '/nowhere']) {
      const response = await fetch(station.url + path, { headers: { Origin: 'https://evil.example' } });
      expect(response.status).toBe(403);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      const problem = ProblemDetails.parse(await response.json());
      expect(problem).toMatchObject({ type: 'https://httpstatuses.com/403', errorCode: 'REQUEST_ORIGIN_FORBIDDEN' });
    }
  });

  it('refuses an upload without reading its body', async () => {
    const answer = await raw(
      [
        'POST /api/v1/signatures HTTP/1.1',
        HOST,
        'Origin: https://evil.example',
        'Content-Type: multipart/form-data; boundary=x',
        'Content-Length: 100000000',
        'Expect: 100-continue',
        '',
        '',
      ].join('\r\n'),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(answer).not.toContain('100 Continue');
  });

  it('answers preflight requests of configured origins only', async () => {
    const preflight = (origin: string): Promise<Response> =>
      fetch(`${station.api}/signatures`, {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
      });
    expect((await preflight('https://evil.example')).status).toBe(403);
    const allowed = await preflight('https://trusted.example');
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://trusted.example');
    expect(allowed.headers.get('vary')).toBe('Origin');
  });

  it('sets the security headers on every answer', async () => {
    const { headers } = await fetch(`${station.url}/health/live`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('answers what is no HTTP with Problem Details', async () => {
    const answers = await Promise.all([
      raw('nonsense\r\n\r\n'),
      raw(`GET / HTTP/1.1\r\n${HOST}\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`),
      raw(`POST /api/v1/signatures HTTP/1.1\r\n${HOST}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n`),
      raw(`POST /api/v1/signatures HTTP/1.1\r\n${HOST}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`),
      raw(`GET / HTTP/1.1\r\n${HOST}\r\nExpect: tea\r\nConnection: close\r\n\r\n`),
      // What was compressed for the transfer is not taken for what was meant.
      raw(`POST / HTTP/1.1\r\n${HOST}\r\nTransfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n0\r\n\r\n`),
    ]);
    expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['400', '431', '400', '400', '417', '400']);
    expect(answers[1]).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
    expect(answers[5]).toContain('Transfer-Encoding is accepted as chunked only.');
    for (const answer of answers) ProblemDetails.parse(JSON.parse(answer.split('\r\n\r\n')[1] ?? ''));
  });
});
