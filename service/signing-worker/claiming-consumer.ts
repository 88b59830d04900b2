import type { Consumer, Delivery } from '../broker/broker.ts';
import { delegatedDelivery } from '../broker/delegated-delivery.ts';
import { TRACEPARENT_HEADER } from '../contract/jobs/job-message.ts';
import type { ClaimArguments, ClaimResult } from '../persistence/persistence.ts';
import { claimOfMessage, type ClaimPorts } from './claim-of-message.ts';
import { parseJobMessage } from './parse-job-message.ts';

export interface ClaimingOptions extends ClaimPorts {
  readonly claim: (claim: ClaimArguments) => Promise<ClaimResult>;
  /** Told of each claim right before its delivery is handed on. */
  readonly onClaimed: (jobId: string, result: ClaimResult) => void;
}

export interface ClaimingConsumer extends Consumer {
  /**
   * The worker is gone: nothing is claimed or handed on any more. Resolves when no claim is under way, so that whoever
   * releases the claims of the worker then finds all of them.
   */
  end(): Promise<void>;
}

/**
 * The same consumer, which claims a job for a worker that has nothing to do before it hands the delivery on: such a worker
 * need not ask. One that is busy asks when it comes to it, since a claim makes a suspect of a job, should the document that the worker
 * is at be its death. Where a claim cannot be made now, and for a message that is none of a job, the worker finds out for itself.
 */
export function claimingConsumer(consumer: Consumer, options: ClaimingOptions): ClaimingConsumer {
  const underWay = new Set<Promise<void>>();
  let held = 0;
  let isOver = false;
  const isWorkerThere = (): boolean => !isOver;
  const claimFor = async (delivery: Delivery): Promise<void> => {
    const message = parseJobMessage(delivery.body);
    if (message === undefined) return;
    const asked = claimOfMessage(options, message, traceparentOf(delivery));
    const result = await options.claim(asked).catch(() => undefined);
    if (result !== undefined && isWorkerThere()) options.onClaimed(message.jobId, result);
  };
  const handOn = async (delivery: Delivery, handler: (delivery: Delivery) => void): Promise<void> => {
    if (!isWorkerThere()) return;
    const isIdle = held === 0;
    held += 1;
    const watched = onceSettled(delivery, () => (held -= 1));
    if (isIdle) await claimFor(watched);
    // What is not handed on is unacknowledged, and given back with the rest.
    if (isWorkerThere()) handler(watched);
  };
  const settled = async (): Promise<void> => {
    await Promise.all(underWay);
  };
  return {
    publishDeadLetter: (message) => consumer.publishDeadLetter(message),
    async consumeJobs(prefetch, handler) {
      const subscription = await consumer.consumeJobs(prefetch, (delivery) => {
        const going = handOn(delivery, handler).finally(() => underWay.delete(going));
        underWay.add(going);
      });
      return {
        async cancel() {
          await subscription.cancel();
          await settled();
        },
      };
    },
    end() {
      isOver = true;
      return settled();
    },
  };
}

/** The same delivery; `settled` hears once that it was acknowledged or given back. */
function onceSettled(delivery: Delivery, settled: () => void): Delivery {
  let isSettled = false;
  const settle = (): void => {
    if (!isSettled) settled();
    isSettled = true;
  };
  return {
    ...delegatedDelivery(delivery),
    acknowledge: () => {
      settle();
      return delivery.acknowledge();
    },
    requeue: () => {
      settle();
      return delivery.requeue();
    },
  };
}

function traceparentOf({ headers }: Delivery): string | null {
  const header = headers[TRACEPARENT_HEADER];
  return typeof header === 'string' ? header : null;
}
