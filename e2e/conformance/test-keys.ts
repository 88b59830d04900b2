import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { X509Certificate } from 'node:crypto';
import { makeTestCa, SIGNERS, type TestCa } from '../actors/ca/make-test-ca.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { makeSoftHsmToken, type SoftHsmToken, type TokenKeyType } from '../actors/tokens/softhsm.ts';
import type { TrustMaterial } from './judges/judge.ts';

const PIN = 'conformance-pin-4711';
const PFX_PASSWORD = 'conformance-pfx';
const TOKEN_KEYS: readonly TokenKeyType[] = ['RSA-2048', 'RSA-3072', 'RSA-4096', 'P-256', 'P-384', 'P-521'];
/**
 * One PFX file a station, so one station each; the first has the token beside it. The RSA-PSS key is restricted to the
 * salt that the station uses: RFC 4055 section 3.3 makes a key's salt length a minimum, but pyHanko wants it equal.
 */
const PFX_KEYS: Readonly<Record<string, readonly string[]>> = {
  'RSA-PSS': [...SIGNERS['rsa-pss'].key, 'rsa_pss_keygen_saltlen:32'],
  Ed25519: SIGNERS.ed25519.key,
  brainpoolP256r1: SIGNERS['brainpool-p256r1'].key,
};

/** A key that the matrix signs with, and the station that has it. */
export interface ConformanceKey {
  readonly name: string;
  readonly provider: 'Pkcs11' | 'Pfx';
  /** SHA-1, hexadecimal. */
  readonly thumbprint: string;
  readonly station: RunningStation;
}

export interface KeyRing {
  readonly keys: readonly ConformanceKey[];
  readonly trust: TrustMaterial;
  /** Revokes a key on the token and replaces the CRLs in the trust material. */
  revoke(key: TokenKeyType): void;
  dispose(): Promise<void>;
}

/** A test authority, a token and PFX files with its certificates, and stations that trust its root. */
export async function makeKeyRing(folder: string): Promise<KeyRing> {
  const ca = makeTestCa(path.join(folder, 'ca'));
  const token = await makeToken(ca, folder);
  const pfxFiles = Object.entries(PFX_KEYS).map(([name, key]) => writePfx(ca, name, key, folder));
  const trust = await writeTrust(ca, folder);
  const stations: RunningStation[] = [];
  const keys: ConformanceKey[] = [];
  const dispose = async (): Promise<void> => {
    await Promise.all(stations.map((station) => station.dispose()));
    await token.remove();
  };
  try {
    for (const pfx of pfxFiles) {
      const isFirst = stations.length === 0;
      const station = await startStation(stationSettings(folder, pfx.file, isFirst ? token : null));
      stations.push(station);
      if (isFirst) {
        for (const [label, der] of token.certificates) {
          keys.push({ name: label, provider: 'Pkcs11', thumbprint: thumbprintOf(der), station });
        }
      }
      keys.push({ name: pfx.name, provider: 'Pfx', thumbprint: thumbprintOf(pfx.certificate), station });
    }
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    keys,
    trust,
    revoke(key) {
      const certificate = new X509Certificate(token.certificates.get(key) ?? new Uint8Array());
      writeFileSync(ca.path('to-be-revoked.pem'), certificate.toString());
      ca.revoke('to-be-revoked');
      writeCrls(ca, folder);
    },
    dispose,
  };
}

/** CKA_ID in hex. */
function tokenKeyId(type: TokenKeyType): string {
  return `0${TOKEN_KEYS.indexOf(type) + 1}`;
}

