import type { Broker, Publisher } from './broker.ts';

export interface Pace {
  /** Nothing more is handed over while this many messages are ready for a worker. */
  readonly maxReady: number;
  readonly lookMilliseconds: number;
  /** Ends the wait for room: what waits is refused then, and stays in the outbox. */
  readonly stopped?: AbortSignal;
}

/** Two full rounds of the outbox, half a second of the fastest worker. */
export const MAX_READY = 512;
const DEFAULT_PACE: Pace = { maxReady: MAX_READY, lookMilliseconds: 25 };

/**
 * The same publisher, which hands nothing over while enough messages wait for a worker already. For a broker that shares
 * process and disk with the host: a long backlog would otherwise be moved at the cost of what is signed meanwhile. What
 * is not handed over lies in the outbox as safely. A broker that cannot say what waits is asked to take the messages.
 */
export function pacedPublisher(broker: Pick<Broker, 'depth'> & Publisher, pace: Partial<Pace> = {}): Publisher {
  const { maxReady, lookMilliseconds, stopped } = { ...DEFAULT_PACE, ...pace };
  const isFull = async (): Promise<boolean> => {
    const depth = await broker.depth().catch(() => ({ ready: 0 }));
    return depth.ready >= maxReady;
  };
  return {
    async publishJobs(messages) {
      while (await isFull()) {
        stopped?.throwIfAborted();
        await new Promise((resolve) => setTimeout(resolve, lookMilliseconds));
      }
      await broker.publishJobs(messages);
    },
  };
}
