import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Identity } from '../../../e2e/actors/ca/make-test-ca.ts';
import { startEvidenceServer, type EvidenceServer } from '../../../e2e/actors/evidence/evidence-server.ts';
import type { RevocationMode } from '../../contract/vocabulary/revocation-modes.ts';
import { createForkLauncher } from '../../processes/fork/fork-launcher.ts';
import type { TrustMaterial, VerificationOutcome } from '../../verification/verification.ts';
import { createVerificationPool, type VerificationPool } from '../../verification/verifier/verification-pool.ts';
import { openEvidenceCache } from './evidence-cache.ts';
import { createEvidenceFetcher } from './evidence-fetcher.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { createAddressGuard } from './inner-addresses.ts';
import { createOnlineVerifier } from './online-verifier.ts';

const ENTRY = fileURLToPath(new URL('../../verification/verifier/main.ts', import.meta.url));

describe('live revocation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'live-revocation-'));
  let server: EvidenceServer;
  let pool: VerificationPool;
  let caches = 0;

  beforeAll(async () => {
    server = await startEvidenceServer(join(folder, 'ca'));
    pool = createVerificationPool({
      launcher: createForkLauncher(),
      entry: ENTRY,
      env: {},
      size: 1,
      timeLimitOf: () => 60_000,
      heapMebibytes: 128,
      idleMilliseconds: 60_000,
    });
  });
  afterAll(async () => {
    await pool.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    server.behave('honest');
    server.requests.length = 0;
    caches++;
  });

  /** CAdES as the openssl command makes it. */
  function signedBy({ certificatePem, keyPem }: Identity): Uint8Array {
    const input = join(folder, 'document.txt');
    writeFileSync(input, 'Pay 10 EUR');
    const how = ['cms', '-sign', '-binary', '-nodetach', '-cades', '-md', 'sha256', '-outform', 'DER', '-in', input];
    return execFileSync('openssl', [...how, '-signer', certificatePem, '-inkey', keyPem]);
  }

  async function verify(
    bytes: Uint8Array,
    revocationMode: RevocationMode,
    material: Partial<TrustMaterial> = { intermediates: server.ca.intermediates },
  ): Promise<VerificationOutcome> {
    const fetcher = createEvidenceFetcher({
      fetch: createGuardedFetch({
        guard: createAddressGuard(['127.0.0.1']),
        proxy: null,
        timeoutMilliseconds: 60_000,
        maxBytes: 1024 ** 2,
      }),
      cache: await openEvidenceCache(join(folder, `cache-${caches}`), 1024 ** 2),
      now: () => new Date(),
      newNonce: null,
      onCacheFault: (fault) => {
        throw fault;
      },
    });
    const trust = {
      intermediates: [],
      crls: [],
      ocspResponses: [],
      trustAnchors: [server.ca.trustAnchor],
      ...material,
    };
    const task = { format: 'CAdES', document: { kind: 'bytes', bytes }, original: null, trust } as const;
    return createOnlineVerifier(pool, fetcher, 60_000).verify({ ...task, revocationMode, at: new Date() });
  }

  it('asks OCSP responders about every certificate, and says so', async () => {
    const document = signedBy(server.ca.signer('p-256'));
    const report = await verify(document, 'Online');
    expect(report).toMatchObject({
      overallStatus: 'VALID',
      certificate: { revocation: { status: 'Good', source: 'Ocsp' } },
    });
    const answer = `: OCSP response of .* from ${new URL(server.url).host}\\.$`;
    expect(report.certificate.revocation.detail).toMatch(new RegExp(`^Asked live${answer}`));
    expect(report.signatures[0]?.certificate.revocation).toEqual(report.certificate.revocation);
    expect(report.limitations).not.toContain('live OCSP');
    expect(server.requests).toHaveLength(3);
    // The second time everything is remembered.
    const again = await verify(document, 'Online');
    expect(again).toMatchObject({ overallStatus: 'VALID' });
    expect(again.certificate.revocation.detail).toMatch(new RegExp(`^Asked earlier, and valid still${answer}`));
    expect(server.requests).toHaveLength(3);
  });

  it('takes lists where responders do not answer', async () => {
    server.ca.renewCrls();
    server.behave('refusing', /^\/ocsp\/issuing/);
    const report = await verify(signedBy(server.ca.signer('p-256')), 'Online');
    expect(report).toMatchObject({
      overallStatus: 'VALID',
      certificate: { revocation: { status: 'Good', source: 'Crl' } },
    });
    expect(report.certificate.revocation.detail).toContain('Asked live: CRL of ');
  });

  it('finds revoked what is, in both modes', async () => {
    const document = signedBy(server.ca.signer('revoked'));
    for (const mode of ['Online', 'SoftFail'] as const) {
      const report = await verify(document, mode);
      expect(report.isValid).toBe(false);
      expect(report.certificate).toMatchObject({ revocation: { status: 'Revoked', source: 'Ocsp' } });
      expect(report.certificate.reasonCodes).toContain('CERT_REVOKED');
    }
  });

  it('is not content without an answer in Online, is in SoftFail, and says what could not be had', async () => {
    server.behave('refusing');
    const document = signedBy(server.ca.signer('p-256'));
    const online = await verify(document, 'Online');
    expect(online).toMatchObject({ overallStatus: 'INDETERMINATE', isValid: false });
    expect(online.certificate.revocation).toMatchObject({ status: 'Unknown' });
    expect(online.certificate.revocation.detail).toContain('answers 503');
    expect(await verify(document, 'SoftFail')).toMatchObject({ overallStatus: 'VALID' });
  });

  it('makes no more than five requests for a document, and says so', async () => {
    server.behave('nonsense');
    const report = await verify(signedBy(server.ca.signer('p-256')), 'Online');
    expect(server.requests).toHaveLength(5);
    expect(report.certificate.revocation.detail).toContain('No more than 5 requests are made at once');
  });

  it('takes lists for a whole path whose responders are away, asking them once', async () => {
    server.ca.renewCrls();
    server.behave('refusing', /^\/ocsp/);
    const report = await verify(signedBy(server.ca.signer('p-256')), 'Online');
    expect(report).toMatchObject({
      ...{ overallStatus: 'VALID', certificate: { revocation: { status: 'Good', source: 'Crl' } } },
    });
    expect(server.requests.filter((path) => path.startsWith('/ocsp'))).toHaveLength(1);
    expect(server.requests).toHaveLength(4);
  });

  it('finds issuers that the document leaves out', async () => {
    server.ca.renewCrls();
    const report = await verify(signedBy(server.ca.signer('p-256')), 'Online', { crls: server.ca.crls() });
    expect(report).toMatchObject({ overallStatus: 'VALID', isValid: true });
    expect(server.requests).toEqual(['/issuing.der', '/intermediate.der']);
  });

  it('asks nobody in Offline, nor where everything is at hand', async () => {
    server.ca.renewCrls();
    const document = signedBy(server.ca.signer('p-256'));
    const { intermediates } = server.ca;
    expect(await verify(document, 'Offline', { intermediates })).toMatchObject({ overallStatus: 'VALID' });
    expect(await verify(document, 'Online', { intermediates, crls: server.ca.crls() })).toMatchObject({
      isValid: true,
    });
    expect(server.requests).toEqual([]);
    expect((await verify(document, 'Offline')).limitations).toContain('live OCSP or CRL services');
  });
});
