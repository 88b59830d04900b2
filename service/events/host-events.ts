import { z } from 'zod';
import { StateChange } from '../contract/http/signatures.ts';

/** What hosts that share their servers tell each other. Hints: whoever missed one finds out a little later by itself. */
export const HostEvent = z.discriminatedUnion('kind', [
  /** States of requests were committed. */
  z.object({ kind: z.literal('states'), changes: z.array(StateChange) }),
  /** Tokens came or went, or a station did: its row says which. */
  z.object({ kind: z.literal('stations') }),
  /** A job waits for a key of another station. */
  z.object({ kind: z.literal('parked') }),
  /** Messages were committed to the outbox, and this host has no publisher. */
  z.object({ kind: z.literal('outbox') }),
  /** What was told in the last moments has not come: whoever relies on having heard all reads anew. */
  z.object({ kind: z.literal('missed') }),
]);
export type HostEvent = z.infer<typeof HostEvent>;

export interface HostEvents {
  /** Never waits and never fails; for what can't be told others hear `missed` as soon as they hear anything. */
  publish(event: HostEvent): void;
  /** Events of other hosts, and `missed` where this one could hear none for a while. Listeners must not throw. */
  subscribe(listener: (event: HostEvent) => void): void;
}
