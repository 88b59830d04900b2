import type { BrokerSession, Delivery, OutgoingMessage } from './broker.ts';

/** Deliveries to this host's own workers that go over no queue. */
export interface LocalDeliveries {
  /**
   * Hands messages to the workers, as many at a time as they take from the queue, beside those. Answers the keys that
   * are taken now: what waits already or is being worked on is not taken twice. What a worker gives back comes to it
   * again; what it has when it ends is not kept: whoever offers looks again.
   */
  offer(messages: readonly LocalMessage[]): readonly string[];
  /** The same session, whose consumer is given the local messages, too. */
  join(session: BrokerSession): BrokerSession;
}

export interface LocalMessage {
  readonly key: string;
  readonly message: OutgoingMessage;
}

interface WaitingMessage extends LocalMessage {
  /** A worker had it, and gave it back. */
  readonly redelivered?: boolean;
}

const MAX_WAITING = 1_000;

/** `onFree`: everything that was offered is done. */
export function createLocalDeliveries(onFree: () => void): LocalDeliveries {
  const keys = new Set<string>();
  const queue: WaitingMessage[] = [];
  let life: Life | undefined;

  const pump = (): void => {
    while (life !== undefined && life.active.size < life.prefetch) {
      const next = queue.shift();
      if (next === undefined) return;
      deliver(life, next);
    }
  };
  const deliver = (to: Life, { key, message, redelivered = false }: WaitingMessage): void => {
    to.active.add(key);
    let isSettled = false;
    const settle = (isDone: boolean) => (): Promise<void> => {
      const isMine = !isSettled && to.active.delete(key);
      isSettled = true;
      if (isMine && isDone) keys.delete(key);
      // Its job may have ended before the last word on it was said: nobody would offer it again.
      else if (isMine) queue.push({ key, message, redelivered: true });
      pump();
      if (keys.size === 0) onFree();
      return Promise.resolve();
    };
    const answers = { acknowledge: settle(true), requeue: settle(false) };
    to.handler({ ...message, redelivered, isFromDatabase: true, ...answers });
  };
  const end = (ended: Life): void => {
    for (const key of ended.active) keys.delete(key);
    ended.active.clear();
    if (life === ended) life = undefined;
  };
  return {
    offer(messages) {
      const taken = life === undefined ? [] : messages.filter(({ key }) => !keys.has(key));
      const fitting = taken.slice(0, Math.max(0, MAX_WAITING - queue.length));
      for (const each of fitting) keys.add(each.key);
      queue.push(...fitting);
      pump();
      return fitting.map(({ key }) => key);
    },
    join: (session) => joined(session, { begin: (begun) => void (life = begun), pump, end }),
  };
}

interface Life {
  readonly prefetch: number;
  readonly handler: (delivery: Delivery) => void;
  /** Keys of what the workers have. */
  readonly active: Set<string>;
}

interface Place {
  readonly begin: (life: Life) => void;
  readonly pump: () => void;
  readonly end: (life: Life) => void;
}

function joined(session: BrokerSession, place: Place): BrokerSession {
  let life: Life | undefined;
  const leave = (): void => {
    if (life !== undefined) place.end(life);
    life = undefined;
  };
  return {
    async consumeJobs(prefetch, handler) {
      const subscription = await session.consumeJobs(prefetch, handler);
      life = { prefetch, handler, active: new Set() };
      place.begin(life);
      place.pump();
      return {
        cancel: () => {
          leave();
          return subscription.cancel();
        },
      };
    },
    publishDeadLetter: (message) => session.publishDeadLetter(message),
    close: () => {
      leave();
      return session.close();
    },
  };
}
