import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestCa, type TestCa } from '../../e2e/actors/ca/make-test-ca.ts';
import { startVouchedServer, type VouchedServer } from '../../e2e/actors/http/vouched-server.ts';

/** Processes that ask an address as the station does, and print the status or why there is none. */
const ASKING = {
  'timestamp authorities': `
    import { get } from 'node:https';
    import { outgoingContext } from ${JSON.stringify(path.join(import.meta.dirname, 'outgoing-trust.ts'))};
    get(process.argv[1], { secureContext: outgoingContext() }, (answer) => console.log(answer.statusCode))
      .on('error', (fault) => console.log(fault.code));`,
  evidence: `
    import { exchange } from ${JSON.stringify(path.join(import.meta.dirname, '../validation-data/online/exchange.ts'))};
    const url = new URL(process.argv[1]);
    const addresses = [{ address: '127.0.0.1', family: 4 }];
    const connection = { addresses, proxy: null, maxBytes: 9, signal: AbortSignal.timeout(60_000) };
    const request = { url: url.href, body: null, contentType: null, accept: '*/*' };
    exchange(url, request, connection).then(({ status }) => console.log(status), (fault) => console.log(fault.message));`,
};

describe('HTTPS to a server that the system alone knows', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'outgoing-trust-'));
  let ca: TestCa;
  let server: VouchedServer;

  beforeAll(async () => {
    ca = makeTestCa(path.join(folder, 'ca'));
    server = await startVouchedServer(ca, (_request, answer) => answer.writeHead(204).end());
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function asked(script: string, environment: Readonly<Record<string, string>>): Promise<string> {
    const url = `https://127.0.0.1:${String(server.port)}/`;
    const env = { PATH: process.env['PATH'], ...environment };
    const run = promisify(execFile);
    return (await run(process.execPath, ['--input-type=module', '-e', script, url], { env })).stdout.trim();
  }

  it.each(Object.entries(ASKING))(
    'works for %s, and fails where the system does not know it',
    async (_what, script) => {
      expect(await asked(script, { SSL_CERT_FILE: ca.path('root.pem') })).toBe('204');
      expect(await asked(script, {})).toMatch(/SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER)/);
    },
  );
});
