import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildBrokenModule, type BrokenModule } from '../../../e2e/actors/tokens/broken-module.ts';
import { buildMisbehavingModule } from '../../../e2e/actors/tokens/misbehaving-module.ts';
import { takeOpenCryptoki } from '../../../e2e/actors/tokens/middleware/opencryptoki.ts';
import { dir, token, useDoctor, examine, codes } from './doctor-bench.suite.ts';

const SPY = '/usr/lib/x86_64-linux-gnu/pkcs11-spy.so';
const TPM = '/usr/lib/x86_64-linux-gnu/pkcs11/libtpm2_pkcs11.so';
const OPENCRYPTOKI = '/usr/lib/x86_64-linux-gnu/opencryptoki/libopencryptoki.so.0';
const OPENSC = '/usr/lib/x86_64-linux-gnu/opensc-pkcs11.so';

useDoctor();

function isSlotDaemonRunning(): boolean {
  return readdirSync('/proc').some(
    (id) => existsSync(`/proc/${id}/comm`) && readFileSync(`/proc/${id}/comm`, 'utf8').trim() === 'pkcsslotd',
  );
}

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
    const limit = kind === 'hang-initialize' ? { callMilliseconds: 8_000 } : {};
    const { findings } = await examine({ entry: { modulePath }, ...limit });
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

  it.each([
    ['no folder for tokens', 'whatever\n'],
    ['a value that it does not know', 'objectstore.backend = nonsense\n'],
  ])('of SoftHSM, whose settings have %s', async (_what, text) => {
    const file = join(dir, 'spoiled.conf');
    const folder = text.startsWith('objectstore') ? `directories.tokendir = ${dir}\n` : '';
    writeFileSync(file, folder + text);
    const situation = { entry: { tokenLabel: 'station' }, environment: { SOFTHSM2_CONF: file } };
    expect(await codes(situation)).toEqual(['MODULE_SETTINGS_MISSING']);
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
    const situation = {
      entry: { modulePath: TPM },
      environment: { TPM2_PKCS11_TCTI: 'swtpm', TPM2_PKCS11_STORE: join(dir, 'no-store') },
    };
    expect(await codes(situation)).toEqual(['MODULE_STORE_MISSING']);
  });

  // Another test may have it running.
  it.skipIf(!existsSync(OPENCRYPTOKI))('openCryptoki without its daemon', { timeout: 600_000 }, async ({ skip }) => {
    const turn = await takeOpenCryptoki();
    try {
      if (isSlotDaemonRunning()) return skip('This machine runs the daemon.');
      expect(await codes({ entry: { modulePath: OPENCRYPTOKI } })).toEqual(['MODULE_DAEMON_NOT_RUNNING']);
    } finally {
      turn.close();
    }
  });

  it('one that cannot list its slots, open a session or read from its token, or whose token failed its own test', async () => {
    const module = await buildMisbehavingModule(join(dir, 'faulty'), token.modulePath);
    await module.misbehave('fail-slots');
    expect(await codes({ entry: { modulePath: module.modulePath } })).toEqual(['MODULE_SLOTS_UNREADABLE']);
    await module.misbehave('fail-session');
    expect(await codes({ entry: { modulePath: module.modulePath } })).toEqual(['TOKEN_UNREADABLE']);
    await module.misbehave('fail-attributes');
    expect(await codes({ entry: { modulePath: module.modulePath } })).toEqual(['TOKEN_UNREADABLE']);
    await module.misbehave('self-test-failed');
    expect(await codes({ entry: { modulePath: module.modulePath } })).toEqual(['TOKEN_IN_ERROR_STATE']);
  });
});
