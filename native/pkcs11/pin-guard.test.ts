import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { guardedTokenId, tokenAliases } from './guarded-token.ts';
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

const PROTECTED_PATH = 0x100;
const TRANSIENT = expect.objectContaining({ code: 'SIGNING_PROVIDER_UNAVAILABLE', kind: 'transient' }) as Error;

describe('a PIN that the token refuses', () => {
  it.each([0xa0, 0xa1, 0xa2, 0xa3, 0xa4])('is not tried again, even after a restart (0x%s)', (code) => {
    const attempt = vi.fn(answering(code));
    expect(() => guard().login(token(), PIN, attempt)).toThrow(PERMANENT);
    expect(() => guard().login(token(), PIN, attempt)).toThrow(PERMANENT);
    expect(attempt).toHaveBeenCalledTimes(1);
  });

  it('does not stop another PIN or another token', () => {
    expect(() => guard().login(token(), PIN, answering(0xa0))).toThrow();
    const attempt = vi.fn();
    guard().login(token(0, 'maker|model|other'), PIN, attempt);
    guard().login(token(), OTHER_PIN, attempt);
    expect(attempt).toHaveBeenCalledTimes(2);
  });

  it('is remembered when values alternate', () => {
    const attempt = vi.fn(answering(0xa0));
    for (const pin of [PIN, OTHER_PIN, PIN, OTHER_PIN, PIN]) {
      expect(() => guard().login(token(), pin, attempt)).toThrow(PERMANENT);
    }
    expect(attempt).toHaveBeenCalledTimes(2);
  });

  it('stays refused when another one is accepted, however often', () => {
    expect(() => guard().login(token(), PIN, answering(0xa0))).toThrow();
    for (let round = 0; round < 3; round++) {
      guard().login(token(), OTHER_PIN, () => undefined);
      expect(guard().refusal(token(), PIN)).toMatchObject({ waitReason: 'PIN_REFUSED', area: 'pin' });
    }
  });

  it('stays refused when the token was logged in already and did not look at the PIN', () => {
    expect(() => guard().login(token(), PIN, answering(0xa0))).toThrow();
    expect(() => guard().login(token(), OTHER_PIN, answering(0x100))).toThrow(TRANSIENT);
    expect(guard().refusal(token(), PIN)).toEqual(PERMANENT);
  });

  it.each([
    [0xa0, 'PIN_REFUSED'],
    [0xa3, 'PIN_TO_BE_CHANGED'],
    [0xa4, 'PIN_LOCKED'],
  ])('0x%s: is waited for as %s afterwards', (code, waitReason) => {
    expect(() => guard().login(token(), PIN, answering(code))).toThrow(PERMANENT);
    expect(guard().refusal(token(), PIN)).toMatchObject({ area: 'pin', waitReason });
  });
});

describe('wrong PINs of several providers', () => {
  const [THIRD_PIN, ACCEPTED_PIN] = ['3333', '4444'];
  const refuse = (pin: string): void => expect(() => guard().login(token(), pin, answering(0xa0))).toThrow(PERMANENT);

  it('do not take the third try of a token that says nothing of them: that one is a person’s', () => {
    refuse(PIN);
    expect(guard().refusal(token(), OTHER_PIN)).toBeNull();
    refuse(OTHER_PIN);
    const attempt = vi.fn();
    expect(() => guard().login(token(), THIRD_PIN, attempt)).toThrow(/wrong PIN was entered before/);
    expect(attempt).not.toHaveBeenCalled();
    expect(guard().refusal(token(), THIRD_PIN)).toMatchObject({ waitReason: 'PIN_TRIES_LOW' });
    expect(guard().refusal(token(0, 'another token'), THIRD_PIN)).toBeNull();
  });

  it('do not hold up the PIN that the token accepted last, which gives all tries back', () => {
    guard().login(token(), ACCEPTED_PIN, () => undefined);
    refuse(PIN);
    refuse(OTHER_PIN);
    guard().login(token(COUNT_LOW), ACCEPTED_PIN, () => undefined);
    expect(guard().refusal(token(), THIRD_PIN)).toBeNull();
    expect(guard().refusal(token(COUNT_LOW), THIRD_PIN)).toMatchObject({ waitReason: 'PIN_TRIES_LOW' });
    expect(guard().refusal(token(FINAL_TRY), ACCEPTED_PIN)).toEqual(PERMANENT);
    for (const pin of [PIN, OTHER_PIN]) expect(guard().refusal(token(), pin)).toEqual(PERMANENT);
  });

  it('count through all modules that show the token', () => {
    const by = (module: string) => ({ ...token(0, module), module, aliases: ['serial|4711AB'] });
    expect(() => guard().login(by('/a.so'), PIN, answering(0xa0))).toThrow(PERMANENT);
    expect(() => guard().login(by('/a.so'), OTHER_PIN, answering(0xa0))).toThrow(PERMANENT);
    expect(guard().refusal(by('/b.so'), THIRD_PIN)).toMatchObject({ waitReason: 'PIN_TRIES_LOW' });
  });
});

