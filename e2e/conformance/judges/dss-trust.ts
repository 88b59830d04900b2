import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestCa } from '../../actors/ca/make-test-ca.ts';

/** Folders of DER files as DSS is given them. */
export interface DssTrustFolders {
  readonly anchors: string;
  readonly crls: string;
  /** Empty. */
  readonly nothing: string;
}

/** Writes the root and fresh CRLs of a test authority; every signer has to have been issued before. */
export async function writeDssTrust(ca: TestCa, folder: string): Promise<DssTrustFolders> {
  // DSS takes a CRL only for certificates that were issued before it, in whole seconds.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  ca.renewCrls();
  const place = (name: string): string => path.join(folder, name);
  for (const name of ['anchors', 'crls', 'nothing']) mkdirSync(place(name), { recursive: true });
  writeFileSync(place('anchors/root.cer'), ca.trustAnchor);
  ca.crls().forEach((der, index) => writeFileSync(place(`crls/${index}.crl`), der));
  return { anchors: place('anchors'), crls: place('crls'), nothing: place('nothing') };
}
