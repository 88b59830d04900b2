import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PinGuard } from './pin-guard.ts';
import { openTryPermits } from '../../service/providers/token-host/try-permits.ts';
import { openPinLatchStore } from './pin-latch-store.ts';
import { holdLocks } from './token-locks.ts';
import {
  answering,
  COUNT_LOW,
  FINAL_TRY,
  guard,
  LOCKED,
  OTHER_PIN,
  PERMANENT,
  PIN,
  remembered,
  rememberInAnEmptyFolder,
  token,
} from './guarded-pins.suite.ts';

rememberInAnEmptyFolder();

describe('other processes', () => {
  it('are let in again, whatever a step of this one ended with', async () => {
    let holders = 0;
    const counted: typeof holdLocks = () => {
      holders += 1;
      return () => (holders -= 1);
    };
    const counting = (): PinGuard => new PinGuard(openPinLatchStore(remembered(), counted));
    const attempt = answering(0xa0);
    expect(() => counting().login(token(), PIN, attempt)).toThrow(PERMANENT);
    await expect(counting().loginAtReader(token(), () => Promise.reject(new Error('gone')))).rejects.toThrow();
    for (const name of readdirSync(remembered()).filter((file) => file.endsWith('.json')))
      writeFileSync(join(remembered(), name), '{');
    expect(() => counting().forgetReaderDialogs(token())).toThrow(PERMANENT);
    expect(holders).toBe(0);
  });
});

describe('a folder in which nothing can be kept', () => {
  const refusing = (code: string): PinGuard =>
    new PinGuard(
      openPinLatchStore(remembered(), () => {
        throw Object.assign(new Error('of the system'), { code });
      }),
    );

  it.each([
    ['ENOSPC', { kind: 'transient', waitReason: null, sentence: { code: 'DISK_FULL' } }],
    ['EROFS', { kind: 'transient', waitReason: 'PROVIDER_UNAVAILABLE', sentence: { code: 'PIN_MEMORY_NOT_KEPT' } }],
  ])('is no fault of the device, and no PIN is tried: %s', (code, told) => {
    const attempt = vi.fn();
    const refusal = expect.objectContaining({
      ...{ code: 'SIGNING_PROVIDER_UNAVAILABLE', area: 'station', ...told },
      sentence: expect.objectContaining(told.sentence) as unknown,
    }) as Error;
    expect(() => refusing(code).login(token(), PIN, attempt)).toThrow(refusal);
    expect(attempt).not.toHaveBeenCalled();
  });

  it('is told of, too, where it is only noted what a token shows', () => {
    const store = openPinLatchStore(remembered(), holdLocks);
    rmSync(remembered(), { recursive: true });
    expect(() => store.remember('token', [])).toThrow(
      expect.objectContaining({ waitReason: 'PROVIDER_UNAVAILABLE' }) as Error,
    );
  });
});

describe('a permit of a person', () => {
  const permitting = (): PinGuard =>
    new PinGuard(openPinLatchStore(remembered(), holdLocks), openTryPermits(remembered()));
  const held = (flags = 0) => ({ ...token(flags), providerId: 'card' });
  beforeEach(() => openTryPermits(remembered()).grant('card'));

  it('allows one more try of a refused PIN, and one only', () => {
    const attempt = vi.fn(answering(0xa0));
    expect(() => guard().login(held(), PIN, attempt)).toThrow(PERMANENT);
    for (let round = 0; round < 3; round++) expect(() => permitting().login(held(), PIN, attempt)).toThrow(PERMANENT);
    expect(attempt).toHaveBeenCalledTimes(2);
  });

  it('allows a try although a wrong PIN was entered before, but neither the last one nor one of a locked token', () => {
    for (const flags of [FINAL_TRY, LOCKED]) {
      expect(() => permitting().login(held(flags), PIN, () => undefined)).toThrow(PERMANENT);
    }
    permitting().login(held(COUNT_LOW), PIN, () => undefined);
    expect(() => permitting().login(held(COUNT_LOW), OTHER_PIN, () => undefined)).toThrow(
      /unlock-guard --provider card/,
    );
  });

  it('is used up by a login that needed none', () => {
    permitting().login(held(), PIN, () => undefined);
    expect(openTryPermits(remembered()).has('card')).toBe(false);
  });

  it('is of no use to another provider, nor a quarter of an hour later', () => {
    expect(openTryPermits(remembered()).has('other')).toBe(false);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 16 * 60_000);
    expect(openTryPermits(remembered()).has('card')).toBe(false);
    expect(openTryPermits(remembered()).take('card')).toBe(false);
  });

  it('is taken by one of two', () => {
    expect([openTryPermits(remembered()).take('card'), openTryPermits(remembered()).take('card')]).toEqual([
      true,
      false,
    ]);
  });
});

