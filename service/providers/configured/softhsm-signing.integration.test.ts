import { execFileSync } from 'node:child_process';
import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTokenHost, type RunningTokenHost } from '../../../e2e/actors/tokens/running-token-host.ts';
import { makeSoftHsmToken, type SoftHsmToken, type TokenKey } from '../../../e2e/actors/tokens/softhsm.ts';
import type { SignatureAlgorithm, SigningKey } from '../providers.ts';

const KEYS: readonly TokenKey[] = [
  { type: 'RSA-2048', id: '01', label: 'rsa-2048' },
  { type: 'RSA-3072', id: '02', label: 'rsa-3072' },
  { type: 'RSA-4096', id: '03', label: 'rsa-4096' },
  { type: 'P-256', id: '04', label: 'p-256' },
  { type: 'P-384', id: '05', label: 'p-384' },
  { type: 'P-521', id: '06', label: 'p-521' },
  { type: 'Ed25519', id: '08', label: 'ed25519' },
  { type: 'P-256', id: '07', label: 'always-authenticate', alwaysAuthenticate: true },
];

/** Bytes of UTF-8 on the way to the token, as PKCS#11 has PINs; every signature below shows that they arrive. */
const PIN = 'Pä55wört-€';

let dir: string;
let token: SoftHsmToken;
let host: RunningTokenHost;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'softhsm-signing-'));
  token = await makeSoftHsmToken({ dir: join(dir, 'hsm'), label: 'station', pin: PIN, keys: KEYS });
  host = startTokenHost({
    entries: [
      {
        ...{
          type: 'Hsm',
          id: 'hsm',
          name: 'SoftHSM',
          modulePath: token.modulePath,
          tokenLabel: 'station',
          slotId: null,
        },
        ...{ serial: null, pinSecretName: 'Signing:Hsm:Pin', preferFirstSlotWhenAmbiguous: false },
        maxConcurrentSessions: 4,
      },
    ],
    pinGuardDirectory: join(dir, 'guard'),
    environment: { ...token.environment, SERVICE_SECRET_SIGNING_HSM_PIN: PIN },
  });
});

afterAll(async () => {
  await host.stop();
  rmSync(dir, { recursive: true, force: true });
});

function selectKey(label: string): Promise<SigningKey> {
  const certificate = token.certificates.get(label) ?? new Uint8Array();
  const thumbprint = createHash('sha256').update(certificate).digest('hex');
  return host.directory.selectKey({ tenantId: 'default', providerType: 'Hsm', certificateThumbprint: thumbprint });
}

function hashName(algorithm: SignatureAlgorithm): string {
  return algorithm.hash.replace('-', '').toLowerCase();
}

function sign(key: SigningKey, algorithm: SignatureAlgorithm, dataToBeSigned: Uint8Array): Promise<Uint8Array> {
  const digest = createHash(hashName(algorithm)).update(dataToBeSigned).digest();
  return host.directory.sign({ providerId: key.providerId, keyId: key.keyId, algorithm, dataToBeSigned, digest });
}

/** DER of ECDSA-Sig-Value for the openssl command line. */
function derSignature(value: Uint8Array): Buffer {
  const integer = (bytes: Uint8Array): Buffer => {
    let start = 0;
    while (start < bytes.length - 1 && bytes[start] === 0) start++;
    const magnitude = Buffer.from(bytes.subarray(start));
    const padded = (magnitude[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), magnitude]) : magnitude;
    return Buffer.concat([Buffer.of(2, padded.length), padded]);
  };
  const half = value.length / 2;
  const body = Buffer.concat([integer(value.subarray(0, half)), integer(value.subarray(half))]);
  return Buffer.concat([body.length < 128 ? Buffer.of(0x30, body.length) : Buffer.of(0x30, 0x81, body.length), body]);
}

function verifyWithOpenssl(
  key: SigningKey,
  algorithm: SignatureAlgorithm,
  data: Uint8Array,
  value: Uint8Array,
): string {
  const publicKey = new X509Certificate(key.certificate).publicKey.export({ type: 'spki', format: 'pem' });
  writeFileSync(join(dir, 'key.pem'), publicKey);
  writeFileSync(join(dir, 'data'), data);
  writeFileSync(join(dir, 'signature'), algorithm.scheme === 'ECDSA' ? derSignature(value) : value);
  if (algorithm.scheme === 'EdDSA') {
    const files = ['-inkey', join(dir, 'key.pem'), '-sigfile', join(dir, 'signature'), '-in', join(dir, 'data')];
    const answer = execFileSync('openssl', ['pkeyutl', '-verify', '-pubin', '-rawin', ...files])
      .toString()
      .trim();
    return answer.replace('Signature Verified Successfully', 'Verified OK');
  }
  const pss = ['-sigopt', 'rsa_padding_mode:pss', '-sigopt', 'rsa_pss_saltlen:digest'];
  const options = algorithm.scheme === 'RSASSA-PSS' ? pss : [];
  const files = ['-verify', join(dir, 'key.pem'), ...options, '-signature', join(dir, 'signature'), join(dir, 'data')];
  return execFileSync('openssl', ['dgst', `-${hashName(algorithm)}`, ...files])
    .toString()
    .trim();
}

