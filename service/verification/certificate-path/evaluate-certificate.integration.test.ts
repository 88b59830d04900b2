import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestCa, SIGNERS, type SignerName, type TestCa } from '../../../e2e/actors/ca/make-test-ca.ts';
import { parseOcspResponse, type OcspResponse } from '../../codecs/ocsp/ocsp-response.ts';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import type { CertificateResult } from '../../contract/http/verification.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import type { RevocationMode } from '../../contract/vocabulary/revocation-modes.ts';
import type { TrustMaterial } from '../verification.ts';
import { evaluateCertificate } from './evaluate-certificate.ts';
import { openTrustStore } from './trust-store.ts';

const CA_LINES = ['basicConstraints = critical,CA:TRUE', 'keyUsage = critical,keyCertSign,cRLSign'];
const SIGNER_LINES = ['basicConstraints = critical,CA:FALSE', 'keyUsage = critical,digitalSignature'];
const KEY_IDS = ['subjectKeyIdentifier = hash', 'authorityKeyIdentifier = keyid:always'];
const withoutCa = CA_LINES.slice(1);

/** Extensions of an extra CA below the issuing CA, of a signer below it, and what is wrong with the chain. */
const CHAINS: readonly (readonly [string, readonly string[], readonly string[], ReasonCode | null])[] = [
  ['a sound chain', CA_LINES, SIGNER_LINES, null],
  [
    'a path length that is enough',
    ['basicConstraints = critical,CA:TRUE,pathlen:0', CA_LINES[1] ?? ''],
    SIGNER_LINES,
    null,
  ],
  [
    'an end entity as issuer',
    ['basicConstraints = critical,CA:FALSE', ...withoutCa],
    SIGNER_LINES,
    'CERT_BASIC_CONSTRAINTS_INVALID',
  ],
  ['an issuer without basic constraints', withoutCa, SIGNER_LINES, 'CERT_BASIC_CONSTRAINTS_INVALID'],
  [
    'an issuer that may not sign certificates',
    ['basicConstraints = critical,CA:TRUE', 'keyUsage = critical,digitalSignature'],
    SIGNER_LINES,
    'CERT_KEY_USAGE_INVALID',
  ],
  [
    'a name outside what is permitted',
    [...CA_LINES, 'nameConstraints = critical,permitted;dirName:allowed', '[allowed]', 'O = Else'],
    SIGNER_LINES,
    'CERT_NAME_CONSTRAINTS_VIOLATED',
  ],
  [
    'a mailbox that is excluded',
    [...CA_LINES, 'nameConstraints = critical,excluded;email:example.org'],
    [...SIGNER_LINES, 'subjectAltName = email:a@example.org'],
    'CERT_NAME_CONSTRAINTS_VIOLATED',
  ],
  [
    'a mailbox that is permitted',
    [...CA_LINES, 'nameConstraints = critical,permitted;email:example.org'],
    [...SIGNER_LINES, 'subjectAltName = email:a@example.org'],
    null,
  ],
  [
    'a host and an address inside the constraints',
    [...CA_LINES, 'nameConstraints = critical,permitted;DNS:example.org,permitted;IP:10.0.0.0/255.0.0.0'],
    [...SIGNER_LINES, 'subjectAltName = DNS:a.example.org,IP:10.1.2.3'],
    null,
  ],
  [
    'an address outside the constraints',
    [...CA_LINES, 'nameConstraints = critical,permitted;IP:10.0.0.0/255.0.0.0'],
    [...SIGNER_LINES, 'subjectAltName = IP:11.1.2.3'],
    'CERT_NAME_CONSTRAINTS_VIOLATED',
  ],
  [
    'an unknown critical extension in the issuer',
    [...CA_LINES, '1.2.3.4 = critical,DER:0500'],
    SIGNER_LINES,
    'CERT_CRITICAL_EXTENSION_UNKNOWN',
  ],
  [
    'an unknown critical extension in the signer',
    CA_LINES,
    [...SIGNER_LINES, '1.2.3.4 = critical,DER:0500'],
    'CERT_CRITICAL_EXTENSION_UNKNOWN',
  ],
  ['an unknown extension that is not critical', CA_LINES, [...SIGNER_LINES, '1.2.3.4 = DER:0500'], null],
  [
    'a policy required and not there',
    [...CA_LINES, 'policyConstraints = critical,requireExplicitPolicy:0', 'certificatePolicies = 1.2.3'],
    SIGNER_LINES,
    'CERT_POLICY_INVALID',
  ],
  [
    'a policy required and there',
    [...CA_LINES, 'policyConstraints = critical,requireExplicitPolicy:0', 'certificatePolicies = 2.5.29.32.0'],
    [...SIGNER_LINES, 'certificatePolicies = 1.2.3'],
    null,
  ],
];