describe('the PIN of a provider', () => {
  const held = (tokenId: string) => ({ ...token(0, tokenId), providerId: 'card' });

  it('is meant for the token that accepted it, and for another one when a person says so', () => {
    expect(guard().isMeantForAnother(held('own'), PIN)).toBe(false);
    guard().login(held('own'), PIN, () => undefined);
    expect(guard().isMeantForAnother(held('own'), PIN)).toBe(false);
    expect(guard().isMeantForAnother(held('colleague'), PIN)).toBe(true);
    expect(guard().isMeantForAnother(held('colleague'), OTHER_PIN)).toBe(false);
    expect(guard().isMeantForAnother({ ...held('colleague'), providerId: 'second' }, PIN)).toBe(false);
    openTryPermits(remembered()).grant('card');
    const permitting = new PinGuard(openPinLatchStore(remembered(), holdLocks), openTryPermits(remembered()));
    expect(permitting.isMeantForAnother(held('colleague'), PIN)).toBe(false);
  });
});

describe('a token that two modules show to one provider', () => {
  const through = (maker: string, serial: string, ...certificates: string[]) => ({
    ...token(0, `${maker}|model|${serial}`),
    module: `/${maker}.so`,
    aliases: tokenAliases('detected|card', serial, certificates),
  });

  it.each([
    ['its serial number', through('A', 's1'), through('B', 'S1')],
    ['a certificate', through('A', '1', 'C1', 'C2'), through('B', '0001', 'C2')],
    ['a certificate, where a module gives no serial number', through('A', '1', 'C1'), through('B', '', 'C1')],
  ])('is known by %s: the PIN is tried once', (_, first, second) => {
    const attempt = vi.fn(answering(0xa0));
    expect(() => guard().login(first, PIN, attempt)).toThrow(PERMANENT);
    expect(() => guard().login(second, PIN, attempt)).toThrow(PERMANENT);
    expect(attempt).toHaveBeenCalledTimes(1);
    guard().login(second, OTHER_PIN, () => undefined);
    expect(() => guard().login(second, PIN, attempt)).toThrow(PERMANENT);
  });

  it('is the one that the PIN opened, through whichever', () => {
    const held = (token: ReturnType<typeof through>) => ({ ...token, providerId: 'card' });
    guard().login(held(through('A', '1', 'C1')), PIN, () => undefined);
    expect(guard().isMeantForAnother(held(through('B', '0001', 'C1')), PIN)).toBe(false);
    expect(guard().isMeantForAnother(held(through('B', '0002', 'C2')), PIN)).toBe(true);
  });

  it('is not taken for another one', () => {
    expect(() => guard().login(through('A', '1', 'C1'), PIN, answering(0xa0))).toThrow(PERMANENT);
    expect(guard().refusal(through('B', '2', 'C2'), PIN)).toBeNull();
    expect(guard().refusal(through('B', ''), PIN)).toBeNull();
  });
});

describe('tokens of one serial number', () => {
  it('are told apart by their labels: the right PIN of one does not make a refused one of another be forgotten', () => {
    const pinOf = (label: string) => ({
      ...token(0, guardedTokenId({ manufacturer: 'M', model: 'C', serial: '000', label })),
      aliases: tokenAliases('detected|card', '000', []),
    });
    expect(() => guard().login(pinOf('Card (Signature PIN)'), PIN, answering(0xa0))).toThrow(PERMANENT);
    guard().login(pinOf('Card (PIN)'), PIN, () => undefined);
    expect(guard().refusal(pinOf('Card (Signature PIN)'), PIN)).toEqual(PERMANENT);
  });
});

describe('one module that shows two tokens of one serial number', () => {
  it('keeps what it knows of one apart from the other', () => {
    const slot = (label: string) => ({
      ...token(0, `M|C|4711AB|${label}`),
      ...{ module: '/a.so', aliases: tokenAliases(undefined, '4711AB', []) },
    });
    expect(() => guard().login(slot('PIN 2'), PIN, answering(0xa0))).toThrow(PERMANENT);
    guard().login(slot('PIN 1'), PIN, () => undefined);
    expect(guard().refusal(slot('PIN 2'), PIN)).toEqual(PERMANENT);
  });

  it.each(['', '0', '123', '000000000000', '1111111'])('a serial number such as "%s" names no token', (serial) => {
    expect(tokenAliases(undefined, serial, [])).toEqual([]);
  });
});

