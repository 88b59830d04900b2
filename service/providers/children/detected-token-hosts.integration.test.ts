import { createHash, randomBytes, verify, X509Certificate } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMisbehavingModule, type MisbehavingModule } from '../../../e2e/actors/tokens/misbehaving-module.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../../../e2e/actors/tokens/softhsm.ts';
import { createForkLauncher } from '../../processes/fork/fork-launcher.ts';
import { createTokenHostDirectory } from '../configured/token-host-directory.ts';
import { probeModule } from '../diagnosis/doctor-process.ts';
import type { ProviderDirectory, SigningDevice } from '../providers.ts';
import type { TokenEntry } from '../token-host/protocol.ts';
import { createLogger } from '../../telemetry/logger.ts';
import { doctorProcesses } from '../../composition/signing-providers.ts';
import { startTokenHostChildren, type TokenHostChildren } from './token-host-children.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const PIN = '24681357';

let dir: string;
let token: SoftHsmToken;
let modules: [MisbehavingModule, MisbehavingModule];
let children: TokenHostChildren;
let directory: ProviderDirectory & SigningDevice;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'detected-'));
  const keys = [{ type: 'P-256', id: '01', label: 'signer' }] as const;
  token = await makeSoftHsmToken({ dir: join(dir, 'hsm'), label: 'station', pin: PIN, keys });
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Two modules of "makers" before SoftHSM's own, all three with the same token; registered as a user registers them. */
beforeEach(async () => {
  const registrations = join(dir, '.config', 'pkcs11', 'modules');
  mkdirSync(registrations, { recursive: true });
  modules = [
    await buildMisbehavingModule(join(dir, 'one'), token.modulePath),
    await buildMisbehavingModule(join(dir, 'two'), token.modulePath),
  ];
  for (const [index, { modulePath }] of modules.entries()) {
    writeFileSync(join(registrations, `${index}.module`), `module: ${modulePath}\npriority: ${9 - index}\n`);
  }
});
afterEach(async () => {
  await children.stop(2_000);
  for (const folder of ['.config', 'guard']) rmSync(join(dir, folder), { recursive: true, force: true });
  await token.login();
});

function start(entry: Partial<TokenEntry> = {}, pin = PIN): void {
  const environment = {
    ...{ PATH: process.env['PATH'], HOME: dir, ...token.environment, SERVICE_SECRET_PIN: pin },
    PCSCLITE_CSOCK_NAME: join(dir, 'no-socket'),
  };
  const launcher = createForkLauncher();
  const card = {
    ...{ type: 'SmartCard', id: 'card', name: 'Card', modulePath: '/nowhere', tokenLabel: 'station', slotId: null },
    ...{ serial: null, pinSecretName: 'Pin', preferFirstSlotWhenAmbiguous: false, ...entry },
  } as TokenEntry;
  children = startTokenHostChildren({
    launcher,
    entry: at('native/host/main.ts'),
    providers: [{ entry: card, middleware: 'detected' }],
    doctor: doctorProcesses({ launcher, script: at('native/doctor/main.ts'), environment }),
    ...{ allowExpiredCertificates: false, secretsDirectory: join(dir, 'secrets'), environment },
    pinGuardDirectory: join(dir, 'guard'),
    onSpan: () => undefined,
    onTokensChanged: () => undefined,
    logger: createLogger({ level: 'error', clock: () => new Date(), processName: 'test' }),
  });
  directory = createTokenHostDirectory({ hosts: children.places, now: () => new Date() });
}

async function slotOfToken(): Promise<number> {
  const environment = { PATH: process.env['PATH'], ...token.environment };
  const launcher = createForkLauncher();
  const processes = doctorProcesses({ launcher, script: at('native/doctor/main.ts'), environment });
  const { slots } = await probeModule(processes, token.modulePath);
  return slots.find((slot) => slot.token?.label === 'station')?.slotId ?? -1;
}

const status = async (): Promise<string | undefined> => (await directory.providerHealth('card'))?.status;
const allFound = async (): Promise<void> => {
  // The two registered ones, SoftHSM and OpenSC, each in a process of its own.
  await expect.poll(() => children.places.length).toBeGreaterThanOrEqual(4);
  await expect.poll(status).not.toBe('Unavailable');
};

async function sign(): Promise<void> {
  const key = await directory.selectKey({
    tenantId: 'default',
    providerType: 'SmartCard',
    certificateThumbprint: null,
  });
  const dataToBeSigned = randomBytes(40);
  const digest = createHash('sha256').update(dataToBeSigned).digest();
  const algorithm = { scheme: 'ECDSA', hash: 'SHA-256' } as const;
  const value = await directory.sign({ providerId: 'card', keyId: key.keyId, algorithm, dataToBeSigned, digest });
  const { publicKey } = new X509Certificate(token.certificates.get('signer') ?? new Uint8Array());
  expect(verify('sha256', dataToBeSigned, { key: publicKey, dsaEncoding: 'ieee-p1363' }, value)).toBe(true);
}

describe('modules that are detected', () => {
  it('show one provider and one certificate for a token that three of them drive, and sign', async () => {
    start();
    expect(await directory.listProviders()).toMatchObject([
      { id: 'card', status: 'Unavailable', detail: expect.stringContaining('looked for') as string },
    ]);
    await allFound();
    expect(await directory.listProviders()).toMatchObject([{ id: 'card', type: 'SmartCard', status: 'Healthy' }]);
    expect(await directory.listCertificates()).toMatchObject([{ providerId: 'card', canSign: true }]);
    await sign();
    await modules[0].misbehave('removed');
    await sign();
  });

  it('notice a token within two seconds', async () => {
    for (const module of modules) await module.misbehave('removed');
    start({ slotId: (await slotOfToken()) + 70 });
    await expect.poll(() => children.places.length).toBeGreaterThanOrEqual(4);
    await expect.poll(status).toBe('Unavailable');
    expect(await directory.listCertificates()).toEqual([]);
    await modules[1].misbehave('moved 70');
    await expect.poll(async () => (await directory.listCertificates()).length, { interval: 100 }).toBe(1);
    await modules[1].misbehave('removed');
    await expect.poll(status, { interval: 100 }).toBe('Unavailable');
  });

  it('try a wrong PIN once, all together', async () => {
    start({}, '11112222');
    await allFound();
    await Promise.all([directory.listCertificates(), directory.listCertificates(), directory.listCertificates()]);
    await expect(
      directory.selectKey({ tenantId: 'default', providerType: 'SmartCard', certificateThumbprint: null }),
    ).rejects.toMatchObject({
      code: 'SIGNING_OPERATION_FAILED',
    });
    const logins = await Promise.all(modules.map((module) => module.callCount('C_Login')));
    expect(logins).toEqual([1, 0]);
    expect(await status()).toBe('Degraded');
  });
});
