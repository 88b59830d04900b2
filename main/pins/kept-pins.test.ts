import { beforeEach, describe, expect, it } from 'vitest';
import { KeptPins, type SystemVault, type Protection } from './kept-pins.ts';

describe('kept PINs', () => {
  let sealed: Readonly<Record<string, string>>;
  let protection: Protection;
  let kept: KeptPins;
  beforeEach(() => {
    sealed = {};
    protection = 'protected';
    const vault: SystemVault = {
      protection: () => Promise.resolve(protection),
      seal: (text) => Promise.resolve(`sealed ${text}`),
      unseal: (text) => Promise.resolve(text.slice('sealed '.length)),
      read: () => sealed,
      write: (entries) => void (sealed = entries),
    };
    kept = new KeptPins(vault);
  });
  const pin = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text));
  const taken = async (providerId: string): Promise<string | undefined> => {
    const found = await kept.take(providerId);
    return found === undefined ? undefined : Buffer.from(found).toString();
  };

  it('are those of one provider each, and sealed', async () => {
    expect(await kept.keep('card', pin('1234'))).toBe(true);
    expect(await kept.keep('other', pin('pass wörd'))).toBe(true);
    expect(sealed['card']).toBe('sealed 1234');
    expect(await taken('other')).toBe('pass wörd');
    expect(await taken('nobody')).toBeUndefined();
  });

  it('are gone once they were taken, unless they are put back: none is tried twice', async () => {
    await kept.keep('card', pin('1234'));
    expect(await taken('card')).toBe('1234');
    expect([await taken('card'), sealed]).toEqual([undefined, {}]);
  });

  it.each(['unprotected', 'unavailable'] as const)('are neither kept nor read where the store is %s', async (state) => {
    await kept.keep('card', pin('1234'));
    protection = state;
    expect(await kept.keep('other', pin('1234'))).toBe(false);
    expect(await taken('card')).toBeUndefined();
    expect(sealed).toEqual({});
  });

  it('are forgotten together', async () => {
    await kept.keep('card', pin('1234'));
    kept.forgetAll();
    expect(sealed).toEqual({});
  });
});
