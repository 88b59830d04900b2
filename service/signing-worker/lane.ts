import type { Delivery } from '../broker/broker.ts';
import type { Logger } from '../telemetry/logger.ts';

/** The jobs of one provider: how many of them may be under way at once. */
export interface Lane {
  readonly name: string;
  readonly slots: number;
}

export interface Lanes {
  /** The lane that a message goes in; a rejection lets it go in one of its own. */
  readonly laneOf: (delivery: Delivery) => Promise<Lane>;
  /** Lanes that a slot is kept free for, whatever the others do. */
  readonly served: readonly string[];
  /**
   * Messages that wait here for their lane at most, beside those under way. It is how far a worker sees past the backlog
   * of a slow provider.
   */
  readonly waitingMessages: number;
  /** Where the rest of such a backlog waits instead; null where what lies behind it waits with it. */
  readonly waitingLine: WaitingLine | null;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Jobs in the database that wait for a place in a lane. */
export interface WaitingLine {
  /** Lets the jobs of messages stand in line; answers those that do, whose messages are needed no more. */
  readonly letWait: (deliveries: readonly Delivery[]) => Promise<ReadonlySet<Delivery>>;
  /** A lane may have room for jobs that stand in line. */
  readonly onRoom: () => void;
  /** How many jobs of a lane can be brought now; told anew with each consumer that begins. */
  readonly tellRoom: (roomOf: (lane: string) => number) => void;
}
