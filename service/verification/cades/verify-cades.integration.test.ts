import { execFileSync } from 'node:child_process';
import {
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
  openSync,
  closeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestCa, type SignerName, type TestCa } from '../../../e2e/actors/ca/make-test-ca.ts';
import { openFileSource } from '../../storage/file-source.ts';
import type { TrustMaterial, VerificationOutcome } from '../verification.ts';
import { verifyCades } from './verify-cades.ts';

const LARGE_BYTES = 128 * 1024 * 1024;
const NO_MORE_MEMORY_MIB = 64;
const CONTENT = Buffer.from('The content that openssl signs.\n'.repeat(1000));

describe('files made by openssl', () => {
  let ca: TestCa;
  let trust: TrustMaterial;
  beforeAll(() => {
    ca = makeTestCa(mkdtempSync(join(tmpdir(), 'verify-cades-')));
    for (const name of ['rsa-2048', 'p-256', 'p-384', 'revoked'] as const) ca.signer(name);
    trust = { trustAnchors: [ca.trustAnchor], intermediates: ca.intermediates, crls: ca.crls(), ocspResponses: [] };
    writeFileSync(ca.path('content'), CONTENT);
  });
  afterAll(() => rmSync(ca.folder, { recursive: true, force: true }));

  const cms = (...args: readonly string[]): void => {
    const files = ['-in', ca.path('content'), '-out', ca.path('signature')];
    execFileSync('openssl', ['cms', ...args, ...files], { stdio: 'pipe' });
  };
  const by = (...names: readonly SignerName[]): string[] =>
    names.flatMap((name) => ['-signer', ca.signer(name).certificatePem, '-inkey', ca.signer(name).keyPem]);
  const ATTACHED = ['-sign', '-cades', '-binary', '-nodetach', '-outform', 'DER'];
  const verify = (original: string | null = null): VerificationOutcome => {
    const files = [ca.path('signature'), ...(original === null ? [] : [ca.path(original)])].map(openFileSource);
    try {
      const [document, other = null] = files;
      if (document === undefined) throw new Error('No document');
      return verifyCades(document, other, { trust, at: new Date(), revocationMode: 'Online' });
    } finally {
      for (const file of files) file.close();
    }
  };

  it('of 128 MiB, streamed in indefinite length, need no memory; one changed byte is found', () => {
    truncateSync(ca.path('content'), LARGE_BYTES);
    cms(...ATTACHED, '-stream', ...by('rsa-2048'));
    const before = process.resourceUsage().maxRSS;
    expect(verify()).toMatchObject({ overallStatus: 'VALID', signature: { cryptoValid: true } });
    expect(verify('content').overallStatus).toBe('VALID');
    const { size } = statSync(ca.path('signature'));
    const file = openSync(ca.path('signature'), 'r+');
    writeSync(file, Buffer.of(1), 0, 1, Math.floor(size / 2));
    closeSync(file);
    expect(verify().reasonCodes).toContain('SIG_DIGEST_MISMATCH');
    expect(verify('content').reasonCodes).toContain('SIG_DETACHED_CONTENT_MISMATCH');
    expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(NO_MORE_MEMORY_MIB);
    writeFileSync(ca.path('content'), CONTENT);
  });

  it('with several signers: the worst counts', () => {
    cms(...ATTACHED, '-stream', ...by('rsa-2048', 'p-256', 'p-384'));
    expect(verify().signatures.map(({ status }) => status)).toEqual(['VALID', 'VALID', 'VALID']);
    cms(...ATTACHED, ...by('rsa-2048', 'revoked', 'p-384'));
    const outcome = verify();
    // openssl sorts them, as DER wants.
    expect(outcome.signatures.map(({ status }) => status).sort()).toEqual(['INDETERMINATE', 'VALID', 'VALID']);
    expect(outcome.overallStatus).toBe('INDETERMINATE');
    expect(outcome.reasonCodes).toContain('CERT_REVOKED');
  });

  it('with key identifier and the issuer inside are VALID', () => {
    cms(...ATTACHED, '-keyid', '-certfile', ca.path('issuing.pem'), ...by('p-256'));
    expect(verify().overallStatus).toBe('VALID');
  });

  it('of empty content, attached and detached, are VALID', () => {
    writeFileSync(ca.path('content'), '');
    cms(...ATTACHED, ...by('p-256'));
    expect(verify().overallStatus).toBe('VALID');
    cms('-sign', '-cades', '-binary', '-outform', 'DER', ...by('p-256'));
    expect(verify('content').overallStatus).toBe('VALID');
    expect(verify().overallStatus).toBe('INDETERMINATE');
    writeFileSync(ca.path('content'), CONTENT);
  });

  it.each<[string, (names: typeof by) => readonly string[], RegExp]>([
    ['PEM', (names) => ['-sign', '-cades', '-binary', '-nodetach', '-outform', 'PEM', ...names('p-256')], /PEM/],
    ['S/MIME', (names) => ['-sign', '-cades', '-nodetach', ...names('p-256')], /S\/MIME/],
    ['clear-signed S/MIME', (names) => ['-sign', '-cades', ...names('p-256')], /S\/MIME/],
    ['encrypted', () => ['-encrypt', '-outform', 'DER', ca.signer('rsa-2048').certificatePem], /EnvelopedData/],
    ['plain data', () => ['-data_create', '-outform', 'DER'], /plain data/],
    ['digested', () => ['-digest_create', '-outform', 'DER'], /DigestedData/],
  ])('that are %s are named', (_, args, detail) => {
    const all = args(by);
    const recipients = all.filter((arg) => arg.endsWith('.pem') && all[0] === '-encrypt');
    const options = all.filter((arg) => !recipients.includes(arg));
    const files = ['-in', ca.path('content'), '-out', ca.path('signature')];
    execFileSync('openssl', ['cms', ...options, ...files, ...recipients], { stdio: 'pipe' });
    const outcome = verify();
    const isUnsigned = outcome.reasonCodes.includes('SIG_NOT_FOUND');
    expect(isUnsigned).toBe(outcome.detail?.includes('without a signature'));
    expect(outcome.overallStatus).toBe('INDETERMINATE');
    expect(outcome.detail).toMatch(detail);
  });

  it('that carry certificates only: nobody signed', () => {
    const files = ['-certfile', ca.path('issuing.pem'), '-out', ca.path('signature')];
    execFileSync('openssl', ['crl2pkcs7', '-nocrl', '-outform', 'DER', ...files], { stdio: 'pipe' });
    const outcome = verify();
    expect(outcome).toMatchObject({ overallStatus: 'INDETERMINATE', reasonCodes: ['SIG_NOT_FOUND'] });
    expect(readFileSync(ca.path('signature')).length).toBeGreaterThan(500);
  });
});
