import type { Told } from '../contract/vocabulary/sentence.ts';
import { StationError } from '../domain/station-error.ts';

/** Places for what clients have under way at the same time. */
export interface FairSlots {
  /** Takes one for the client; the answer gives it back. Throws SERVICE_UNAVAILABLE. */
  take(client: string): () => void;
}

/** How many times the slots that are free one client may hold. */
const SHARE = 3;

/**
 * Shares `count` slots: a client may hold three times as many as are free. One alone gets three quarters of them, two
 * get three sevenths each, and whoever comes next always finds some left. `refusal` is said to who gets none.
 */
export function createFairSlots(count: number, refusal: Told): FairSlots {
  const held = new Map<string, number>();
  let taken = 0;
  return {
    take(client) {
      const own = held.get(client) ?? 0;
      if (own >= SHARE * (count - taken)) {
        throw new StationError('SERVICE_UNAVAILABLE', refusal);
      }
      held.set(client, own + 1);
      taken += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        taken -= 1;
        const rest = (held.get(client) ?? 1) - 1;
        if (rest === 0) held.delete(client);
        else held.set(client, rest);
      };
    },
  };
}
