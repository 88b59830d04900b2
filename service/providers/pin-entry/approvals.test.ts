import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SigningDevice, SignOperation } from '../providers.ts';
import { Approvals, approvedOnlyDevice } from './approvals.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const operation = (providerId: string, requestId?: string): SignOperation => ({
  ...(requestId === undefined ? {} : { requestId }),
  ...{ providerId, keyId: 'K', algorithm: { scheme: 'ECDSA', hash: 'SHA-256' } },
  ...{ dataToBeSigned: new Uint8Array(1), digest: new Uint8Array(32) },
});
const ASKED = { waitReason: 'PIN_ASKED', area: 'pin' };

function desk(sign: SigningDevice['sign'] = () => Promise.resolve(Uint8Array.of(1))) {
  const over: string[] = [];
  const approvals = new Approvals((providerId) => over.push(providerId));
  const signed: (string | undefined)[] = [];
  const device: SigningDevice = {
    selectKey: () => Promise.reject(new Error('not asked for')),
    sign: (asked) => {
      signed.push(asked.requestId);
      return sign(asked);
    },
  };
  const guarded = approvedOnlyDevice(device, approvals, (providerId) => providerId === 'card');
  return { approvals, guarded, signed, over };
}

describe('what a person approved', () => {
  it('is signed once each, and the PIN is of no use after the last', async () => {
    const { approvals, guarded, signed, over } = desk();
    approvals.approve('card', ['one', 'two']);
    await guarded.sign(operation('card', 'one'));
    expect(over).toEqual([]);
    await expect(guarded.sign(operation('card', 'one'))).rejects.toMatchObject(ASKED);
    await guarded.sign(operation('card', 'two'));
    expect(over).toEqual(['card']);
    expect(signed).toEqual(['one', 'two']);
  });

  it('is all that is signed: another document waits while the card is open, and so does one without a name', async () => {
    const { approvals, guarded, signed } = desk();
    approvals.approve('card', ['one']);
    await expect(guarded.sign(operation('card', 'other'))).rejects.toMatchObject(ASKED);
    await expect(guarded.sign(operation('card'))).rejects.toMatchObject(ASKED);
    approvals.approve('other-card', ['other']);
    await expect(guarded.sign(operation('card', 'other'))).rejects.toMatchObject(ASKED);
    expect(signed).toEqual([]);
  });

  it('stays approved where the token could not sign', async () => {
    let isAway = true;
    const { approvals, guarded, over } = desk(() =>
      isAway ? Promise.reject(new Error('the token is away')) : Promise.resolve(Uint8Array.of(1)),
    );
    approvals.approve('card', ['one']);
    await expect(guarded.sign(operation('card', 'one'))).rejects.toThrow('the token is away');
    isAway = false;
    await guarded.sign(operation('card', 'one'));
    expect(over).toEqual(['card']);
  });

  it('is forgotten after a quarter of an hour', async () => {
    const { approvals, guarded, over } = desk();
    approvals.approve('card', ['one']);
    vi.advanceTimersByTime(15 * 60_000);
    expect(over).toEqual(['card']);
    await expect(guarded.sign(operation('card', 'one'))).rejects.toMatchObject(ASKED);
  });

  it('is forgotten when its own quarter of an hour is over, whatever was approved after it', async () => {
    const { approvals, guarded, over } = desk();
    approvals.approve('card', ['early', 'again']);
    vi.advanceTimersByTime(10 * 60_000);
    approvals.approve('card', ['late', 'again']);
    vi.advanceTimersByTime(5 * 60_000);
    await expect(guarded.sign(operation('card', 'early'))).rejects.toMatchObject(ASKED);
    await guarded.sign(operation('card', 'again'));
    expect(over).toEqual([]);
    vi.advanceTimersByTime(10 * 60_000);
    expect(over).toEqual(['card']);
    await expect(guarded.sign(operation('card', 'late'))).rejects.toMatchObject(ASKED);
  });

  it('ends once when the card is taken out, and not again with its time', () => {
    const { approvals, over } = desk();
    approvals.approve('card', ['one', 'two']);
    approvals.withdraw('card');
    vi.advanceTimersByTime(60 * 60_000);
    expect(over).toEqual(['card']);
  });

  it('is asked of nobody where the PIN is a stored secret', async () => {
    const { guarded, signed } = desk();
    await guarded.sign(operation('hsm'));
    expect(signed).toEqual([undefined]);
  });
});
