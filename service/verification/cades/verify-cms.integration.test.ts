import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestCa, type SignerName, type TestCa } from '../../../e2e/actors/ca/make-test-ca.ts';
import type { TrustMaterial } from '../verification.ts';
import { digestPieces } from './signed-content.ts';
import { verifyCms, type CmsVerificationResult } from './verify-cms.ts';

const content = Buffer.from('The content that openssl signs.\n'.repeat(3000));
const SHA512: readonly string[] = ['-md', 'sha512'];
const PSS = ['-keyopt', 'rsa_padding_mode:pss', '-keyopt', 'rsa_pss_saltlen:-1'];
const CASES: readonly (readonly [SignerName, readonly string[]])[] = [
  ['rsa-2048', []],
  ['rsa-3072', SHA512],
  ['rsa-4096', []],
  ['rsa-2048', PSS],
  ['rsa-3072', PSS],
  ['rsa-4096', PSS],
  ['rsa-pss', PSS],
  ['p-256', []],
  ['p-384', ['-md', 'sha384']],
  ['p-521', SHA512],
  ['brainpool-p256r1', []],
  ['p-256', ['-keyid']],
];

describe('signatures made by openssl', () => {
  let ca: TestCa;
  let trust: TrustMaterial;
  beforeAll(() => {
    ca = makeTestCa(mkdtempSync(join(tmpdir(), 'verify-cms-')));
    writeFileSync(ca.path('content'), content);
    for (const [name] of CASES) ca.signer(name);
    ca.signer('revoked');
    ca.signer('expired');
    trust = { trustAnchors: [ca.trustAnchor], intermediates: [], crls: ca.crls(), ocspResponses: [] };
  });
  afterAll(() => rmSync(ca.folder, { recursive: true, force: true }));

  const sign = (name: SignerName, more: readonly string[]): Uint8Array => {
    const { certificatePem, keyPem } = ca.signer(name);
    const chain = ['issuing.pem', 'intermediate.pem'].map((file) => readFileSync(ca.path(file), 'utf8'));
    writeFileSync(ca.path('chain.pem'), chain.join(''));
    const who = ['-signer', certificatePem, '-inkey', keyPem, '-certfile', ca.path('chain.pem')];
    const format = ['-cades', '-binary', '-outform', 'DER', '-in', ca.path('content'), '-out', ca.path('signature')];
    execFileSync('openssl', ['cms', '-sign', ...format, ...who, ...more], { stdio: 'pipe' });
    return readFileSync(ca.path('signature'));
  };
  const verify = (signedData: Uint8Array, detached: Uint8Array | null): CmsVerificationResult =>
    verifyCms({
      ...{ signedData, pades: false, trust, at: new Date(), revocationMode: 'Online' },
      digestContent: detached === null ? null : digestPieces([detached]),
    });

  it.each(CASES)('%s %j are VALID attached, streamed and detached, INVALID when changed', (name, more) => {
    // openssl cannot stream with PSS: it writes the parameters too late.
    for (const packaging of more === PSS ? [['-nodetach']] : [['-nodetach'], ['-nodetach', '-stream']]) {
      const attached = Buffer.from(sign(name, [...packaging, ...more]));
      expect(verify(attached, null)).toMatchObject({
        status: 'VALID',
        findings: [{ signature: { cryptoValid: true } }],
      });
      attached[attached.indexOf('openssl signs')] = 0x4f;
      expect(verify(attached, null).reasonCodes).toContain('SIG_DIGEST_MISMATCH');
    }
    const detached = sign(name, more);
    expect(verify(detached, content).status).toBe('VALID');
    expect(verify(detached, content.subarray(1)).status).toBe('INVALID');
    expect(verify(detached, null).status).toBe('INDETERMINATE');
  });

  it('by a revoked or expired certificate are not VALID though the signature is', () => {
    const revoked = verify(sign('revoked', []), content);
    expect(revoked).toMatchObject({ status: 'INDETERMINATE', findings: [{ signature: { cryptoValid: true } }] });
    expect(revoked.reasonCodes).toEqual(['SIG_VALID', 'CERT_REVOKED']);
    expect(verify(sign('expired', []), content).reasonCodes).toContain('CERT_EXPIRED');
  });

  it('without CAdES attribute or with SHA-1 are not VALID', () => {
    const { certificatePem, keyPem } = ca.signer('rsa-2048');
    const plain = (...more: string[]): Uint8Array => {
      const who = [
        '-signer',
        certificatePem,
        '-inkey',
        keyPem,
        '-binary',
        '-outform',
        'DER',
        '-in',
        ca.path('content'),
      ];
      return execFileSync('openssl', ['cms', '-sign', ...who, ...more], { stdio: 'pipe' });
    };
    expect(verify(plain(), content).reasonCodes).toContain('SIG_SIGNING_CERTIFICATE_MISSING');
    expect(verify(plain('-noattr'), content)).toMatchObject({
      status: 'INDETERMINATE',
      findings: [{ signature: { cryptoValid: true } }],
    });
    expect(verify(plain('-noattr'), content.subarray(1)).status).toBe('INVALID');
    expect(verify(plain('-cades', '-md', 'sha1'), content).reasonCodes).toContain('SIG_ALGORITHM_WEAK');
  });

  it('are verified with 100 KB detached', () => {
    const signature = sign('rsa-2048', []);
    const document = Buffer.alloc(100 * 1024, 'x');
    writeFileSync(ca.path('content'), document);
    const large = sign('rsa-2048', []);
    writeFileSync(ca.path('content'), content);
    expect(verify(signature, content).status).toBe('VALID');
    expect(verify(large, document).reasonCodes).toEqual(['SIG_VALID', 'CERT_VALID', 'REVOCATION_GOOD']);
  });
});
