import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { SignerName, TestCa } from './make-test-ca.ts';

/** Writes the key of a signer with its certificate and chain as PKCS#12. Throws where openssl fails. */
export function writePkcs12(ca: TestCa, name: SignerName, target: string, password: string): void {
  const { certificatePem, keyPem } = ca.signer(name);
  const chain = `${target}.chain.pem`;
  writeFileSync(chain, ca.intermediates.map(pemOf).join(''));
  const files = ['-in', certificatePem, '-inkey', keyPem, '-certfile', chain, '-out', target];
  execFileSync('openssl', ['pkcs12', '-export', ...files, '-passout', `pass:${password}`], { stdio: 'pipe' });
}

function pemOf(der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
