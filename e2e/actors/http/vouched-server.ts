import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TestCa } from '../ca/make-test-ca.ts';

/** An HTTPS server at 127.0.0.1, by that address, for which an intermediate authority vouches. */
export interface VouchedServer {
  readonly port: number;
  close(): void;
}

export async function startVouchedServer(ca: TestCa, answer: RequestListener): Promise<VouchedServer> {
  const { certificatePem, keyPem } = ca.issue('server', {
    issuer: 'intermediate',
    subject: '/C=AA/O=Test/CN=server',
    extensions: ['basicConstraints = critical,CA:FALSE', 'subjectAltName = IP:127.0.0.1'],
  });
  const cert = `${readFileSync(certificatePem, 'utf8')}\n${readFileSync(ca.path('intermediate.pem'), 'utf8')}`;
  const server = createServer({ cert, key: readFileSync(keyPem) }, answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