describe('certificate paths', () => {
  let ca: TestCa;
  let trust: TrustMaterial;
  beforeAll(() => {
    ca = makeTestCa(mkdtempSync(join(tmpdir(), 'certificate-path-')));
    for (const name of Object.keys(SIGNERS) as SignerName[]) ca.signer(name);
    trust = { trustAnchors: [ca.trustAnchor], intermediates: ca.intermediates, crls: ca.crls(), ocspResponses: [] };
  });
  afterAll(() => rmSync(ca.folder, { recursive: true, force: true }));

  const evaluate = (
    certificate: Uint8Array,
    changes: Partial<TrustMaterial> = {},
    question: { revocationMode?: RevocationMode; at?: Date; candidates?: readonly Uint8Array[] } = {},
  ): CertificateResult =>
    evaluateCertificate({
      certificate: parseCertificate(certificate),
      candidates: (question.candidates ?? []).map(parseCertificate),
      store: openTrustStore({ ...trust, ...changes }),
      at: question.at ?? new Date(),
      revocationMode: question.revocationMode ?? 'Offline',
    }).result;
  const opensslAccepts = (certificate: string, chain: readonly string[]): boolean => {
    try {
      const untrusted = chain.flatMap((file) => ['-untrusted', ca.path(file)]);
      const strict = ['-x509_strict', '-policy_check', '-policy', '2.5.29.32.0', '-CAfile', ca.path('root.pem')];
      execFileSync('openssl', ['verify', ...strict, ...untrusted, ca.path(certificate)], { stdio: 'pipe' });
      return true;
    } catch {
      return false;
    }
  };

  it.each(CHAINS)('%s is judged as by openssl', (name, issuerLines, signerLines, fault) => {
    const slug = name.replaceAll(' ', '-');
    const [plain, sections] = splitAt(
      issuerLines,
      issuerLines.findIndex((line) => line.startsWith('[')),
    );
    const subCa = ca.issue(`ca-${slug}`, {
      subject: `/O=Test/CN=Sub CA ${slug}`.slice(0, 60),
      extensions: [...plain, ...KEY_IDS, ...sections],
    });
    const config = [
      '[ca]',
      'default_ca = a',
      '[a]',
      'new_certs_dir = issuing/new',
      'database = issuing/index.txt',
      'serial = issuing/serial',
      'default_md = sha256',
      'policy = p',
      '[p]',
      'commonName = supplied',
      'organizationName = optional',
    ];
    writeFileSync(ca.path('sub.cnf'), config.join('\n'));
    writeFileSync(ca.path('leaf.ext'), [...signerLines, ...KEY_IDS].join('\n'));
    const openssl = (...args: string[]): Buffer => execFileSync('openssl', args, { cwd: ca.folder, stdio: 'pipe' });
    openssl('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', 'leaf.key');
    openssl('req', '-new', '-key', 'leaf.key', '-subj', '/O=Test/CN=Leaf', '-out', 'leaf.csr');
    openssl(
      ...['ca', '-batch', '-notext', '-config', 'sub.cnf', '-cert', subCa.certificatePem, '-keyfile', subCa.keyPem],
      ...['-days', '100', '-extfile', 'leaf.ext', '-in', 'leaf.csr', '-out', 'leaf.pem'],
    );
    const result = evaluate(
      openssl('x509', '-in', 'leaf.pem', '-outform', 'DER'),
      {},
      { candidates: [subCa.certificate] },
    );
    expect(result.reasonCodes).toContain(fault ?? 'CERT_VALID');
    expect(result.isValid).toBe(fault === null);
    expect(opensslAccepts('leaf.pem', ['issuing.pem', 'intermediate.pem', `ca-${slug}.pem`])).toBe(result.isValid);
  });

  it('good signers of every key are valid, with revocation known', () => {
    for (const name of Object.keys(SIGNERS) as SignerName[]) {
      if (['expired', 'revoked', 'on-hold'].includes(name)) continue;
      const result = evaluate(ca.signer(name).certificate, {}, { revocationMode: 'Online' });
      expect(result).toMatchObject({ isValid: true, reasonCodes: ['CERT_VALID', 'REVOCATION_GOOD'] });
      expect(opensslAccepts(`signer-${name}.pem`, ['issuing.pem', 'intermediate.pem'])).toBe(true);
    }
  });

  it('a path missing or ending elsewhere is no path', () => {
    const { certificate } = ca.signer('p-256');
    expect(evaluate(certificate, { intermediates: [] }).reasonCodes).toEqual(['CERT_CHAIN_INCOMPLETE']);
    const elsewhere = { trustAnchors: [], intermediates: [...ca.intermediates, ca.trustAnchor] };
    expect(evaluate(certificate, elsewhere).reasonCodes).toEqual(['CERT_UNTRUSTED']);
    const fake = makeTestCa(mkdtempSync(join(tmpdir(), 'fake-ca-')));
    const fromFake = { intermediates: fake.intermediates };
    expect(evaluate(fake.signer('p-256').certificate, fromFake).reasonCodes).toEqual(['CERT_SIGNATURE_INVALID']);
    const withRoot = { intermediates: [...fake.intermediates, fake.trustAnchor] };
    expect(evaluate(fake.signer('p-256').certificate, withRoot).isValid).toBe(false);
    rmSync(fake.folder, { recursive: true, force: true });
  });

  it('validity is judged at the time asked for', () => {
    const { certificate } = ca.signer('expired');
    expect(evaluate(certificate).reasonCodes).toContain('CERT_EXPIRED');
    expect(evaluate(certificate, {}, { at: new Date('2023-12-31T23:59:59Z') }).reasonCodes).toContain(
      'CERT_NOT_YET_VALID',
    );
  });

  it('revocation: by CRL and by OCSP; missing, stale, foreign and broken evidence is Unknown', () => {
    const { certificate } = ca.signer('revoked');
    const ocspRevoked = ca.ocspResponse('signer-revoked');
    const ocspGood = ca.ocspResponse('signer-p-256');
    expect(evaluate(certificate)).toMatchObject({ isValid: false, revocation: { status: 'Revoked', source: 'Crl' } });
    expect(evaluate(ca.signer('on-hold').certificate)).toMatchObject({
      isValid: false,
      revocation: { status: 'OnHold' },
    });
    const byOcsp = evaluate(certificate, { crls: [], ocspResponses: [ocspGood, ocspRevoked] });
    expect(byOcsp).toMatchObject({
      isValid: false,
      revocation: { status: 'Revoked', source: 'Ocsp' },
      reasonCodes: ['CERT_REVOKED'],
    });
    const good = ca.signer('p-256').certificate;
    expect(evaluate(good, { crls: [], ocspResponses: [ocspGood] })).toMatchObject({
      revocation: { status: 'Good', source: 'Ocsp' },
    });
    const unknown = (evidence: Partial<TrustMaterial>, at = new Date()): readonly string[] => {
      const offline = evaluate(good, { crls: [], ocspResponses: [], ...evidence }, { at });
      expect(offline).toMatchObject({ isValid: true, revocation: { status: 'Unknown', source: 'Offline' } });
      expect(
        evaluate(good, { crls: [], ocspResponses: [], ...evidence }, { at, revocationMode: 'Online' }).isValid,
      ).toBe(false);
      expect(
        evaluate(good, { crls: [], ocspResponses: [], ...evidence }, { at, revocationMode: 'SoftFail' }).isValid,
      ).toBe(true);
      return offline.reasonCodes;
    };
    const later = new Date(Date.now() + 60 * 24 * 3600 * 1000);
    expect(unknown({})).toContain('REVOCATION_DATA_MISSING');
    expect(unknown({ ocspResponses: [ocspRevoked] })).toContain('REVOCATION_DATA_MISSING');
    expect(unknown({ ocspResponses: [ocspGood] }, later)).toContain('REVOCATION_DATA_STALE');
    expect(unknown({ crls: trust.crls }, later)).toContain('REVOCATION_DATA_STALE');
    const broken = trust.crls.map((crl) => Buffer.from(crl));
    broken.forEach((crl) => crl.writeUInt8(crl.readUInt8(crl.length - 1) ^ 1, crl.length - 1));
    expect(unknown({ crls: broken })).toContain('REVOCATION_DATA_INVALID');
    const wrongSigner = ca.ocspResponse('signer-p-256', {
      arguments: ['-rsigner', ca.signer('p-384').certificatePem, '-rkey', ca.signer('p-384').keyPem],
    });
    expect(unknown({ ocspResponses: [wrongSigner] })).toContain('REVOCATION_DATA_INVALID');
  });

  it('changed evidence is never an exception and says nothing any more (1,000 changes)', () => {
    const good = ca.signer('p-256').certificate;
    const [, , crl = new Uint8Array()] = trust.crls;
    const ocsp = ca.ocspResponse('signer-p-256');
    const { response } = parseOcspResponse(ocsp);
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        fc.boolean(),
        (isCrl, position, mask, cut) => {
          const mutant = Buffer.from(isCrl ? crl : ocsp);
          const index = position % mutant.length;
          mutant.writeUInt8(mutant.readUInt8(index) ^ mask, index);
          const bytes = cut ? mutant.subarray(0, index) : mutant;
          const evidence = isCrl ? { crls: [bytes], ocspResponses: [] } : { crls: [], ocspResponses: [bytes] };
          const { status } = evaluate(good, evidence).revocation;
          // Outside what is signed an OCSP response has room for changes: the certificates sent along.
          const isSame = !isCrl && status === 'Good' && hasSame(bytes, response);
          expect(isSame || status === 'Unknown').toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('a revoked authority takes its signers with it', () => {
    const other = makeTestCa(mkdtempSync(join(tmpdir(), 'revoked-ca-')));
    other.revoke('issuing', 'intermediate', 'cACompromise');
    const store = { trustAnchors: [other.trustAnchor], intermediates: other.intermediates, crls: other.crls() };
    const result = evaluate(other.signer('p-256').certificate, store);
    expect(result).toMatchObject({ isValid: false, revocation: { status: 'Good' } });
    expect(result.reasonCodes).toContain('CERT_REVOKED');
    rmSync(other.folder, { recursive: true, force: true });
  });
});

function hasSame(mutant: Uint8Array, original: OcspResponse | null): boolean {
  const { response } = parseOcspResponse(mutant);
  return response !== null && original !== null && Buffer.compare(response.tbs, original.tbs) === 0;
}

function splitAt(lines: readonly string[], index: number): [readonly string[], readonly string[]] {
  return index < 0 ? [lines, []] : [lines.slice(0, index), lines.slice(index)];
}
