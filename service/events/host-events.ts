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
]);
export type HostEvent = z.infer<typeof HostEvent>;

export interface HostEvents {
  /** Never waits and never fails; what can't be told is lost. */
  publish(event: HostEvent): void;
  /** Events of other hosts. Listeners must not throw. */
  subscribe(listener: (event: HostEvent) => void): void;
}
