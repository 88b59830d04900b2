import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeServerCertificates } from '../../../e2e/actors/servers/server-certificates.ts';
import { bucketFault } from './server-finding.ts';
import { speaksTls } from './speaks-tls.ts';

const SETTINGS = {
  ...{ bucket: 'b', region: 'us-east-1', forcePathStyle: true, certificateAuthorities: null },
  ...{ accessKeyIdSecretName: 'id', secretAccessKeySecretName: 'key', sessionTokenSecretName: 'token' },
};

async function opened(server: Server): Promise<URL> {
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return new URL(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
}

describe('a server that is asked whether it speaks TLS', () => {
  it('does where it shows a certificate, whoever vouches for it, which is what is said of a store then', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'speaks-tls-'));
    const { certificate: cert, key } = makeServerCertificates(folder, 'store.example');
    rmSync(folder, { recursive: true });
    const place = await opened(createTlsServer({ cert, key }));
    expect(await speaksTls(place)).toBe(true);
    const reset = Object.assign(new Error('read ECONNRESET'), { name: 'TimeoutError', code: 'ECONNRESET' });
    expect(await bucketFault(reset, { ...SETTINGS, endpoint: place.origin })).toMatchObject({
      code: 'SERVER_REFUSES',
      message: `S3 at ${place.origin} speaks TLS there, and Storage:Endpoint begins with http://. Begin it with https://.`,
    });
  });

  it('does not where it answers in clear, hangs up, or is not there', async () => {
    const clear = await opened(
      createServer((socket) => void socket.on('error', () => undefined).end('HTTP/1.1 400\r\n\r\n')),
    );
    expect(await speaksTls(clear)).toBe(false);
    expect(await speaksTls(await opened(createServer((socket) => void socket.destroy())))).toBe(false);
    expect(await speaksTls(new URL('http://127.0.0.1:1'))).toBe(false);
    const reset = Object.assign(new Error('read ECONNRESET'), { name: 'TimeoutError', code: 'ECONNRESET' });
    const fault = await bucketFault(reset, { ...SETTINGS, endpoint: clear.origin });
    expect(fault).toMatchObject({ code: 'SERVER_AWAY' });
  });
});