function makeToken(ca: TestCa, folder: string): Promise<SoftHsmToken> {
  const issuing = ca.authority('issuing');
  return makeSoftHsmToken({
    dir: path.join(folder, 'token'),
    label: 'conformance',
    pin: PIN,
    keys: TOKEN_KEYS.map((type) => ({ type, id: tokenKeyId(type), label: type })),
    ca: { certificatePath: issuing.certificatePem, keyPath: issuing.keyPem },
    // DSS warns of a certificate that does not say where its issuer and its CRL are. Nothing is asked there.
    extensions: [
      'basicConstraints=critical,CA:FALSE',
      'keyUsage=critical,digitalSignature,nonRepudiation',
      'subjectKeyIdentifier=hash',
      'authorityKeyIdentifier=keyid:always',
      'authorityInfoAccess=caIssuers;URI:http://127.0.0.1:9480/issuing.der',
      'crlDistributionPoints=URI:http://127.0.0.1:9480/issuing.crl',
    ],
  });
}

async function writeTrust(ca: TestCa, folder: string): Promise<TrustMaterial> {
  // DSS takes a CRL only for certificates that were issued before it, in whole seconds.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  ca.renewCrls();
  const place = (name: string): string => path.join(folder, name);
  for (const name of ['anchors', 'crls', 'intermediates']) mkdirSync(place(name));
  writeFileSync(place('anchors/root.cer'), ca.trustAnchor);
  ca.intermediates.forEach((der, index) => writeFileSync(place(`intermediates/${index}.cer`), der));
  const anchor = readFileSync(ca.authority('root').certificatePem, 'utf8');
  writeFileSync(place('root.pem'), anchor);
  writeCrls(ca, folder);
  return {
    anchorFolder: place('anchors'),
    crlFolder: place('crls'),
    anchorFile: place('root.pem'),
    anchorAndCrlFile: place('root-and-crls.pem'),
  };
}

function writeCrls(ca: TestCa, folder: string): void {
  const crls = ca.crls();
  crls.forEach((der, index) => writeFileSync(path.join(folder, `crls/${index}.crl`), der));
  const anchor = readFileSync(path.join(folder, 'root.pem'), 'utf8');
  const all = [anchor, ...crls.map((der) => pem('X509 CRL', der))];
  writeFileSync(path.join(folder, 'root-and-crls.pem'), all.join(''));
}

interface PfxFile {
  readonly name: string;
  readonly file: string;
  readonly certificate: Uint8Array;
}

function writePfx(ca: TestCa, name: string, key: readonly string[], folder: string): PfxFile {
  const signer = ca.issue(`pfx-${name}`, { subject: `/C=AA/O=Test/CN=Signer ${name}`, key });
  const file = path.join(folder, `${name}.p12`);
  execFileSync('openssl', [
    ...['pkcs12', '-export', '-inkey', signer.keyPem, '-in', signer.certificatePem],
    ...['-out', file, '-passout', `pass:${PFX_PASSWORD}`],
  ]);
  return { name, file, certificate: signer.certificate };
}

function stationSettings(folder: string, pfx: string, token: SoftHsmToken | null): Parameters<typeof startStation>[0] {
  return {
    settings: {
      'Signing:Pfx:Path': pfx,
      'Verification:TrustAnchors': path.join(folder, 'anchors'),
      'ValidationData:Certificates': path.join(folder, 'intermediates'),
      'ValidationData:Crls': path.join(folder, 'crls'),
      ...(token === null
        ? {}
        : {
            'Signing:Pkcs11:0:ProviderId': 'token',
            'Signing:Pkcs11:0:Name': 'Token',
            'Signing:Pkcs11:0:ModulePath': token.modulePath,
            'Signing:Pkcs11:0:TokenLabel': 'conformance',
          }),
    },
    environment: {
      ...token?.environment,
      ...(token === null ? {} : { SERVICE_SECRET_SIGNING_PKCS11_PIN: PIN }),
      SERVICE_SECRET_SIGNING_PFX_PASSWORD: PFX_PASSWORD,
    },
  };
}

function thumbprintOf(der: Uint8Array): string {
  return new X509Certificate(der).fingerprint.replaceAll(':', '');
}

function pem(label: string, der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
