import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildBrokenModule, type BrokenModule } from '../../../e2e/actors/tokens/broken-module.ts';
import { makePfx } from '../../../e2e/actors/tokens/make-pfx.ts';
import { buildMisbehavingModule } from '../../../e2e/actors/tokens/misbehaving-module.ts';
import { startTokenHost } from '../../../e2e/actors/tokens/running-token-host.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../../../e2e/actors/tokens/softhsm.ts';
import { diagnosisText } from '../../use-cases/diagnosis-text.ts';
import { Diagnosis } from '../../contract/http/diagnosis.ts';
import { createForkLauncher } from '../../processes/fork/fork-launcher.ts';
import { tokenHostEnvironment } from '../token-host/environment.ts';
import type { ProviderEntry, TokenEntry } from '../token-host/protocol.ts';
import type { MiddlewareChoice } from './facts.ts';
import { createProcessTokenDoctor } from './process-token-doctor.ts';

const SCRIPT = fileURLToPath(new URL('../../../native/doctor/main.ts', import.meta.url));
const PIN = '90817263';
const SPY = '/usr/lib/x86_64-linux-gnu/pkcs11-spy.so';
const TPM = '/usr/lib/x86_64-linux-gnu/pkcs11/libtpm2_pkcs11.so';
const OPENCRYPTOKI = '/usr/lib/x86_64-linux-gnu/opencryptoki/libopencryptoki.so.0';
const OPENSC = '/usr/lib/x86_64-linux-gnu/opensc-pkcs11.so';

let dir: string;
let token: SoftHsmToken;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'doctor-'));
  const keys = [{ type: 'P-256', id: '01', label: 'signer' }] as const;
  token = await makeSoftHsmToken({ dir: join(dir, 'hsm'), label: 'station', pin: PIN, keys });
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));
afterEach(() => {
  for (const folder of ['guard', 'secrets']) rmSync(join(dir, folder), { recursive: true, force: true });
});

function isSlotDaemonRunning(): boolean {
  return readdirSync('/proc').some(
    (id) => existsSync(`/proc/${id}/comm`) && readFileSync(`/proc/${id}/comm`, 'utf8').trim() === 'pkcsslotd',
  );
}

interface Situation {
  readonly entry?: Partial<TokenEntry>;
  readonly provider?: ProviderEntry;
  readonly middleware?: MiddlewareChoice;
  readonly environment?: Readonly<Record<string, string>>;
  readonly now?: Date;
  readonly triesOtherModules?: boolean;
}

async function examine(situation: Situation = {}): Promise<Diagnosis> {
  const entry = situation.provider ?? { ...ENTRY, modulePath: token.modulePath, ...situation.entry };
  const environment = {
    ...{ PATH: process.env['PATH'], HOME: dir, ...token.environment, SERVICE_SECRET_PIN: PIN },
    ...situation.environment,
  };
  const doctor = createProcessTokenDoctor({
    processes: {
      ...{ launcher: createForkLauncher(), script: SCRIPT, callMilliseconds: 1_500 },
      environment: tokenHostEnvironment(environment, []),
    },
    providers: [{ entry: entry as ProviderEntry, middleware: situation.middleware ?? 'configured' }],
    ...{ environment, secretsDirectory: join(dir, 'secrets'), pinGuardDirectory: join(dir, 'guard') },
    ...{ allowExpiredCertificates: false, triesOtherModules: situation.triesOtherModules ?? false },
    now: () => situation.now ?? new Date(),
  });
  const [first, second] = await Promise.all([doctor.diagnose(entry.id), doctor.diagnose(entry.id)]);
  expect(second).toBe(first);
  const diagnosis = Diagnosis.parse(first);
  const text = JSON.stringify(diagnosis) + diagnosisText(diagnosis);
  for (const secret of [PIN, situation.environment?.['SERVICE_SECRET_PIN'] ?? PIN]) {
    expect(secret.length < 4 || !text.includes(secret)).toBe(true);
  }
  return diagnosis;
}

/** What is wrong, without the notes about other modules of the machine. */
async function codes(situation: Situation = {}): Promise<string[]> {
  const { findings } = await examine(situation);
  return findings.filter(({ severity }) => severity !== 'info' && severity !== 'warning').map(({ code }) => code);
}

const ENTRY: Omit<TokenEntry, 'modulePath'> = {
  ...{ type: 'SmartCard', id: 'token', name: 'Token', tokenLabel: 'station', slotId: null, serial: null },
  ...{ pinSecretName: 'Pin', preferFirstSlotWhenAmbiguous: false },
};

