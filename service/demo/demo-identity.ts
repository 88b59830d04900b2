import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { isWholeDer } from '../codecs/asn1/asn1-reader.ts';
import { buildPfx } from '../codecs/pkcs12/pfx-writer.ts';
import { UNNAMED_PROVIDERS } from '../contract/vocabulary/provider-types.ts';
import type { PfxEntry } from '../providers/token-host/protocol.ts';
import { secretFileName } from '../secrets/file/file-secret-store.ts';
import { writeDurably } from '../files/durable-file.ts';
import { readIfThere } from '../files/kept-file.ts';
import { mkdirDurably, type DataDirectory } from '../data-directory/data-directory.ts';
import { makeDemoCertificates } from './demo-certificates.ts';

export const DEMO_PROVIDER_ID = 'demo';
const PASSWORD_SECRET = 'Signing:Demo:Password';
/** What OpenSSL takes. The password is 192 random bits, which no rounds protect further, and each start goes through them. */
const ROUNDS = 2_048;

export interface DemoIdentity {
  readonly provider: PfxEntry;
  /** Holds the demo authority; trusted only where the demo identity itself is in use. */
  readonly trustFolder: string;
  /** Its key file or password was spoiled, and it was made once more. */
  readonly isMadeAnew: boolean;
}

/**
 * The development identity "Demo Signer", made at the first start so that a newcomer signs and verifies in the first
 * minute. Never called in Production. The PFX file is written last: where it is there, everything is. Where a disk or a person
 * has spoiled its key file or password since, nobody can sign with it any more, and it is made anew.
 */
export async function ensureDemoIdentity(data: DataDirectory, now: Date): Promise<DemoIdentity> {
  const pfxPath = path.join(data.demo, 'demo-signer.p12');
  const trustFolder = path.join(data.demo, 'trust-anchors');
  const passwordPath = path.join(data.secrets, secretFileName(PASSWORD_SECRET));
  const [pfx, password] = await Promise.all([readIfThere(pfxPath), readIfThere(passwordPath)]);
  const isThere = pfx !== null && isWholeDer(pfx) && password !== null && password.length > 0;
  if (!isThere) await makeDemoFiles(data, pfxPath, trustFolder, now);
  return {
    provider: {
      type: 'Pfx',
      id: DEMO_PROVIDER_ID,
      name: UNNAMED_PROVIDERS.demo,
      path: pfxPath,
      passwordSecretName: PASSWORD_SECRET,
      isDemo: true,
    },
    trustFolder,
    isMadeAnew: !isThere && pfx !== null,
  };
}

async function makeDemoFiles(data: DataDirectory, pfxPath: string, trustFolder: string, now: Date): Promise<void> {
  const { privateKeyPkcs8, signer, authority } = await makeDemoCertificates(now);
  const password = randomBytes(24).toString('base64url');
  const pfx = buildPfx({ privateKeyPkcs8, certificate: signer, chain: [authority], password, iterations: ROUNDS });
  await mkdirDurably(trustFolder);
  writeDurably(path.join(data.secrets, secretFileName(PASSWORD_SECRET)), password);
  writeDurably(path.join(trustFolder, 'demo-ca.cer'), authority);
  writeDurably(pfxPath, pfx);
}
