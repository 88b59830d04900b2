import { describe, expect, it } from 'vitest';
import { StationError } from '../../service/domain/station-error.ts';
import { ckrError, ckrOf, isStale, loginOutcome } from './ckr-messages.ts';

const ckr = (code: number): Error => Object.assign(new Error('C_Login(1234)'), { code });

describe('ckrError', () => {
  it.each([0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0x70, 0x68])('0x%s is permanent', (code) => {
    expect(ckrError(ckr(code))).toMatchObject({ code: 'SIGNING_OPERATION_FAILED', kind: 'permanent' });
  });

  it.each([0xe0, 0x32, 0x5, 0xb1, 0x101, 0x80001234, 0x7777])('0x%s is transient', (code) => {
    expect(ckrError(ckr(code))).toMatchObject({ code: 'SIGNING_PROVIDER_UNAVAILABLE', kind: 'transient' });
  });

  it('never repeats the text of the binding, which may quote arguments', () => {
    for (const code of [0xa0, 0x5, 0x7777, 0]) expect(ckrError(ckr(code)).message).not.toContain('1234');
  });

  it('leaves a StationError as it is', () => {
    const error = new StationError('SIGNING_OPERATION_FAILED', 'x');
    expect(ckrError(error)).toBe(error);
    expect(ckrOf(error)).toBeUndefined();
  });
});

describe('isStale', () => {
  it('is true for what a removed token answers and for vendor values, false for refusals', () => {
    expect([0xe0, 0x32, 0xb3, 0x82, 0x5, 0x80001234].every((code) => isStale(ckr(code)))).toBe(true);
    expect([0xa0, 0x70, 0xb1].some((code) => isStale(ckr(code)))).toBe(false);
    expect(isStale(new TypeError('no code'))).toBe(false);
  });
});

describe('loginOutcome', () => {
  it('counts what nobody knows as a possible try', () => {
    expect(loginOutcome(ckr(0x5))).toBe('possibly-tried');
    expect(loginOutcome(ckr(0x80001234))).toBe('possibly-tried');
    expect(loginOutcome(ckr(0xa0))).toBe('refused');
    expect(loginOutcome(ckr(0xe0))).toBe('not-tried');
    expect(loginOutcome(new TypeError('bad argument'))).toBe('not-tried');
  });
});