describe('a SoftHSM token behind a token-host process', () => {
  it.each(KEYS.map(({ label }) => label))('signs with %s in every offered way, as openssl confirms', async (label) => {
    const key = await selectKey(label);
    expect(key.algorithms).toHaveLength(label === 'ed25519' ? 1 : label.startsWith('rsa') ? 6 : 3);
    for (const algorithm of key.algorithms) {
      const data = randomBytes(333);
      const value = await sign(key, algorithm, data);
      expect(verifyWithOpenssl(key, algorithm, data, value)).toBe('Verified OK');
    }
  });

  it('prefers a hash that fits the curve', async () => {
    expect((await selectKey('p-384')).algorithms[0]).toEqual({ scheme: 'ECDSA', hash: 'SHA-384' });
    expect((await selectKey('p-521')).algorithms[0]).toEqual({ scheme: 'ECDSA', hash: 'SHA-512' });
  });

  it('hands the issuer on the token along with the key', async () => {
    const { chain, certificate } = await selectKey('p-256');
    const issuers = chain.map((der) => new X509Certificate(der));
    expect(issuers.map(({ subject }) => subject)).toEqual([expect.stringContaining('Token Lab CA')]);
    expect(issuers.every((issuer) => new X509Certificate(certificate).checkIssued(issuer))).toBe(true);
  });

  it('lists the certificates that can sign and not the issuer', async () => {
    const listed = await host.directory.listCertificates();
    expect(listed.map(({ subject, canSign }) => [/CN=([^,]+)/.exec(subject)?.[1], canSign]).toSorted()).toEqual(
      KEYS.map(({ label }) => [label, true]).toSorted(),
    );
  });

  it('finds a key by a SHA-1 thumbprint as people paste it', async () => {
    const der = token.certificates.get('p-256') ?? new Uint8Array();
    const spaced = createHash('sha1').update(der).digest('hex').replaceAll(/../g, '$&: ');
    const key = await host.directory.selectKey({
      tenantId: 'default',
      providerType: 'Hsm',
      certificateThumbprint: spaced,
    });
    expect(Buffer.from(key.certificate).equals(der)).toBe(true);
  });

  it('refuses to guess between keys, unknown thumbprints and foreign digests', async () => {
    const none = host.directory.selectKey({ tenantId: 'default', providerType: 'Hsm', certificateThumbprint: null });
    await expect(none).rejects.toMatchObject({ code: 'SIGNING_PROVIDER_UNSUPPORTED' });
    const unknown = host.directory.selectKey({
      tenantId: 'default',
      providerType: 'Hsm',
      certificateThumbprint: 'AB'.repeat(32),
    });
    await expect(unknown).rejects.toMatchObject({ code: 'SIGNING_CERTIFICATE_NOT_FOUND' });
    const key = await selectKey('p-256');
    const foreign = host.directory.sign({
      ...{ providerId: key.providerId, keyId: key.keyId, algorithm: { scheme: 'ECDSA', hash: 'SHA-256' } as const },
      ...{ dataToBeSigned: randomBytes(10), digest: randomBytes(32) },
    });
    await expect(foreign).rejects.toMatchObject({ code: 'SIGNING_OPERATION_FAILED', kind: 'permanent' });
  });

  it('logs in anew for each signature of a key that wants it, also when many wait', async () => {
    const key = await selectKey('always-authenticate');
    const algorithm: SignatureAlgorithm = { scheme: 'ECDSA', hash: 'SHA-256' };
    const values = await Promise.all(Array.from({ length: 40 }, () => sign(key, algorithm, randomBytes(50))));
    expect(values.every((value) => value.length === 64)).toBe(true);
  });

  it('signs 200 operations at once over its four sessions', async () => {
    const key = await selectKey('rsa-2048');
    const algorithm: SignatureAlgorithm = { scheme: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
    const values = await Promise.all(Array.from({ length: 200 }, () => sign(key, algorithm, randomBytes(50))));
    expect(new Set(values.map((value) => Buffer.from(value).toString('hex'))).size).toBe(200);
  });

  it('rejects outstanding calls as transient when the process is killed, and signs again after its restart', async () => {
    const key = await selectKey('rsa-4096');
    const algorithm: SignatureAlgorithm = { scheme: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
    const starts = host.pids.length;
    const calls = Array.from({ length: 50 }, () => sign(key, algorithm, randomBytes(50)));
    const settled = Promise.allSettled(calls);
    await Promise.race(calls);
    host.kill();
    const rejected = (await settled).filter((outcome) => outcome.status === 'rejected');
    expect(rejected.length).toBeGreaterThan(0);
    for (const { reason } of rejected) {
      expect(reason).toMatchObject({ code: 'SIGNING_PROVIDER_UNAVAILABLE', kind: 'transient' });
    }
    await expect.poll(() => host.pids.length).toBe(starts + 1);
    const data = randomBytes(50);
    expect(verifyWithOpenssl(key, algorithm, data, await sign(key, algorithm, data))).toBe('Verified OK');
  });
});
