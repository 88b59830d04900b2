import { execFileSync } from 'node:child_process';
import { constants, createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as pkijs from 'pkijs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeSignatureAlgorithm, type CmsSignatureAlgorithm } from './cms-algorithm.ts';
import { buildSignedAttributes } from './signed-attributes.ts';
import { buildAroundContent, buildSignedData, estimateSignedDataSize } from './signed-data-builder.ts';
import * as builder from '../x509/certificate-builder.ts';
import { encodeName } from '../x509/name.ts';

interface Signer {
  readonly name: string;
  readonly algorithm: CmsSignatureAlgorithm;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const SIGNERS: readonly Signer[] = [
  ...[2048, 3072, 4096].flatMap((modulusLength) => {
    const keys = generateKeyPairSync('rsa', { modulusLength });
    return (['RSASSA-PKCS1-v1_5', 'RSASSA-PSS'] as const).map((scheme) => ({
      ...keys,
      name: `RSA ${modulusLength} ${scheme}`,
      algorithm: { scheme, hash: modulusLength === 4096 ? 'SHA-512' : 'SHA-256' } as const,
    }));
  }),
  ...(
    [
      ['P-256', 'SHA-256'],
      ['P-384', 'SHA-384'],
      ['P-521', 'SHA-512'],
      ['brainpoolP256r1', 'SHA-256'],
      ['brainpoolP512r1', 'SHA-512'],
    ] as const
  ).map(([namedCurve, hash]) => ({
    ...generateKeyPairSync('ec', { namedCurve }),
    name: `EC ${namedCurve}`,
    algorithm: { scheme: 'ECDSA', hash } as const,
  })),
];

/** The device of the three steps: only the data to be signed goes in, only a raw value comes out. */
function signRaw({ privateKey, algorithm }: Signer, dataToBeSigned: Uint8Array): Uint8Array {
  const hash = algorithm.hash.replace('-', '').toLowerCase();
  if (algorithm.scheme === 'EdDSA') return sign(null, dataToBeSigned, privateKey);
  if (algorithm.scheme === 'ECDSA') return sign(hash, dataToBeSigned, { key: privateKey, dsaEncoding: 'ieee-p1363' });
  if (algorithm.scheme === 'RSASSA-PKCS1-v1_5') return sign(hash, dataToBeSigned, privateKey);
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  return sign(hash, dataToBeSigned, { key: privateKey, ...pss });
}

const ca = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const caAlgorithm = encodeSignatureAlgorithm({ scheme: 'ECDSA', hash: 'SHA-256' });

function certify(subject: string, publicKey: KeyObject, isCa: boolean): Uint8Array {
  const keyId = (key: KeyObject): Uint8Array =>
    createHash('sha1')
      .update(key.export({ format: 'der', type: 'spki' }))
      .digest();
  return builder.buildCertificate(
    {
      issuer: encodeName([['CN', 'Three Steps CA']]),
      subject: encodeName([['CN', subject]]),
      serialNumber: createHash('sha1').update(subject).digest().subarray(0, 12),
      notBefore: new Date('2020-01-01T00:00:00Z'),
      notAfter: new Date('2049-01-01T00:00:00Z'),
      publicKey: publicKey.export({ format: 'der', type: 'spki' }),
      extensions: [
        builder.basicConstraintsExtension(isCa),
        builder.keyUsageExtension(isCa ? ['keyCertSign', 'cRLSign'] : ['digitalSignature', 'nonRepudiation']),
        builder.subjectKeyIdentifierExtension(keyId(publicKey)),
        builder.authorityKeyIdentifierExtension(keyId(ca.publicKey)),
      ],
      signatureAlgorithm: caAlgorithm,
    },
    (tbs) => sign('sha256', tbs, ca.privateKey),
  );
}

const content = Buffer.from('The content of the signature.\r\n'.repeat(50));
const caCertificate = certify('Three Steps CA', ca.publicKey, true);

function signContent(signer: Signer, messageDigest: Uint8Array): { parts: Parameters<typeof buildSignedData>[0] } {
  const signingCertificate = certify(signer.name, signer.publicKey, false);
  const { algorithm } = signer;
  const signingTime = new Date('2026-10-01T12:00:00Z');
  const signedAttributes = buildSignedAttributes({ messageDigest, signingCertificate, algorithm, signingTime });
  const signatureValue = signRaw(signer, signedAttributes);
  return { parts: { signedAttributes, algorithm, signingCertificate, signatureValue, certificates: [caCertificate] } };
}

function digestOf(signer: Signer): Uint8Array {
  return createHash(signer.algorithm.hash.replace('-', '').toLowerCase()).update(content).digest();
}

describe('openssl cms -verify -cades accepts what the builder makes with', () => {
  let folder = '';
  const inFolder = (name: string): string => join(folder, name);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cms-'));
    const pem = Buffer.from(caCertificate)
      .toString('base64')
      .replace(/.{1,64}/g, '$&\n');
    writeFileSync(inFolder('ca.pem'), `-----BEGIN CERTIFICATE-----\n${pem}-----END CERTIFICATE-----\n`);
    writeFileSync(inFolder('content'), content);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const verify = (signature: Uint8Array, ...more: string[]): void => {
    writeFileSync(inFolder('signature.p7'), signature);
    const options = [
      '-cades',
      '-binary',
      '-inform',
      'DER',
      '-purpose',
      'any',
      '-CAfile',
      inFolder('ca.pem'),
      '-x509_strict',
    ];
    execFileSync(
      'openssl',
      ['cms', '-verify', ...options, '-in', inFolder('signature.p7'), '-out', inFolder('out'), ...more],
      {
        stdio: 'pipe',
      },
    );
  };

  it.each(SIGNERS.map((signer) => [signer.name, signer] as const))('%s', (_, signer) => {
    const { parts } = signContent(signer, digestOf(signer));
    const detached = buildSignedData(parts, null);
    verify(buildSignedData(parts, content));
    verify(detached, '-content', inFolder('content'));
    expect(() => verify(detached, '-content', inFolder('ca.pem'))).toThrow();
    const estimate = estimateSignedDataSize(parts);
    expect(estimate).toBeGreaterThanOrEqual(detached.length);
    expect(estimate - detached.length).toBeLessThan(10);
  });

  it.each(SIGNERS.filter(({ name }) => !name.includes('brainpool')).map((signer) => [signer.name, signer] as const))(
    '%s: pkijs verifies it too',
    async (_, signer) => {
      const { parts } = signContent(signer, digestOf(signer));
      const attached = new Uint8Array(buildSignedData(parts, content));
      const contentInfo = pkijs.ContentInfo.fromBER(attached.buffer);
      const signedData = new pkijs.SignedData({ schema: contentInfo.content as unknown });
      expect(await signedData.verify({ signer: 0, checkChain: false })).toBe(true);
    },
  );

  it('Ed25519, which openssl 3.0 does not verify in CMS: value over the attributes and structure', () => {
    const keys = generateKeyPairSync('ed25519');
    const signer: Signer = { ...keys, name: 'Ed25519', algorithm: { scheme: 'EdDSA', hash: 'SHA-512' } };
    const { parts } = signContent(signer, digestOf(signer));
    writeFileSync(inFolder('ed.p7s'), buildSignedData(parts, null));
    writeFileSync(inFolder('ed.pub'), keys.publicKey.export({ format: 'pem', type: 'spki' }));
    const openssl = (...args: string[]): string =>
      execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' }).toString();
    const printed = openssl('cms', '-cmsout', '-print', '-inform', 'DER', '-in', 'ed.p7s');
    expect(printed).toMatch(/digestAlgorithm:[^]*sha512[^]*signatureAlgorithm:[^]*ED25519/);
    // The attributes as openssl finds them, the tag changed to SET, and the value that stands behind them.
    const listing = openssl('asn1parse', '-inform', 'DER', '-in', 'ed.p7s').split('\n');
    const locate = (pattern: RegExp): number =>
      Number(/^ *(\d+):/.exec(listing.findLast((line) => pattern.test(line)) ?? '')?.[1]);
    const lengthOf = (offset: number): [number, number] => {
      const line = listing.find((candidate) => candidate.trimStart().startsWith(`${String(offset)}:`)) ?? '';
      return [Number(/hl= *(\d+)/.exec(line)?.[1]), Number(/ l= *(\d+)/.exec(line)?.[1])];
    };
    const bytes = buildSignedData(parts, null);
    const attributes = locate(/d=5 .*cons: cont \[ 0 \]/);
    const [header, length] = lengthOf(attributes);
    const set = new Uint8Array(bytes.subarray(attributes, attributes + header + length));
    set[0] = 0x31;
    writeFileSync(inFolder('ed.attributes'), set);
    const value = locate(/d=5 .*prim: OCTET STRING/);
    writeFileSync(inFolder('ed.value'), bytes.subarray(value + 2, value + 66));
    const verdict = openssl(
      'pkeyutl',
      '-verify',
      '-pubin',
      '-inkey',
      'ed.pub',
      '-rawin',
      '-in',
      'ed.attributes',
      '-sigfile',
      'ed.value',
    );
    expect(verdict).toContain('Signature Verified Successfully');
  });

  it('content streamed between prefix and suffix', () => {
    const signer = SIGNERS[6];
    if (signer === undefined) throw new Error('No signer');
    const { parts } = signContent(signer, digestOf(signer));
    const { prefix, suffix } = buildAroundContent(parts, content.length);
    verify(Buffer.concat([prefix, content, suffix]));
  });
});