describe('an attempt', () => {
  it('is on disk before the module sees the PIN', () => {
    guard().login(token(), PIN, () => {
      const [record] = readdirSync(remembered()).filter((name) => name.endsWith('.json'));
      expect(readFileSync(join(remembered(), record ?? ''), 'utf8')).toContain('trying');
    });
  });

  it.each([0x5, 0x30, 0x80000001])('with unknown outcome 0x%s is repeated once', (code) => {
    const attempt = vi.fn(answering(code));
    for (let round = 0; round < 2; round++) expect(() => guard().login(token(), PIN, attempt)).toThrow(TRANSIENT);
    expect(() => guard().login(token(), PIN, attempt)).toThrow(PERMANENT);
    expect(attempt).toHaveBeenCalledTimes(2);
  });

  it.each([0xe0, 0xb3, 0x190])('that never reached the token (0x%s) does not count', (code) => {
    for (let round = 0; round < 5; round++) {
      expect(() => guard().login(token(), PIN, answering(code))).toThrow(TRANSIENT);
    }
    expect(guard().refusal(token(), PIN)).toBeNull();
  });

  it('that never reached the token keeps what was known before', () => {
    expect(() => guard().login(token(), PIN, answering(0x5))).toThrow();
    expect(() => guard().login(token(), PIN, answering(0xe0))).toThrow();
    expect(() => guard().login(token(), PIN, answering(0x5))).toThrow(TRANSIENT);
    expect(guard().refusal(token(), PIN)).toEqual(PERMANENT);
  });

  it('that succeeded leaves nothing in the way', () => {
    for (let round = 0; round < 5; round++) guard().login(token(), PIN, () => undefined);
    expect(guard().refusal(token(), PIN)).toBeNull();
  });

  it('that broke off is told apart from a refusal, and one that succeeds after it begins anew', () => {
    const breaking = answering(0x5);
    for (let round = 0; round < 2; round++) expect(() => guard().login(token(), PIN, breaking)).toThrow(TRANSIENT);
    expect(guard().refusal(token(), PIN)).toMatchObject({ waitReason: 'PIN_UNCERTAIN' });
    openTryPermits(remembered()).grant('card');
    const permitted = { ...token(), providerId: 'card' };
    new PinGuard(openPinLatchStore(remembered(), holdLocks), openTryPermits(remembered())).login(
      permitted,
      PIN,
      () => undefined,
    );
    expect(() => guard().login(token(), PIN, breaking)).toThrow(TRANSIENT);
    expect(guard().refusal(token(), PIN)).toBeNull();
  });

  it('that breaks off again when a person permitted it waits for a person again', () => {
    const permitting = new PinGuard(openPinLatchStore(remembered(), holdLocks), openTryPermits(remembered()));
    const attempt = vi.fn(answering(0x5));
    const permitted = { ...token(), providerId: 'card' };
    for (let round = 0; round < 2; round++) expect(() => permitting.login(permitted, PIN, attempt)).toThrow(TRANSIENT);
    openTryPermits(remembered()).grant('card');
    expect(() => permitting.login(permitted, PIN, attempt)).toThrow(TRANSIENT);
    expect(() => permitting.login(permitted, PIN, attempt)).toThrow(PERMANENT);
    expect(attempt).toHaveBeenCalledTimes(3);
  });
});

describe('flags of the token', () => {
  it.each([COUNT_LOW, FINAL_TRY, LOCKED, PROTECTED_PATH, COUNT_LOW | FINAL_TRY])('forbid a login (0x%s)', (flags) => {
    const attempt = vi.fn();
    expect(() => guard().login(token(flags), PIN, attempt)).toThrow(PERMANENT);
    expect(attempt).not.toHaveBeenCalled();
  });

  it('of other meaning do not', () => {
    guard().login(token(0x40d), PIN, () => undefined);
  });
});

describe('the length of a PIN', () => {
  const takes = (min: number, max: number) => ({ ...token(), pinLength: { min, max } });

  it.each([
    ['too short', takes(5, 8), '1234'],
    ['too long', takes(4, 8), '123456789'],
    ['too long in bytes of UTF-8', takes(4, 8), 'ÄÖÜß€'],
  ])('that is %s is refused before the token sees it', (_, tokenOf, pin) => {
    const attempt = vi.fn();
    expect(() => guard().login(tokenOf, pin, attempt)).toThrow(PERMANENT);
    expect(attempt).not.toHaveBeenCalled();
  });

  it.each([
    ['has a shortest length', takes(4, 8)],
    ['names none', token()],
    ['says 0', takes(0, 0)],
  ])('of which nothing was written down is said to be empty, and costs no try, where the token %s', (_, tokenOf) => {
    const attempt = vi.fn();
    const told = { waitReason: 'PIN_MISSING', sentence: { code: 'PIN_EMPTY', parameters: {} } };
    expect(() => guard().login(tokenOf, '', attempt)).toThrow(expect.objectContaining(told) as Error);
    expect(attempt).not.toHaveBeenCalled();
  });

  it.each([
    ['0 for both', takes(0, 0)],
    ['CK_UNAVAILABLE_INFORMATION of 8 bytes', takes(4, 2 ** 64)],
    ['CK_UNAVAILABLE_INFORMATION of 4 bytes', takes(0xffff_ffff, 0xffff_ffff)],
    ['a longest shorter than the shortest', takes(4, 2)],
    ['exactly this length', takes(5, 5)],
  ])('is not judged by %s', (_, tokenOf) => {
    const attempt = vi.fn();
    guard().login(tokenOf, '12345', attempt);
    expect(attempt).toHaveBeenCalledTimes(1);
  });
});
