import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import type { Told } from '../../service/contract/vocabulary/sentence.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { SeenToken, TokenEntry } from '../../service/providers/token-host/protocol.ts';

/** A slot with a token in it, as the module lists it (texts without their padding). */
export type TokenSlot = Readonly<SeenToken>;

type SlotWishes = Pick<TokenEntry, 'name' | 'tokenLabel' | 'slotId' | 'serial' | 'preferFirstSlotWhenAmbiguous'>;

/**
 * The slot that the entry means. Throws a transient SIGNING_PROVIDER_UNAVAILABLE when no token fits and
 * SIGNING_PROVIDER_UNSUPPORTED when several do and the entry does not say to take the first (the lowest slot number).
 */
export function selectSlot<Slot extends TokenSlot>(slots: readonly Slot[], wishes: SlotWishes): Slot {
  const fitting = slots.filter((slot) => fits(slot, wishes)).toSorted((left, right) => left.slotId - right.slotId);
  const [first] = fitting;
  if (first === undefined) {
    // The empty slot that software modules show is no other token.
    const others = slots.filter(({ isInitialized }) => isInitialized).length;
    throw new StationError('SIGNING_PROVIDER_UNAVAILABLE', missingMessage(others, wishes), {
      kind: 'transient',
      waitReason: others === 0 ? 'TOKEN_ABSENT' : 'OTHER_CARD_PRESENT',
    });
  }
  if (fitting.length === 1 || wishes.preferFirstSlotWhenAmbiguous) return first;
  throw new StationError(
    'SIGNING_PROVIDER_UNSUPPORTED',
    tell('TOKENS_SEVERAL', { count: fitting.length, name: wishes.name }),
    { waitReason: 'TOKEN_AMBIGUOUS' },
  );
}

function fits(slot: TokenSlot, { tokenLabel, slotId, serial }: SlotWishes): boolean {
  // Labels come in whatever form of Unicode the tool wrote that made them.
  if (tokenLabel !== null && slot.label.normalize('NFC') !== tokenLabel.trim().normalize('NFC')) return false;
  if (serial !== null && slot.serial.toUpperCase() !== serial.trim().toUpperCase()) return false;
  if (slotId !== null) return slot.slotId === slotId;
  // Software modules show an empty slot for the next token to be made.
  return slot.isInitialized;
}

function missingMessage(others: number, wishes: SlotWishes): Told {
  const isAnyWished = wishes.tokenLabel !== null || wishes.slotId !== null || wishes.serial !== null;
  return others === 0 || !isAnyWished
    ? tell('TOKEN_NOT_INSERTED', { name: wishes.name })
    : tell('TOKEN_NOT_AMONG', { name: wishes.name, count: others });
}
