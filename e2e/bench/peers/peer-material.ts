import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestCa } from '../../actors/ca/make-test-ca.ts';
import { writePkcs12 } from '../../actors/ca/write-pkcs12.ts';
import type { PeerMaterial } from './peers.ts';

/** The test authority's anchor, CRLs and RSA-2048 key as files in `folder`, as peers read them. */
export function peerMaterial(ca: TestCa, folder: string, password: string): PeerMaterial {
  const [anchorFolder, crlFolder] = [path.join(folder, 'anchors'), path.join(folder, 'crls')];
  mkdirSync(anchorFolder);
  mkdirSync(crlFolder);
  writeFileSync(path.join(anchorFolder, 'root.cer'), ca.trustAnchor);
  ca.crls().forEach((crl, index) => writeFileSync(path.join(crlFolder, `${index}.crl`), crl));
  const keyFile = path.join(folder, 'key.p12');
  writePkcs12(ca, 'rsa-2048', keyFile, password);
  return { anchorFolder, crlFolder, keyFile, password };
}
