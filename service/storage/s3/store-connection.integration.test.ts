import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestCa, type TestCa } from '../../../e2e/actors/ca/make-test-ca.ts';
import { startVouchedServer, type VouchedServer } from '../../../e2e/actors/http/vouched-server.ts';
import { storeConnection } from './store-connection.ts';

const GET = { method: 'GET', path: '/bucket/key', headers: { host: 'store.example' }, body: undefined };

describe('storeConnection to a store with TLS', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'store-connection-'));
  let ca: TestCa;
  let server: VouchedServer;

  beforeAll(async () => {
    ca = makeTestCa(path.join(folder, 'ca'));
    server = await startVouchedServer(ca, (_request, answer) => answer.end('bytes'));
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function asked(hostname: string, authorities: string | null): Promise<string> {
    const place = new URL(`https://${hostname}:${String(server.port)}`);
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
