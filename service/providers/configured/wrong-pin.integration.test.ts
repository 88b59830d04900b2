import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTokenHost, type RunningTokenHost } from '../../../e2e/actors/tokens/running-token-host.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../../../e2e/actors/tokens/softhsm.ts';

const SPY_MODULE = ['/usr/lib/x86_64-linux-gnu/pkcs11/pkcs11-spy.so', '/usr/lib/pkcs11/pkcs11-spy.so'].find(existsSync);
const RIGHT_PIN = '86420975';
const WRONG_PIN = '13579086';

let dir: string;
let token: SoftHsmToken;
let host: RunningTokenHost;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'wrong-pin-'));
  mkdirSync(join(dir, 'secrets'));
  token = await makeSoftHsmToken({
    ...{ dir: join(dir, 'hsm'), label: 'station', pin: RIGHT_PIN },
    keys: [{ type: 'P-256', id: '01', label: 'signer' }],
  });
});

afterEach(async () => {
  await host.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** OpenSC's spy stands between station and SoftHSM and writes down each call. */
function start(): void {
  if (SPY_MODULE === undefined) throw new Error('pkcs11-spy.so is missing (Debian package opensc-pkcs11)');
  host = startTokenHost({
    entries: [
      {
        ...{ type: 'SmartCard', id: 'card', name: 'Card', modulePath: SPY_MODULE, tokenLabel: 'station', slotId: null },
        ...{ serial: null, pinSecretName: 'Signing:SmartCard:Pin', preferFirstSlotWhenAmbiguous: false },
      },
    ],
    pinGuardDirectory: join(dir, 'guard'),
    environment: token.environment,
    debugVariables: { PKCS11SPY: token.modulePath, PKCS11SPY_OUTPUT: join(dir, 'spy.log') },
    configuration: { secretsDirectory: join(dir, 'secrets') },
  });
}

function configurePin(pin: string): void {
  writeFileSync(join(dir, 'secrets', 'SERVICE_SECRET_SIGNING_SMARTCARD_PIN'), `${pin}\n`);
}

function loginCount(): number {
  return readFileSync(join(dir, 'spy.log'), 'utf8').match(/: C_Login\b/g)?.length ?? 0;
}

function signOnce(): Promise<Uint8Array> {
  const certificate = token.certificates.get('signer') ?? new Uint8Array();
  const keyId = createHash('sha256').update(certificate).digest('hex').toUpperCase();
  const dataToBeSigned = randomBytes(20);
  const digest = createHash('sha256').update(dataToBeSigned).digest();
  const algorithm = { scheme: 'ECDSA', hash: 'SHA-256' } as const;
  return host.directory.sign({ providerId: 'card', keyId, algorithm, dataToBeSigned, digest });
}

async function useEverything(): Promise<readonly Error[]> {
  const { directory } = host;
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 100 }, signOnce),
    ...Array.from({ length: 20 }, () =>
      directory.selectKey({ tenantId: 'default', providerType: 'SmartCard', certificateThumbprint: null }),
    ),
    ...Array.from({ length: 20 }, () => directory.listCertificates()),
    ...Array.from({ length: 20 }, () => directory.providerHealth('card')),
  ]);
  return outcomes.slice(0, 120).flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []));
}

describe('a wrong PIN', () => {
  it('reaches the token once, whatever is queued, listed, asked and restarted', async () => {
    configurePin(WRONG_PIN);
    start();
    const errors = await useEverything();
    expect(errors).toHaveLength(120);
    for (const error of errors) {
      expect(error).toMatchObject({ code: 'SIGNING_OPERATION_FAILED', kind: 'permanent' });
    }
    expect(loginCount()).toBe(1);
    host.kill();
    await expect.poll(() => host.pids.length).toBe(2);
    await useEverything();
    expect(loginCount()).toBe(1);
    expect(await host.directory.providerHealth('card')).toMatchObject({ status: 'Degraded' });
    const [listed] = await host.directory.listCertificates();
    expect(listed).toMatchObject({ canSign: false });
  });

  it('stays the last one until a person logs in: the token says that tries are low', async () => {
    configurePin(WRONG_PIN);
    start();
    await expect(signOnce()).rejects.toMatchObject({ kind: 'permanent' });
    configurePin(RIGHT_PIN);
    await expect(signOnce()).rejects.toMatchObject({ kind: 'permanent' });
    expect(loginCount()).toBe(1);
    const tool = ['--module', token.modulePath, '--token-label', 'station', '--login', '--pin', RIGHT_PIN, '-O'];
    execFileSync('pkcs11-tool', tool, { env: { ...process.env, ...token.environment }, stdio: 'ignore' });
    expect(await signOnce()).toHaveLength(64);
    expect(loginCount()).toBe(2);
  });

  it('is nowhere in the files and answers of the station', async () => {
    configurePin(WRONG_PIN);
    start();
    const errors = await useEverything();
    const answers = errors.map(String).join() + JSON.stringify(await host.directory.listProviders());
    const guardFiles = readdirSync(join(dir, 'guard')).map((name) => readFileSync(join(dir, 'guard', name), 'latin1'));
    expect(guardFiles.length).toBeGreaterThan(1);
    for (const text of [answers, ...guardFiles]) expect(text).not.toContain(WRONG_PIN);
  });
});

describe('a right PIN', () => {
  it('logs in once for all signatures and is remembered as the one that the token accepted', async () => {
    configurePin(RIGHT_PIN);
    start();
    const values = await Promise.all(Array.from({ length: 30 }, signOnce));
    expect(values.every((value) => value.length === 64)).toBe(true);
    expect(loginCount()).toBe(1);
    const names = readdirSync(join(dir, 'guard')).filter((name) => name.endsWith('.json'));
    const records = names.map((name) => JSON.parse(readFileSync(join(dir, 'guard', name), 'utf8')) as unknown[]);
    // The PIN under each name of the token, and both thumbprints of the certificate that the token showed.
    expect(records.toSorted((one, other) => one.length - other.length)).toMatchObject([
      ...names.slice(1).map(() => [{ state: 'accepted' }]),
      [{ state: 'accepted' }, { state: 'accepted' }],
    ]);
    expect(names.length).toBeGreaterThan(1);
  });

  it('that is set while somebody waits for it is noticed without anyone asking, once', async () => {
    start();
    await expect(signOnce()).rejects.toMatchObject({ area: 'pin', waitReason: 'PIN_MISSING' });
    expect(host.events).toEqual([]);
    configurePin(RIGHT_PIN);
    await expect.poll(() => host.events).toEqual(['tokens-changed']);
    expect(await signOnce()).toHaveLength(64);
    expect(loginCount()).toBe(1);
    // Two looks later nothing more was said.
    await new Promise((resolve) => setTimeout(resolve, 2_200));
    expect(host.events).toEqual(['tokens-changed']);
  });

  it('is not asked for by health, and its absence is said', async () => {
    start();
    expect(await host.directory.providerHealth('card')).toMatchObject({ status: 'Degraded' });
    await expect(signOnce()).rejects.toMatchObject({ code: 'SIGNING_OPERATION_FAILED' });
    configurePin(RIGHT_PIN);
    expect(await host.directory.providerHealth('card')).toMatchObject({ status: 'Healthy', detail: null });
    expect(loginCount()).toBe(0);
  });
});
