import { execFileSync } from 'node:child_process';
import { createHash, randomBytes, verify, X509Certificate } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, afterAll } from 'vitest';
import { startTokenHost, type RunningTokenHost } from '../../../e2e/actors/tokens/running-token-host.ts';
import type { SignatureAlgorithm, SigningKey } from '../providers.ts';

const PASSWORD = 'marker-3f9c';

let source: string;
let dir: string;
let host: RunningTokenHost;

function openssl(...args: readonly string[]): void {
  execFileSync('openssl', [...args], { stdio: 'ignore' });
}

function makePfx(name: string, keyArgs: readonly string[], days: number): void {
  const at = (kind: string): string => join(source, `${name}.${kind}`);
  const request = [
    'req',
    '-new',
    ...keyArgs,
    '-nodes',
    '-keyout',
    at('key'),
    '-subj',
    `/CN=${name}`,
    '-out',
    at('csr'),
  ];
  openssl(...request);
  const ca = ['-CA', join(source, 'ca.pem'), '-CAkey', join(source, 'ca.key'), '-CAcreateserial'];
  openssl('x509', '-req', '-in', at('csr'), ...ca, '-days', String(days), '-out', at('pem'));
  const files = ['-inkey', at('key'), '-in', at('pem'), '-certfile', join(source, 'ca.pem')];
  openssl('pkcs12', '-export', ...files, '-passout', `pass:${PASSWORD}`, '-out', at('pfx'));
}

beforeAll(() => {
  source = mkdtempSync(join(tmpdir(), 'pfx-source-'));
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', '-x509', ...key, '-subj', '/CN=CA', '-keyout', join(source, 'ca.key'), '-out', join(source, 'ca.pem'));
  makePfx('rsa', ['-newkey', 'rsa:2048'], 30);
  makePfx('ec', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384'], 30);
  makePfx('brainpool', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:brainpoolP256r1'], 30);
  makePfx('ed', ['-newkey', 'ed25519'], 30);
  makePfx('expired', ['-newkey', 'rsa:2048'], -1);
});

afterAll(() => rmSync(source, { recursive: true, force: true }));

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'pfx-signing-'));
  mkdirSync(join(dir, 'secrets'));
});

afterEach(async () => {
  await host.stop();
  rmSync(dir, { recursive: true, force: true });
});

function configurePassword(password: string): void {
  writeFileSync(join(dir, 'secrets', 'SERVICE_SECRET_PFX_PASSWORD'), password);
}

function start(allowExpiredCertificates = false): void {
  const common = { type: 'Pfx', passwordSecretName: 'Pfx:Password', isDemo: false } as const;
  host = startTokenHost({
    entries: [{ ...common, id: 'pfx', name: 'File', path: join(dir, 'identity.pfx') }],
    pinGuardDirectory: join(dir, 'guard'),
    environment: {},
    configuration: { secretsDirectory: join(dir, 'secrets'), allowExpiredCertificates },
  });
}

function install(name: string): void {
  copyFileSync(join(source, `${name}.pfx`), join(dir, 'new.pfx'));
  renameSync(join(dir, 'new.pfx'), join(dir, 'identity.pfx'));
}

function select(): Promise<SigningKey> {
  return host.directory.selectKey({ tenantId: 'default', providerType: 'Pfx', certificateThumbprint: null });
}

async function signAndVerify(key: SigningKey, algorithm: SignatureAlgorithm): Promise<boolean> {
  const dataToBeSigned = randomBytes(100);
  const name = algorithm.hash.replace('-', '').toLowerCase();
  const digest = createHash(name).update(dataToBeSigned).digest();
  const { providerId, keyId } = key;
  const value = await host.directory.sign({ providerId, keyId, algorithm, dataToBeSigned, digest });
  const publicKey = { key: new X509Certificate(key.certificate).publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const pss = algorithm.scheme === 'RSASSA-PSS' ? { padding: 6, saltLength: -1 } : {};
  return verify(algorithm.scheme === 'EdDSA' ? null : name, dataToBeSigned, { ...publicKey, ...pss }, value);
}

describe('a PFX file behind a token-host process', () => {
  it.each([
    ['rsa', 6],
    ['ec', 3],
    ['brainpool', 3],
    ['ed', 1],
  ] as const)('signs with %s in all %i ways', async (name, ways) => {
    install(name);
    configurePassword(PASSWORD);
    start();
    const key = await select();
    const outcomes: boolean[] = [];
    for (const algorithm of key.algorithms) outcomes.push(await signAndVerify(key, algorithm));
    expect(outcomes).toEqual(Array.from({ length: ways }, () => true));
    expect(key.chain.map((der) => new X509Certificate(der).subject)).toEqual(['CN=CA']);
  });

  it('follows the file: replaced, removed and back', async () => {
    install('rsa');
    configurePassword(PASSWORD);
    start();
    const before = await select();
    install('ec');
    await expect.poll(() => host.events).toContain('tokens-changed');
    const after = await select();
    expect(after.keyId).not.toBe(before.keyId);
    expect(await signAndVerify(after, { scheme: 'ECDSA', hash: 'SHA-384' })).toBe(true);
    rmSync(join(dir, 'identity.pfx'));
    await expect.poll(async () => (await host.directory.providerHealth('pfx'))?.status).toBe('Unavailable');
    await expect.poll(async () => (await host.directory.listCertificates()).length).toBe(0);
  });

  it('tells a wrong or missing password without repeating it, and signs once it is right', async () => {
    install('rsa');
    start();
    await expect(select()).rejects.toMatchObject({ code: 'SIGNING_OPERATION_FAILED', kind: 'permanent' });
    configurePassword('marker-wrong');
    const error = await select().catch((reason: unknown) => String(reason));
    expect(error).toContain('password');
    expect(error).not.toContain('marker-wrong');
    expect(await host.directory.providerHealth('pfx')).toMatchObject({ status: 'Degraded' });
    configurePassword(PASSWORD);
    expect(await signAndVerify(await select(), { scheme: 'RSASSA-PSS', hash: 'SHA-512' })).toBe(true);
  });

  it('does not sign with an expired certificate unless that is allowed', async () => {
    install('expired');
    configurePassword(PASSWORD);
    start();
    await expect(select()).rejects.toMatchObject({ code: 'SIGNING_CERTIFICATE_EXPIRED' });
    expect(await host.directory.listCertificates()).toMatchObject([{ canSign: false }]);
    await host.stop();
    start(true);
    expect(await signAndVerify(await select(), { scheme: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' })).toBe(true);
  });

  it.skipIf(process.platform !== 'linux')('keeps the password out of its environment and arguments', async () => {
    install('rsa');
    configurePassword(PASSWORD);
    start();
    await select();
    const readProcess = (name: string): string => readFileSync(`/proc/${host.pids[0] ?? 0}/${name}`, 'latin1');
    expect(readProcess('environ') + readProcess('cmdline')).not.toContain(PASSWORD);
  });
});
