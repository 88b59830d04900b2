import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMisbehavingModule, type MisbehavingModule } from '../../../e2e/actors/tokens/misbehaving-module.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../../../e2e/actors/tokens/softhsm.ts';
import { doctorProcesses } from '../../composition/signing-providers.ts';
import { createForkLauncher } from '../../processes/fork/fork-launcher.ts';
import { createLogger } from '../../telemetry/logger.ts';
import { createTokenHostDirectory } from '../configured/token-host-directory.ts';
import type { TokenEntry } from '../token-host/protocol.ts';
import { startTokenHostChildren, type TokenHostChildren } from './token-host-children.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const PIN = '24681357';
const PATIENCE = { timeout: 60_000, interval: 200 };

let dir: string;
type Label = 'desk' | 'server' | 'person';
/** Three cards of one module, which shows one that was gone only after it was initialised anew; two PINs are configured. */
let tokens: Readonly<Record<Label, SoftHsmToken>>;
let module: MisbehavingModule;
let children: TokenHostChildren;
let directory: ReturnType<typeof createTokenHostDirectory>;
let folderOfDesk: string;

function entry(label: Label): TokenEntry {
  return {
    ...{ type: 'SmartCard', id: label, name: label, modulePath: module.modulePath, tokenLabel: label, slotId: null },
    ...{ serial: null, preferFirstSlotWhenAmbiguous: false },
    ...(label === 'person' ? { pinSecretName: null, pinFrom: 'person' } : { pinSecretName: 'Pin' }),
  };
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'fresh-look-'));
  const make = (label: Label) =>
    makeSoftHsmToken({ dir: join(dir, 'hsm'), label, pin: PIN, keys: [{ type: 'P-256', id: '01', label }] });
  const desk = await make('desk');
  const [folder = ''] = readdirSync(join(dir, 'hsm', 'tokens'));
  folderOfDesk = join(dir, 'hsm', 'tokens', folder);
  tokens = { desk, server: await make('server'), person: await make('person') };
  module = await buildMisbehavingModule(join(dir, 'module'), desk.modulePath);
  const environment = {
    ...{ PATH: process.env['PATH'], HOME: dir, ...desk.environment, SERVICE_SECRET_PIN: PIN },
  };
  const launcher = createForkLauncher();
  children = startTokenHostChildren({
    launcher,
    entry: at('native/host/main.ts'),
    providers: [
      { entry: entry('desk'), middleware: 'configured' },
      { entry: entry('server'), middleware: 'configured' },
      { entry: entry('person'), middleware: 'configured' },
    ],
    doctor: doctorProcesses({ launcher, script: at('native/doctor/main.ts'), environment }),
    ...{ allowExpiredCertificates: false, secretsDirectory: join(dir, 'secrets'), environment },
    pinGuardDirectory: join(dir, 'guard'),
    onSpan: () => undefined,
    onTokensChanged: () => undefined,
    logger: createLogger({ level: 'error', clock: () => new Date(), processName: 'test' }),
  });
  directory = createTokenHostDirectory({ hosts: children.places, now: () => new Date(), patienceMilliseconds: 60_000 });
});

afterAll(async () => {
  await children.stop(2_000);
  await module.remove();
  rmSync(dir, { recursive: true, force: true });
});

async function sign(label: Label): Promise<Uint8Array> {
  const certificate = tokens[label].certificates.get(label) ?? new Uint8Array();
  const certificateThumbprint = createHash('sha256').update(certificate).digest('hex');
  const { keyId } = await directory.selectKey({
    tenantId: 'default',
    providerType: 'SmartCard',
    certificateThumbprint,
  });
  const dataToBeSigned = randomBytes(20);
  const digest = createHash('sha256').update(dataToBeSigned).digest();
  const algorithm = { scheme: 'ECDSA', hash: 'SHA-256' } as const;
  return directory.sign({ providerId: label, keyId, algorithm, dataToBeSigned, digest });
}

const pids = (): (number | null)[] => children.supervised().map((child) => child.report().pid);
const goAway = (): void => renameSync(folderOfDesk, join(dir, 'away'));
const comeBack = (): void => renameSync(join(dir, 'away'), folderOfDesk);

it('finds a token that is back by a fresh process, where the one that runs cannot see it and is logged in to another, when nothing is being signed', async () => {
  await expect.poll(() => sign('desk').catch(() => null), PATIENCE).toHaveLength(64);
  expect(await sign('server')).toHaveLength(64);
  const before = pids();
  goAway();
  await expect(sign('desk')).rejects.toMatchObject({ kind: 'transient', waitReason: 'OTHER_CARD_PRESENT' });
  expect(await sign('server')).toHaveLength(64);
  // Time enough for a fresh look, which sees no more than the process that runs.
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  expect(pids()).toEqual(before);

  comeBack();
  await module.misbehave('slow-hsm 8000');
  const underWay = sign('server');
  await expect(sign('desk')).rejects.toMatchObject({ kind: 'transient', waitReason: 'OTHER_CARD_PRESENT' });
  expect(await underWay).toHaveLength(64);
  await module.misbehave('none');
  await expect.poll(() => sign('desk').catch(() => null), PATIENCE).toHaveLength(64);
  expect(await sign('server')).toHaveLength(64);
  expect(pids()).not.toEqual(before);
});

it('finds it while a person is logged in to another card of the module, and leaves that login as it is', async () => {
  const thumbprint = createHash('sha256')
    .update(tokens.person.certificates.get('person') ?? '')
    .digest('hex');
  await expect.poll(() => sign('desk').catch(() => null), PATIENCE).toHaveLength(64);
  const entered = { pin: Buffer.from(PIN), thumbprint: thumbprint.toUpperCase(), isConfirmed: false };
  expect(await directory.enterPin('person', entered)).toBeNull();
  expect(await sign('person')).toHaveLength(64);
  goAway();
  await expect(sign('desk')).rejects.toMatchObject({ kind: 'transient', waitReason: 'OTHER_CARD_PRESENT' });
  comeBack();
  await expect.poll(() => sign('desk').catch(() => null), PATIENCE).toHaveLength(64);
  expect(await sign('person')).toHaveLength(64);
});
