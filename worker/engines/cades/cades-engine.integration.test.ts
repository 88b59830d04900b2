import { execFileSync, spawnSync } from 'node:child_process';
import { constants, createHash, createPrivateKey, sign } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestCa, type SignerName, type TestCa } from '../../../e2e/actors/ca/make-test-ca.ts';
import type { Packaging } from '../../../service/contract/vocabulary/signature-formats.ts';
import { bytesSource } from '../../../service/codecs/byte-source.ts';
import type { SignatureAlgorithm } from '../../../service/providers/providers.ts';
import { openFileSource } from '../../../service/storage/file-source.ts';
import { verifyCades } from '../../../service/verification/cades/verify-cades.ts';
import type { VerificationOutcome } from '../../../service/verification/verification.ts';
import { cadesTask } from './cades-task.suite.ts';
import { createCadesEngine } from './cades-engine.ts';
import type { EngineTask, SignedOutput } from '../engine.ts';

const SIGNERS: readonly (readonly [SignerName, SignatureAlgorithm])[] = [
  ['rsa-2048', { scheme: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }],
  ['rsa-4096', { scheme: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' }],
  ['rsa-3072', { scheme: 'RSASSA-PSS', hash: 'SHA-384' }],
  ['rsa-pss', { scheme: 'RSASSA-PSS', hash: 'SHA-256' }],
  ['p-256', { scheme: 'ECDSA', hash: 'SHA-256' }],
  ['p-384', { scheme: 'ECDSA', hash: 'SHA-384' }],
  ['p-521', { scheme: 'ECDSA', hash: 'SHA-512' }],
];
const PACKAGINGS = ['encapsulated', 'detached'] as const;
const SIZES = { empty: 0, 'one byte': 1, 'in memory': 70_000, 'just too large for memory': 8 * 1024 * 1024 + 1 };
const LARGE_BYTES = 128 * 1024 * 1024;
const MIB = 1024 * 1024;
const NO_MORE_MEMORY_MIB = 64;

/** The device: data or digest in, raw value out. */
function signRaw(keyPem: string, { scheme, hash }: SignatureAlgorithm, data: Uint8Array): Uint8Array {
  const key = createPrivateKey(keyPem);
  if (scheme === 'EdDSA') return sign(null, data, key);
  const name = hash.replace('-', '').toLowerCase();
  if (scheme === 'ECDSA') return sign(name, data, { key, dsaEncoding: 'ieee-p1363' });
  if (scheme === 'RSASSA-PKCS1-v1_5') return sign(name, data, key);
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  return sign(name, data, { key, ...pss });
}

describe('the CAdES engine', () => {
  let ca: TestCa;
  beforeAll(() => {
    ca = makeTestCa(mkdtempSync(join(tmpdir(), 'cades-engine-')));
    for (const [name] of SIGNERS) ca.signer(name);
    ca.signer('ed25519');
  });
  afterAll(() => rmSync(ca.folder, { recursive: true, force: true }));

  const inputOf = (size: number): string => {
    const path = ca.path('input');
    writeFileSync(path, createHash('shake256', { outputLength: Math.min(size, 100_000) }).digest());
    truncateSync(path, size);
    return path;
  };
  const taskFor = (
    name: SignerName,
    algorithm: SignatureAlgorithm,
    size: number,
    packaging: Packaging | null,
  ): EngineTask =>
    cadesTask({
      inputPath: inputOf(size),
      outputPath: ca.path('output'),
      certificate: ca.signer(name).certificate,
      chain: ca.intermediates,
      algorithm,
      packaging,
    });
  const run = async (name: SignerName, task: EngineTask): Promise<SignedOutput> => {
    const prepared = await createCadesEngine().prepare(task);
    return prepared.embed(signRaw(ca.signer(name).privateKey, task.algorithm, prepared.dataToBeSigned));
  };
  const openssl = (packaging: Packaging): void => {
    const content = packaging === 'detached' ? ['-content', ca.path('input')] : [];
    const trusted = ['-CAfile', ca.path('root.pem'), '-purpose', 'any', '-x509_strict'];
    const signature = ['-in', ca.path('output'), ...content, '-out', ca.path('content')];
    execFileSync('openssl', ['cms', '-verify', '-cades', '-binary', '-inform', 'DER', ...trusted, ...signature], {
      stdio: 'pipe',
    });
  };
  const gnutls = (packaging: Packaging): string => {
    const content = packaging === 'detached' ? ['--load-data', ca.path('input')] : [];
    const trusted = ['--load-ca-certificate', ca.path('root.pem')];
    const args = ['--p7-verify', '--inder', '--infile', ca.path('output'), ...trusted, ...content];
    return spawnSync('certtool', args, { encoding: 'utf8' }).stderr;
  };
  const station = (packaging: Packaging): VerificationOutcome => {
    const trust = { trustAnchors: [ca.trustAnchor], intermediates: [], crls: ca.crls(), ocspResponses: [] };
    const document = openFileSource(ca.path('output'));
    const original = packaging === 'detached' ? openFileSource(ca.path('input')) : null;
    try {
      return verifyCades(document, original, { trust, at: new Date(), revocationMode: 'Online' });
    } finally {
      document.close();
      original?.close();
    }
  };

  describe.each(PACKAGINGS)('%s', (packaging) => {
    it.each(SIGNERS)('by %s %j holds for openssl and for the station', async (name, algorithm) => {
      for (const size of Object.values(SIZES)) {
        const output = await run(name, taskFor(name, algorithm, size, packaging));
        const written = readFileSync(ca.path('output'));
        expect(output).toMatchObject({
          size: written.length,
          sha256: createHash('sha256').update(written).digest('hex'),
          fileName: packaging === 'detached' ? 'Report.final.docx.p7s' : 'Report.final.docx.p7m',
          contentType: `application/pkcs7-${packaging === 'detached' ? 'signature' : 'mime'}`,
        });
        openssl(packaging);
        expect(readFileSync(ca.path('content')).equals(readFileSync(ca.path('input')))).toBe(true);
        expect(station(packaging)).toMatchObject({ overallStatus: 'VALID', signature: { cryptoValid: true } });
      }
    });

    it('by Ed25519, which openssl does not verify in CMS: for gnutls as a whole, for openssl the value', async () => {
      const task = taskFor('ed25519', { scheme: 'EdDSA', hash: 'SHA-512' }, 70_000, packaging);
      const prepared = await createCadesEngine().prepare(task);
      await prepared.embed(signRaw(ca.signer('ed25519').privateKey, task.algorithm, prepared.dataToBeSigned));
      const args = ['cms', '-cmsout', '-print', '-inform', 'DER', '-in', ca.path('output')];
      const printed = execFileSync('openssl', args, { stdio: 'pipe', maxBuffer: 16 * MIB }).toString();
      expect(printed).toMatch(/digestAlgorithm:[^]*sha512[^]*signingTime[^]*signatureAlgorithm:[^]*ED25519/);
      const written = readFileSync(ca.path('output'));
      const attributes = Buffer.from(prepared.dataToBeSigned);
      expect(written.includes(attributes.subarray(1))).toBe(true);
      expect(
        attributes.includes(
          createHash('sha512')
            .update(readFileSync(ca.path('input')))
            .digest(),
        ),
      ).toBe(true);
      writeFileSync(ca.path('attributes'), attributes);
      writeFileSync(ca.path('value'), written.subarray(-64));
      const key = ['-certin', '-inkey', ca.signer('ed25519').certificatePem];
      const what = ['-rawin', '-in', ca.path('attributes'), '-sigfile', ca.path('value')];
      expect(execFileSync('openssl', ['pkeyutl', '-verify', ...key, ...what], { stdio: 'pipe' }).toString()).toContain(
        'Signature Verified Successfully',
      );
      expect(gnutls(packaging)).toContain('Signature status: ok');
      expect(station(packaging).overallStatus).toBe('VALID');
      const damaged = packaging === 'detached' ? ca.path('input') : ca.path('output');
      writeFileSync(damaged, readFileSync(damaged).fill(1, 5000, 5001));
      expect(gnutls(packaging)).toContain('Signature status: verification failed');
    });

    it('128 MiB need no memory, signing and verifying, and hold for openssl', async () => {
      const task = taskFor('p-256', { scheme: 'ECDSA', hash: 'SHA-256' }, LARGE_BYTES, packaging);
      const before = process.resourceUsage().maxRSS;
      const { size } = await run('p-256', task);
      expect(station(packaging).overallStatus).toBe('VALID');
      expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(NO_MORE_MEMORY_MIB);
      expect(statSync(ca.path('output')).size).toBe(size);
      openssl(packaging);
      expect(statSync(ca.path('content')).size).toBe(LARGE_BYTES);
    });
  });

  it('encapsulates when nothing is said', async () => {
    await run('p-256', taskFor('p-256', { scheme: 'ECDSA', hash: 'SHA-256' }, 5, null));
    openssl('encapsulated');
    expect(verifyCades(bytesSource(readFileSync(ca.path('output'))), null, nobody).signature.cryptoValid).toBe(true);
  });

  const changes: readonly (readonly [string, (path: string, size: number) => void])[] = [
    ['another byte', (path) => writeFileSync(path, 'X', { flag: 'r+' })],
    ['a byte less', (path, size) => truncateSync(path, size - 1)],
    ['a byte more', (path, size) => truncateSync(path, size + 1)],
  ];
  it.each(changes)('fails for good when the document has %s when it is read again', async (_, change) => {
    const size = SIZES['just too large for memory'];
    const task = taskFor('p-256', { scheme: 'ECDSA', hash: 'SHA-256' }, size, 'encapsulated');
    const prepared = await createCadesEngine().prepare(task);
    const value = signRaw(ca.signer('p-256').privateKey, task.algorithm, prepared.dataToBeSigned);
    change(ca.path('input'), size);
    const failure = { code: 'SIGNING_OPERATION_FAILED', kind: 'permanent' };
    await expect(prepared.embed(value)).rejects.toMatchObject(failure);
  });

  it.each(PACKAGINGS)('%s: a value of another key is refused and nothing is written', async (packaging) => {
    const task = taskFor('p-256', { scheme: 'ECDSA', hash: 'SHA-256' }, 10, packaging);
    rmSync(ca.path('output'), { force: true });
    const prepared = await createCadesEngine().prepare(task);
    const other = signRaw(ca.signer('revoked').privateKey, task.algorithm, prepared.dataToBeSigned);
    const failure = { code: 'SIGNING_OPERATION_FAILED', kind: 'permanent' };
    await expect(prepared.embed(other)).rejects.toMatchObject(failure);
    await expect(prepared.embed(new Uint8Array(63))).rejects.toMatchObject(failure);
    expect(existsSync(ca.path('output'))).toBe(false);
  });
});

const nobody = {
  trust: { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] },
  at: new Date(),
  revocationMode: 'Offline',
} as const;