describe('the doctor and a token that works', () => {
  it('shows module, token, flags, mechanisms and certificates, and finds nothing wrong', async () => {
    const diagnosis = await examine();
    expect(diagnosis.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    const [module] = diagnosis.modules;
    expect(module).toMatchObject({ outcome: 'ready', architectures: [process.arch], foundBy: 'configuration' });
    const shown = module?.slots.flatMap((slot) => slot.token ?? []).find(({ label }) => label === 'station');
    expect(shown?.flags).toEqual(expect.arrayContaining(['LOGIN_REQUIRED', 'TOKEN_INITIALIZED']));
    expect(shown?.mechanisms).toEqual(expect.arrayContaining(['CKM_ECDSA', 'CKM_RSA_PKCS_PSS']));
    expect(shown?.certificates.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([expect.stringContaining('signer'), expect.stringContaining('Token Lab CA')]),
    );
    expect(diagnosis.tokens).toMatchObject([{ label: 'station', isWanted: true }, { isWanted: false }]);
    expect(diagnosis.secret).toEqual({ name: 'Pin', state: 'present' });
  });

  it('never logs in', async () => {
    const module = await buildMisbehavingModule(join(dir, 'counted'), token.modulePath);
    expect(await codes({ entry: { modulePath: module.modulePath } })).toEqual([]);
    expect([await module.callCount('C_Login'), await module.callCount('C_Login context')]).toEqual([0, 0]);
    await module.misbehave('sessions 0');
    const { findings } = await examine({ entry: { modulePath: module.modulePath } });
    expect(findings.map(({ code }) => code)).toContain('TOKEN_SESSIONS_EXHAUSTED');
  });
});

describe('the doctor and a module', () => {
  it.each<[BrokenModule, string, string]>([
    ['no-function-list', 'MODULE_NO_FUNCTION_LIST', 'C_GetFunctionList'],
    ['crash-load', 'MODULE_CRASHED', 'crashed in load'],
    ['crash-initialize', 'MODULE_CRASHED', 'crashed in C_Initialize'],
    ['hang-initialize', 'MODULE_HUNG', 'C_Initialize'],
    ['fail-initialize', 'MODULE_INITIALIZE_FAILED', 'CKR_DEVICE_ERROR'],
    ['symbol-missing', 'MODULE_SYSTEM_TOO_OLD', 'nobody_has_this'],
    ['dependency-missing', 'MODULE_DEPENDENCY_MISSING', 'libneeded-by-it.so'],
  ])('that is broken (%s): %s', async (kind, code, words) => {
    const modulePath = await buildBrokenModule(join(dir, 'broken'), kind);
    const { findings } = await examine({ entry: { modulePath } });
    const [found] = findings.filter(({ severity }) => severity === 'error');
    expect(found).toMatchObject({ code, cause: expect.stringContaining(words) as string });
  });

  it('whose file says enough not to load it', async () => {
    const foreign = join(dir, 'foreign.so');
    const bytes = readFileSync(token.modulePath);
    bytes.writeUInt16LE(0x28, 18);
    writeFileSync(foreign, bytes);
    writeFileSync(join(dir, 'readme.so'), 'This is not a library.'.repeat(10));
    const of = (modulePath: string): Promise<string[]> => codes({ entry: { modulePath } });
    expect(await of(foreign)).toEqual(['MODULE_WRONG_ARCHITECTURE']);
    expect(await of(join(dir, 'readme.so'))).toEqual(['MODULE_NOT_A_LIBRARY']);
    expect(await of(dir)).toEqual(['MODULE_IS_DIRECTORY']);
    expect(await of(join(dir, 'gone.so'))).toEqual(['MODULE_MISSING']);
    expect(await of('gone.so')).toEqual(['MODULE_PATH_REFUSED']);
  });

  it('of OpenSC, without a smart card service', async () => {
    const situation = { entry: { modulePath: OPENSC }, environment: { PCSCLITE_CSOCK_NAME: join(dir, 'no-socket') } };
    expect(await codes(situation)).toEqual(['SMART_CARD_SERVICE_NOT_RUNNING']);
  });

  it('that records calls for debugging', async () => {
    const { findings, modules } = await examine({ entry: { modulePath: SPY } });
    expect(findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual([
      'MODULE_RECORDS_PINS',
    ]);
    expect(modules[0]).toMatchObject({ productId: 'pkcs11-spy', foundBy: 'configuration' });
  });

  it('that nobody named: Production loads none, development tries all', async () => {
    const { modules, findings } = await examine({ middleware: 'detection-off' });
    expect(findings[0]).toMatchObject({ code: 'AUTODETECT_OFF_IN_PRODUCTION', severity: 'error' });
    expect(modules.filter(({ outcome }) => outcome === 'ready')).toEqual([]);
    expect(modules.some(({ outcome }) => outcome === 'not-tried')).toBe(true);
    const detected = await examine({ middleware: 'detected', triesOtherModules: true });
    expect(detected.tokens).toMatchObject([{ label: 'station', isWanted: true }, { isWanted: false }]);
    expect(detected.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

describe('the doctor and a module that lacks something', () => {
  const softHsm = (SOFTHSM2_CONF: string) => ({ environment: { SOFTHSM2_CONF } });

  it('SoftHSM without its settings, and without the folder that they name', async () => {
    const conf = join(dir, 'lost.conf');
    const [found] = (await examine(softHsm(conf))).findings;
    expect(found).toMatchObject({ code: 'MODULE_SETTINGS_MISSING', cause: expect.stringContaining(conf) as string });
    writeFileSync(conf, `directories.tokendir = ${join(dir, 'nowhere')}\nobjectstore.backend = file\n`);
    expect(await codes(softHsm(conf))).toEqual(['MODULE_STORE_MISSING']);
  });

  it.skipIf(!existsSync(TPM))('the module of a TPM without its store', async () => {
    const situation = { entry: { modulePath: TPM }, environment: { TPM2_PKCS11_STORE: join(dir, 'no-store') } };
    expect(await codes(situation)).toEqual(['MODULE_STORE_MISSING']);
  });

  it.skipIf(!existsSync(OPENCRYPTOKI) || isSlotDaemonRunning())('openCryptoki without its daemon', async () => {
    expect(await codes({ entry: { modulePath: OPENCRYPTOKI } })).toEqual(['MODULE_DAEMON_NOT_RUNNING']);
  });

  it('one that cannot list its slots, or open a session', async () => {
    const module = await buildMisbehavingModule(join(dir, 'faulty'), token.modulePath);
    await module.misbehave('fail-slots');
    expect(await codes({ entry: { modulePath: module.modulePath } })).toEqual(['MODULE_SLOTS_UNREADABLE']);
    await module.misbehave('fail-session');
    expect(await codes({ entry: { modulePath: module.modulePath } })).toEqual(['TOKEN_UNREADABLE']);
  });
});

describe('the doctor and keys', () => {
  it('that are too weak, gone, or under another id than their certificate', async () => {
    const keys = [
      { type: 'RSA-1024', id: '01', label: 'weak' },
      { type: 'P-256', id: '02', label: 'lost', isKeyLost: true },
      { type: 'P-256', id: '03', label: 'elsewhere', certificateId: '77' },
    ] as const;
    const worn = await makeSoftHsmToken({ dir: join(dir, 'worn'), label: 'Zu\u0308rich', pin: PIN, keys });
    const situation = { entry: { tokenLabel: 'Z\u00fcrich' }, environment: worn.environment };
    const { findings } = await examine(situation);
    const told = findings.filter(({ code }) => /^(KEY|CERTIFICATE|TOKEN_LABEL)_/.test(code));
    expect(new Map(told.map(({ code, cause }) => [/CN=(\w+)/.exec(cause)?.[1], code]))).toEqual(
      new Map([
        ['weak', 'KEY_TOO_WEAK'],
        ['lost', 'CERTIFICATE_WITHOUT_KEY'],
        ['elsewhere', 'CERTIFICATE_ID_MISMATCH'],
      ]),
    );
    const host = startTokenHost({
      entries: [{ ...ENTRY, ...situation.entry, type: 'SmartCard', modulePath: worn.modulePath }],
      pinGuardDirectory: join(dir, 'guard'),
      environment: { ...worn.environment, SERVICE_SECRET_PIN: PIN },
    });
    // A process that has just been started may take longer than a listing waits.
    await expect.poll(async () => (await host.directory.listCertificates()).length).toBe(3);
    const listed = await host.directory.listCertificates();
    await host.stop();
    const canSign = listed.map(({ subject, canSign }) => [/CN=(\w+)/.exec(subject)?.[1], canSign] as const);
    expect(new Map(canSign)).toEqual(
      new Map([
        ['weak', false],
        ['lost', false],
        ['elsewhere', true],
      ]),
    );
  });
});

describe('the doctor and the choice of a token', () => {
  it.each([
    ['TOKEN_LABEL_UNKNOWN', { tokenLabel: 'elsewhere' }],
    ['TOKEN_SERIAL_UNKNOWN', { serial: 'ffff' }],
    ['SLOT_UNKNOWN', { slotId: 4711 }],
  ])('%s', async (code, entry) => {
    expect(await codes({ entry })).toEqual([code]);
  });

  it('finds two that fit, and one that has not been set up', async () => {
    const keys = [{ type: 'P-256', id: '02', label: 'second' }] as const;
    const twin = await makeSoftHsmToken({ dir: join(dir, 'twin'), label: 'station', pin: PIN, keys });
    const conf = readFileSync(twin.environment.SOFTHSM2_CONF, 'utf8');
    const init = ['--init-token', '--free', '--label', 'station', '--so-pin', '12345678', '--pin', PIN];
    await promisify(execFile)('softhsm2-util', init, { env: { ...process.env, ...twin.environment } });
    expect(await codes({ environment: twin.environment })).toEqual(['TOKEN_AMBIGUOUS']);
    mkdirSync(join(dir, 'empty'));
    const empty = join(dir, 'empty.conf');
    writeFileSync(empty, conf.replace(/^directories.tokendir.*$/m, `directories.tokendir = ${join(dir, 'empty')}`));
    expect(await codes({ environment: { SOFTHSM2_CONF: empty } })).toEqual(['TOKEN_NOT_INITIALISED']);
  });

  it.each([
    ['CERTIFICATE_EXPIRED', '2040-01-01'],
    ['CERTIFICATE_NOT_YET_VALID', '2020-01-01'],
  ])('%s', async (code, now) => {
    expect(await codes({ now: new Date(now) })).toEqual([code]);
  });
});

describe('the doctor and secrets', () => {
  it('finds none, one that is no text, and one of the wrong length', async () => {
    const without = { SERVICE_SECRET_PIN: undefined } as unknown as Record<string, string>;
    expect(await codes({ environment: without })).toEqual(['SECRET_NOT_SET']);
    mkdirSync(join(dir, 'secrets'));
    writeFileSync(join(dir, 'secrets', 'SERVICE_SECRET_PIN'), Buffer.of(0xff, 0xfe));
    expect(await codes({ environment: without })).toEqual(['SECRET_UNREADABLE']);
    expect(await codes({ environment: { SERVICE_SECRET_PIN: '1' } })).toEqual(['PIN_LENGTH_WRONG']);
  });

  it('knows a PIN that the token refused, and that a changed one may be tried', async () => {
    const wrong = { SERVICE_SECRET_PIN: '11112222' };
    const host = startTokenHost({
      entries: [{ ...ENTRY, type: 'SmartCard', modulePath: token.modulePath }],
      pinGuardDirectory: join(dir, 'guard'),
      environment: { ...token.environment, ...wrong },
    });
    await host.directory.listCertificates();
    await host.stop();
    // The right PIN, given elsewhere, clears the token's own note: only the station's memory is left.
    await token.login();
    expect(await codes({ environment: wrong })).toEqual(['PIN_LATCHED']);
    expect(await codes()).toEqual([]);
  });

  it('sees that a wrong PIN was given to the token elsewhere', async () => {
    const login = ['--module', token.modulePath, '--token-label', 'station', '--login', '--pin', '00000000', '-O'];
    const environment = { ...process.env, ...token.environment };
    await expect(promisify(execFile)('pkcs11-tool', login, { env: environment })).rejects.toThrow();
    expect(await codes()).toEqual(['PIN_COUNT_LOW']);
    await token.login();
    expect(await codes()).toEqual([]);
  });

  it('sees a blank behind the PIN, and a memory of refused PINs that cannot be read', async () => {
    const { findings } = await examine({ environment: { SERVICE_SECRET_PIN: `${PIN} ` } });
    expect(findings.map(({ code }) => code)).toContain('PIN_HAS_BLANKS');
    const host = startTokenHost({
      entries: [{ ...ENTRY, type: 'SmartCard', modulePath: token.modulePath }],
      pinGuardDirectory: join(dir, 'guard'),
      environment: { ...token.environment, SERVICE_SECRET_PIN: PIN },
    });
    await host.directory.listCertificates();
    await host.stop();
    for (const name of readdirSync(join(dir, 'guard'))) {
      if (name.endsWith('.json')) writeFileSync(join(dir, 'guard', name), '{');
    }
    expect(await codes()).toEqual(['PIN_GUARD_DAMAGED']);
  });

  it('opens key files, which have no tries to lose', async () => {
    const pfx = { type: 'Pfx', id: 'pfx', name: 'File', passwordSecretName: 'Pin', isDemo: false } as const;
    const file = join(dir, 'key.p12');
    const of = (path: string): Promise<string[]> => codes({ provider: { ...pfx, path } });
    expect(await of(file)).toEqual(['KEY_FILE_MISSING']);
    expect(await of(dir)).toEqual(['KEY_FILE_UNREADABLE']);
    writeFileSync(file, '-----BEGIN PRIVATE KEY-----');
    expect(await of(file)).toEqual(['KEY_FILE_NOT_PKCS12']);
    writeFileSync(file, Buffer.from('3082010002010330', 'hex'));
    expect(await of(file)).toEqual(['KEY_FILE_DAMAGED']);
    await makePfx(file, 'another password');
    expect(await of(file)).toEqual(['KEY_FILE_PASSWORD_WRONG']);
    await makePfx(file, PIN);
    expect(await of(file)).toEqual([]);
  });
});
