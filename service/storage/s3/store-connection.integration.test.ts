import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestCa, type TestCa } from '../../../e2e/actors/ca/make-test-ca.ts';
import { storeConnection } from './store-connection.ts';

const GET = { method: 'GET', path: '/bucket/key', headers: { host: 'store.example' }, body: undefined };

describe('storeConnection to a store with TLS', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'store-connection-'));
  let ca: TestCa;
  let server: Server;

  beforeAll(async () => {
    ca = makeTestCa(path.join(folder, 'ca'));
    const { certificatePem, keyPem } = ca.issue('server', {
      issuer: 'intermediate',
      subject: '/C=AA/O=Test/CN=server',
      extensions: ['basicConstraints = critical,CA:FALSE', 'subjectAltName = IP:127.0.0.1'],
    });
    const cert = `${readFileSync(certificatePem, 'utf8')}\n${readFileSync(ca.path('intermediate.pem'), 'utf8')}`;
    server = createServer({ cert, key: readFileSync(keyPem) }, (_request, answer) => answer.end('bytes'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  });

  async function asked(hostname: string, authorities: string | null): Promise<string> {
    const place = new URL(`https://${hostname}:${String((server.address() as AddressInfo).port)}`);
    return text(await storeConnection(place, authorities)(GET));
  }

  it('takes one that the authorities of the settings vouch for by the name that is asked, whatever host is written', async () => {
    expect(await asked('127.0.0.1', ca.path('root.pem'))).toBe('bytes');
    await expect(asked('localhost', ca.path('root.pem'))).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
  });

  it('takes none that the well-known authorities do not vouch for', async () => {
    await expect(asked('127.0.0.1', null)).rejects.toThrow(/self-signed certificate|unable to/);
  });
});
