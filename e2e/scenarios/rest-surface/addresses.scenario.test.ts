import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { sendRaw, type RawAnswer } from '../../actors/http/raw-request.ts';
import { freePort, startStation } from '../../actors/station/running-station.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((entries) => entries?.some(({ address }) => address === '::1'));

/** Where the station listens, and under which names it answers. */
describe('the addresses of the station', () => {
  it('answers on loopback under its own names and refuses every other', async () => {
    const station = await startStation();
    const ask = (head: string, host = '127.0.0.1'): Promise<RawAnswer> =>
      sendRaw(station.port, `${head}\r\nConnection: close\r\n\r\n`, { host });
    try {
      const port = String(station.port);
      for (const name of [
        '127.0.0.1',
        'localhost',
        'LOCALHOST',
        'localhost.',
        '[::1]',
        `localhost:${port}`,
        '127.0.0.1:1',
      ]) {
        expect(await ask(`GET /health HTTP/1.1\r\nHost: ${name}`), name).toMatchObject({ status: 200 });
      }
      for (const name of [
        'evil.test',
        '0.0.0.0',
        '127.1',
        '2130706433',
        '127.0.0.2',
        'localhost.evil.test',
        '[::]',
        '',
        'a@localhost',
      ]) {
        const answer = await ask(`GET /health HTTP/1.1\r\nHost: ${name}`);
        expect(answer, name).toMatchObject({ status: 403 });
        expect(answer.body).toContain('REQUEST_ORIGIN_FORBIDDEN');
      }
      for (const head of [
        'GET /health HTTP/1.1',
        'GET /health HTTP/1.0',
        'GET /health HTTP/1.1\r\nHost: localhost\r\nHost: localhost',
        'GET http://evil.test/health HTTP/1.1\r\nHost: localhost',
        'GET /health HTTP/1.1\r\nHost: localhost\r\nOrigin: null',
        'GET /health HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:1',
        'GET /health HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-site',
        'POST /health HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: none',
        'GET /health HTTP/1.1\r\nHost: localhost\r\nReferer: http://evil.test/',
        'OPTIONS /api/v1/signatures HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.test\r\nAccess-Control-Request-Method: POST',
      ]) {
        const answer = await ask(head);
        expect(answer, head).toMatchObject({ status: 403 });
        expect(answer.head).not.toMatch(/access-control/i);
      }
      expect(await ask('GET http://localhost/health HTTP/1.1\r\nHost: localhost')).toMatchObject({ status: 200 });
      if (hasIpv6) {
        expect(await ask(`GET /health HTTP/1.1\r\nHost: [::1]:${port}`, '::1')).toMatchObject({ status: 200 });
        expect(await ask('GET /health HTTP/1.1\r\nHost: evil.test', '::1')).toMatchObject({ status: 403 });
      }
    } finally {
      await station.dispose();
    }
  });

  it.runIf(hasIpv6)('does not start beside a stranger on the other loopback address', async () => {
    const port = await freePort();
    const stranger = createServer();
    await new Promise<void>((resolve) => stranger.listen(port, '::1', resolve));
    try {
      await expect(startStation({ port })).rejects.toThrow(`port ${String(port)} is taken`);
    } finally {
      await new Promise((resolve) => stranger.close(resolve));
    }
  });

  it('lets configured origins in, with CORS headers for them alone', async () => {
    const station = await startStation({ settings: { 'Server:AllowedOrigins': 'https://desk.example' } });
    const ask = (origin: string, method = 'GET', more = ''): Promise<RawAnswer> =>
      sendRaw(
        station.port,
        `${method} /api/v1/signatures HTTP/1.1\r\nHost: localhost\r\nOrigin: ${origin}\r\nSec-Fetch-Site: cross-site\r\n${more}Connection: close\r\n\r\n`,
      );
    try {
      const allowed = await ask('https://desk.example');
      expect(allowed.status).toBe(200);
      expect(allowed.head).toMatch(/^access-control-allow-origin: https:\/\/desk\.example$/im);
      const preflight = await ask('https://desk.example', 'OPTIONS', 'Access-Control-Request-Method: POST\r\n');
      expect(preflight.status).toBe(204);
      expect(preflight.head).not.toMatch(/allow-credentials|private-network/i);
      for (const origin of ['https://desk.example.evil.test', 'http://desk.example', 'https://desk.example:444']) {
        expect(await ask(origin)).toMatchObject({ status: 403 });
      }
    } finally {
      await station.dispose();
    }
  });
});
