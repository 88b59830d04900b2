import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestCa } from '../../actors/ca/make-test-ca.ts';
import type { PeerMaterial } from './peers.ts';

/** The test authority's anchor, CRLs and RSA-2048 key as files in `folder`, as peers read them. */
export function peerMaterial(ca: TestCa, folder: string, password: string): PeerMaterial {
  const [anchorFolder, crlFolder] = [path.join(folder, 'anchors'), path.join(folder, 'crls')];
  mkdirSync(anchorFolder);
  mkdirSync(crlFolder);
  writeFileSync(path.join(anchorFolder, 'root.cer'), ca.trustAnchor);
  ca.crls().forEach((crl, index) => writeFileSync(path.join(crlFolder, `${index}.crl`), crl));
  const { certificatePem, keyPem } = ca.signer('rsa-2048');
  const chain = path.join(folder, 'chain.pem');
  writeFileSync(chain, ca.intermediates.map(pemOf).join(''));
  const keyFile = path.join(folder, 'key.p12');
  const files = ['-in', certificatePem, '-inkey', keyPem, '-certfile', chain, '-out', keyFile];
  execFileSync('openssl', ['pkcs12', '-export', ...files, '-passout', `pass:${password}`], { stdio: 'pipe' });
  return { anchorFolder, crlFolder, keyFile, password };
}

function pemOf(der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
