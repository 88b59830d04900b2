import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startEvidenceServer, type EvidenceServer } from '../../../e2e/actors/evidence/evidence-server.ts';
import { parseCrl } from '../../codecs/crl/crl.ts';
import { parseOcspResponse } from '../../codecs/ocsp/ocsp-response.ts';
import { StationError } from '../../domain/station-error.ts';
import type { TrustMaterial } from '../../verification/verification.ts';
import type { ValidationData, ValidationDataSource } from '../validation-data.ts';
import { openEvidenceCache } from './evidence-cache.ts';
import { createEvidenceFetcher } from './evidence-fetcher.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { createAddressGuard } from './inner-addresses.ts';
import { createOnlineValidationData } from './online-validation-data.ts';

const UNAVAILABLE = 'SIGNATURE_VALIDATION_DATA_UNAVAILABLE';

describe('validation data over HTTP', () => {
  const folder = mkdtempSync(join(tmpdir(), 'online-evidence-'));
  let server: EvidenceServer;
  let signer: Uint8Array;
  let caches = 0;

  beforeAll(async () => {
    server = await startEvidenceServer(join(folder, 'ca'));
    signer = server.ca.signer('p-256').certificate;
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    server.behave('honest');
    server.requests.length = 0;
    caches++;
  });

  interface Circumstances {
    readonly material?: Partial<TrustMaterial>;
    readonly listed?: readonly string[];
    readonly hasNonce?: boolean;
    readonly timeoutMilliseconds?: number;
  }

  async function source(circumstances: Circumstances = {}): Promise<ValidationDataSource> {
    const { material = {}, listed = ['127.0.0.1'], hasNonce = true, timeoutMilliseconds = 60_000 } = circumstances;
    const now = (): Date => new Date();
    const fetch = createGuardedFetch({
      guard: createAddressGuard(listed),
      proxy: null,
      timeoutMilliseconds,
      maxBytes: 1024 ** 2,
    });
    const fetcher = createEvidenceFetcher({
      fetch,
      cache: await openEvidenceCache(cacheFolder(), 1024 ** 2),
      now,
      newNonce: hasNonce ? () => randomBytes(32) : null,
      onCacheFault: (fault) => {
        throw fault;
      },
    });
    const trustAnchors = [server.ca.trustAnchor];
    const all = { trustAnchors, intermediates: [], crls: [], ocspResponses: [], ...material };
    return createOnlineValidationData({
      material: () => Promise.resolve(all),
      gracePeriodMilliseconds: null,
      now,
      fetcher,
    });
  }

  const cacheFolder = (): string => join(folder, `cache-${caches}`);

  async function ask(circumstances?: Circumstances, certificates = [signer]): Promise<ValidationData> {
    return (await source(circumstances)).validationData({ certificates, at: new Date() });
  }

  async function refusal(circumstances?: Circumstances, certificates = [signer]): Promise<StationError> {
    const fault: unknown = await ask(circumstances, certificates).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (fault instanceof StationError) return fault;
    throw new Error('It was not refused.', { cause: fault });
  }

  const crlIssuers = ({ crls }: ValidationData): string[] => crls.map((der) => parseCrl(der).issuer.toString());

  it('finds issuers, OCSP responses for every certificate of both chains, and asks nothing twice', async () => {
    const { ca } = server;
    const certificates = [signer, ca.timestampAuthority.certificate];
    const found = await ask({}, certificates);
    const path = [...certificates, ...ca.intermediates, ca.trustAnchor].map((der) => Buffer.from(der).toString('hex'));
    const given = found.certificates.map((der) => Buffer.from(der).toString('hex'));
    expect(given).toEqual(expect.arrayContaining(path));
    expect(found.ocspResponses.map((der) => parseOcspResponse(der).responseStatus)).toEqual(
      Array.from({ length: 4 }, () => 'successful'),
    );
    expect(found.crls).toEqual([]);
    const asked = server.requests.length;
    expect(readdirSync(cacheFolder())).toHaveLength(4 + 2);
    // Another process after a restart, nobody answers any more.
    server.behave('refusing');
    expect((await ask({}, certificates)).ocspResponses).toHaveLength(4);
    expect(server.requests).toHaveLength(asked);
  });

  it('asks by GET without a nonce', async () => {
    const found = await ask({ hasNonce: false, material: { intermediates: server.ca.intermediates } });
    expect(found.ocspResponses).toHaveLength(3);
    expect(server.requests.every((path) => /^\/ocsp\/\w+\/.+/.test(path))).toBe(true);
  });

  it('takes what is registered before it asks', async () => {
    const { ca } = server;
    ca.renewCrls();
    const found = await ask({ material: { intermediates: ca.intermediates, crls: ca.crls() } });
    expect(server.requests).toEqual([]);
    expect(found.crls).toHaveLength(3);
  });

  it.each(['refusing', 'forging', 'nonsense', 'endless', 'stale'] as const)(
    'takes the lists where responders are %s',
    async (behaviour) => {
      server.ca.renewCrls();
      server.behave(behaviour, /^\/ocsp/);
      const found = await ask({ material: { intermediates: server.ca.intermediates } });
      expect(found.ocspResponses).toEqual([]);
      expect(crlIssuers(found)).toHaveLength(3);
    },
  );

  it('notices answers to the question of another', async () => {
    server.behave('refusing', /crl$/);
    server.behave('replaying', /^\/ocsp/);
    const material = { intermediates: server.ca.intermediates };
    await ask({ material });
    caches++;
    const fault = await refusal({ material });
    expect(fault.message).toContain('nonce');
    expect(fault.code).toBe(UNAVAILABLE);
  });

  it('names the certificate, says what was tried, and that asking later may help', async () => {
    server.behave('refusing', /issuing/);
    const fault = await refusal();
    expect(fault).toMatchObject({ code: UNAVAILABLE, kind: 'transient' });
    expect(fault.message).toContain('CN=Signer signer-p-256');
    expect(fault.message).toContain(`${new URL(server.url).host} answers 503`);
  });

  it.each([
    ['lists that have run out', 'stale'],
    ['lists of another authority', 'forging'],
    ['what is no list', 'nonsense'],
  ] as const)('does not take %s', async (_what, behaviour) => {
    server.behave(behaviour);
    server.behave('nonsense', /^\/ocsp/);
    const fault = await refusal({ material: { intermediates: server.ca.intermediates } });
    expect(fault).toMatchObject({ code: UNAVAILABLE, kind: 'permanent' });
    expect(fault.message).toContain('CN=Signer signer-p-256');
    // Two lists changed places here: each proves something, wherever it came from.
    expect(readdirSync(cacheFolder())).toHaveLength(behaviour === 'forging' ? 2 : 0);
  });

  it('waits for nobody longer than it may', async () => {
    server.behave('silent');
    const fault = await refusal({ timeoutMilliseconds: 200, material: { intermediates: server.ca.intermediates } });
    expect(fault).toMatchObject({ code: UNAVAILABLE, kind: 'transient' });
  });

  it('asks nobody inside unless that is listed', async () => {
    const fault = await refusal({ listed: [] });
    expect(fault).toMatchObject({ code: UNAVAILABLE, kind: 'permanent' });
    expect(fault.message).toContain('inner address');
    expect(server.requests).toEqual([]);
    server.behave({ redirect: 'http://10.255.255.1/' });
    expect((await refusal()).message).toContain('inner address');
  });

  it('says that a certificate was revoked, and does not ask on', async () => {
    const revoked = server.ca.signer('revoked').certificate;
    const fault = await refusal({}, [revoked]);
    expect(fault).toMatchObject({ code: UNAVAILABLE, kind: 'permanent' });
    expect(fault.message).toMatch(/^The certificate of CN=.* was revoked at .*, reason keyCompromise\.$/);
    expect(server.requests.some((path) => path.endsWith('.crl'))).toBe(false);
  });

  it('asks whether a certificate was revoked only where that is wanted, and needs no answer', async () => {
    const certificates = [server.ca.signer('revoked').certificate];
    const ask = async (asksOnline: boolean): Promise<void> =>
      (await source()).requireUnrevoked({ certificates, at: new Date(), asksOnline });
    await expect(ask(false)).resolves.toBeUndefined();
    expect(server.requests).toEqual([]);
    await expect(ask(true)).rejects.toMatchObject({ code: UNAVAILABLE, kind: 'permanent' });
    server.behave('refusing');
    caches++;
    await expect(ask(true)).resolves.toBeUndefined();
  });
});
