import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A PKCS#12 file made by OpenSSL: a P-256 key with a certificate of its own. */
export async function makePfx(path: string, password: string): Promise<void> {
  const [key, certificate] = [`${path}.key`, `${path}.pem`];
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '365'],
    ...['-subj', '/CN=PFX Signer', '-addext', 'keyUsage=critical,digitalSignature,nonRepudiation'],
    ...['-addext', 'basicConstraints=critical,CA:FALSE', '-keyout', key, '-out', certificate],
  ]);
  const secret = { env: { ...process.env, PFX_PASSWORD: password } };
  const files = ['-inkey', key, '-in', certificate, '-out', path];
  await run('openssl', ['pkcs12', '-export', ...files, '-passout', 'env:PFX_PASSWORD'], secret);
  await Promise.all([rm(key), rm(certificate)]);
}
