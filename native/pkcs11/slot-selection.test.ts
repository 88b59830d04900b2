import { describe, expect, it } from 'vitest';
import { selectSlot, type TokenSlot } from './slot-selection.ts';

const slot = (slotId: number, label: string, serial: string, isInitialized = true): TokenSlot => ({
  ...{ slotId, label, serial, isInitialized },
});
const SLOTS = [slot(7, 'card', 'B2'), slot(3, 'card', 'A1'), slot(9, 'hsm', 'C3'), slot(10, '', '', false)];
const ANY = { name: 'Provider', tokenLabel: null, slotId: null, serial: null, preferFirstSlotWhenAmbiguous: false };

describe('selectSlot', () => {
  it.each([
    [{ tokenLabel: 'hsm' }, 9],
    [{ tokenLabel: ' hsm ' }, 9],
    [{ serial: 'a1' }, 3],
    [{ slotId: 7 }, 7],
    [{ slotId: 10 }, 10],
    [{ tokenLabel: 'card', serial: 'B2' }, 7],
  ])('finds %j', (wishes, expected) => {
    expect(selectSlot(SLOTS, { ...ANY, ...wishes }).slotId).toBe(expected);
  });

  it('takes the only initialised token when nothing is said', () => {
    expect(selectSlot([slot(1, 'x', '1'), slot(2, '', '', false)], ANY).slotId).toBe(1);
  });

  it('refuses to guess between several, unless told to take the first', () => {
    const ambiguous = { ...ANY, tokenLabel: 'card' };
    expect(() => selectSlot(SLOTS, ambiguous)).toThrow(
      expect.objectContaining({ code: 'SIGNING_PROVIDER_UNSUPPORTED', kind: 'permanent' }) as Error,
    );
    expect(selectSlot(SLOTS, { ...ambiguous, preferFirstSlotWhenAmbiguous: true }).slotId).toBe(3);
  });

  it('takes the empty slot of a software module for no other token', () => {
    const waits = (slots: readonly TokenSlot[], waitReason: string): void =>
      expect(() => selectSlot(slots, { ...ANY, tokenLabel: 'gone' })).toThrow(
        expect.objectContaining({ waitReason }) as Error,
      );
    waits([slot(10, '', '', false)], 'TOKEN_ABSENT');
    waits([slot(3, 'card', 'A1'), slot(10, '', '', false)], 'OTHER_CARD_PRESENT');
  });

  it.each([{ tokenLabel: 'gone' }, { serial: 'Z9' }, { slotId: 4 }, { tokenLabel: 'hsm', serial: 'A1' }])(
    'waits for a token that is not there: %j',
    (wishes) => {
      expect(() => selectSlot(SLOTS, { ...ANY, ...wishes })).toThrow(
        expect.objectContaining({ code: 'SIGNING_PROVIDER_UNAVAILABLE', kind: 'transient' }) as Error,
      );
    },
  );
});