describe('a damaged file', () => {
  it.each(['', '{', '[{"state":"refused"}]', '[null]'])('(%s) stops every try, and names itself', (content) => {
    guard().login(token(), PIN, () => undefined);
    const [record = ''] = readdirSync(remembered()).filter((name) => name.endsWith('.json'));
    writeFileSync(join(remembered(), record), content);
    const attempt = vi.fn();
    const unclear = { area: 'pin', waitReason: 'PIN_UNCERTAIN', message: expect.stringContaining(record) as string };
    expect(() => guard().login(token(), PIN, attempt)).toThrow(expect.objectContaining(unclear) as Error);
    expect(attempt).not.toHaveBeenCalled();
  });

  it('is the key of the installation, too', () => {
    writeFileSync(join(remembered(), 'installation.key'), 'short');
    expect(() => guard().refusal(token(), PIN)).toThrow(/installation\.key/);
  });
});

describe('a key of the installation that became another one', () => {
  const garble = (): void => writeFileSync(join(remembered(), 'installation.key'), 'k'.repeat(32));

  it('stops every try, of the PIN that was refused and of any other', () => {
    const attempt = vi.fn(answering(0xa0));
    expect(() => guard().login(token(), PIN, attempt)).toThrow(PERMANENT);
    garble();
    expect(() => guard().login(token(), PIN, attempt)).toThrow(/installation\.key/);
    expect(() => guard().login(token(), '87654321', attempt)).toThrow(/installation\.key/);
    expect(attempt).toHaveBeenCalledOnce();
  });

  it('gives way to a new one when a person has put it and all records away', () => {
    guard().login(token(), PIN, () => undefined);
    garble();
    for (const name of readdirSync(remembered()).filter((each) => !each.endsWith('.sha256'))) {
      rmSync(join(remembered(), name), { recursive: true });
    }
    const attempt = vi.fn();
    guard().login(token(), PIN, attempt);
    guard().login(token(), PIN, attempt);
    expect(attempt).toHaveBeenCalledTimes(2);
  });

  it('is known from the first use on of a key that an earlier version made', () => {
    guard().login(token(), PIN, () => undefined);
    const [hash = ''] = readdirSync(remembered()).filter((name) => name.endsWith('.sha256'));
    rmSync(join(remembered(), hash));
    guard().login(token(), PIN, () => undefined);
    garble();
    expect(() => guard().refusal(token(), PIN)).toThrow(/installation\.key/);
  });
});

describe('a key of the installation that is gone', () => {
  it('stops every try while there is what was remembered under it: the refused PIN would be tried again', () => {
    const attempt = vi.fn(answering(0xa0));
    expect(() => guard().login(token(), PIN, attempt)).toThrow(PERMANENT);
    rmSync(join(remembered(), 'installation.key'));
    const [record = ''] = readdirSync(remembered()).filter((name) => name.endsWith('.json'));
    const unclear = { area: 'pin', waitReason: 'PIN_UNCERTAIN', message: expect.stringContaining(record) as string };
    expect(() => guard().login(token(), PIN, attempt)).toThrow(expect.objectContaining(unclear) as Error);
    expect(attempt).toHaveBeenCalledOnce();
    rmSync(join(remembered(), record));
    expect(() => guard().login(token(), PIN, attempt)).toThrow(PERMANENT);
    expect(attempt, 'a person has looked after it').toHaveBeenCalledTimes(2);
  });
});

describe('the files', () => {
  it('do not contain the PIN, and their names not the serial number', () => {
    expect(() => guard().login(token(0, 'maker|model|4711'), '98127634', answering(0xa0))).toThrow();
    const names = readdirSync(remembered());
    const contents = names.map((name) => readFileSync(join(remembered(), name), 'latin1'));
    expect(names.join() + contents.join()).not.toMatch(/98127634|4711/);
  });

  it('have another fingerprint of the same PIN in another installation', () => {
    const other = mkdtempSync(join(tmpdir(), 'pin-guard-'));
    const fingerprints = [remembered(), other].map((path) =>
      openPinLatchStore(path, holdLocks).fingerprint('token', PIN),
    );
    rmSync(other, { recursive: true });
    expect(new Set(fingerprints).size).toBe(2);
  });

  it('leave no temporary files', () => {
    guard().login(token(), PIN, () => undefined);
    expect(
      readdirSync(remembered()).filter(
        (name) => !/^([0-9a-f]{32}\.(json|lock)|installation\.key(\.sha256)?)$/.test(name),
      ),
    ).toEqual([]);
  });
});
