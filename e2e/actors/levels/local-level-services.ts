import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LevelServices } from '../../../worker/engines/level-services.ts';
import type { TestCa } from '../ca/make-test-ca.ts';

/**
 * What a timestamp authority of the test PKI answers, without HTTP between: tokens are made by `openssl ts`. `more` are
 * files of certificates in the authority's folder that every token holds besides, to make it large.
 */
export function localLevelServices(ca: TestCa, more: readonly string[] = []): LevelServices {
  const openssl = (...args: string[]): Buffer => execFileSync('openssl', args, { cwd: ca.folder, stdio: 'pipe' });
  const { certificatePem, keyPem } = ca.timestampAuthority;
  writeFileSync(
    join(ca.folder, 'local-tsa.cnf'),
    [
      ...['[tsa]', 'default_tsa = t', '[t]', 'serial = local-tsa-serial', 'signer_digest = sha256'],
      ...['digests = sha256, sha384, sha512', 'default_policy = 1.3.6.1.4.1.99999.2.1', 'ess_cert_id_alg = sha256'],
      ...[`signer_cert = ${certificatePem}`, `signer_key = ${keyPem}`],
    ].join('\n'),
  );
  writeFileSync(join(ca.folder, 'local-tsa-serial'), '01\n');
  writeFileSync(
    join(ca.folder, 'local-tsa-certs.pem'),
    more.map((name) => readFileSync(join(ca.folder, name))).join('\n'),
  );
  const certificates = more.length === 0 ? [] : ['-chain', 'local-tsa-certs.pem'];
  return {
    timestamp({ hash, digest }) {
      const imprint = ['-digest', Buffer.from(digest).toString('hex'), `-${hash.replace('-', '').toLowerCase()}`];
      openssl('ts', '-query', ...imprint, '-cert', '-out', 'local.tsq');
      openssl(
        ...[
          'ts',
          '-reply',
          '-config',
          'local-tsa.cnf',
          '-queryfile',
          'local.tsq',
          '-token_out',
          '-out',
          'local.tst',
          ...certificates,
        ],
      );
      return Promise.resolve(readFileSync(join(ca.folder, 'local.tst')));
    },
    validationData: () =>
      Promise.resolve({
        certificates: [...ca.intermediates, ca.trustAnchor],
        crls: ca.crls(),
        ocspResponses: [],
      }),
  };
}
