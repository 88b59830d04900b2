import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestCa, type TestCa } from '../../e2e/actors/ca/make-test-ca.ts';
import { createCertificateFacts } from './certificate-facts.ts';

describe('createCertificateFacts', () => {
  let folder: string;
  let ca: TestCa;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'certificate-facts-'));
    ca = makeTestCa(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('reads a certificate once, whoever holds its bytes, and takes none for another', () => {
    const factsOf = createCertificateFacts();
    const [rsa, ec] = [ca.signer('rsa-2048').certificate, ca.signer('p-256').certificate];
    const first = factsOf(rsa);
    expect(first).toMatchObject({ subject: expect.stringContaining('CN=') as string });
    expect(first.thumbprint).toMatch(/^[0-9A-F]{40}$/);
    expect(factsOf(Uint8Array.from(rsa))).toBe(first);
    expect(factsOf(ec).thumbprint).not.toBe(first.thumbprint);
  });

  it('takes none with bytes behind it for one that it knows', () => {
    const factsOf = createCertificateFacts();
    const { certificate } = ca.signer('rsa-2048');
    const first = factsOf(certificate);
    const longer = Buffer.concat([certificate, Buffer.from([0])]);
    expect(() => factsOf(longer)).toThrow();
    expect(factsOf(certificate)).toBe(first);
  });
});
