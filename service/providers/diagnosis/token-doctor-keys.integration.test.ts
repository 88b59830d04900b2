import { execFile } from 'node:child_process';
import { mkdirSync, renameSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { makePfx } from '../../../e2e/actors/tokens/make-pfx.ts';
import { startTokenHost } from '../../../e2e/actors/tokens/running-token-host.ts';
import { makeSoftHsmToken } from '../../../e2e/actors/tokens/softhsm.ts';
import { PIN, dir, token, useDoctor, examine, codes, ENTRY } from './doctor-bench.suite.ts';

useDoctor();

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
    const misplaced = join(dir, 'secrets', 'SERVICE_SECRET_PIN.txt');
    writeFileSync(misplaced, '"12345678"', { mode: 0o600 });
    const [missing] = (await examine({ environment: without })).findings;
    expect(missing?.cure).toContain(`Move the file ${misplaced} to ${join(dir, 'secrets', 'SERVICE_SECRET_PIN')}:`);
    renameSync(misplaced, join(dir, 'secrets', 'SERVICE_SECRET_PIN'));
    const { findings } = await examine({ environment: without });
    expect(findings.map(({ code }) => code)).toContain('PIN_WITH_MORE');
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
