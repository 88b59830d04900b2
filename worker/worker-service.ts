import type { Consumer, Delivery, Subscription } from '../service/broker/broker.ts';
import type { DeliveryReport, WorkerSettings } from '../service/signing-worker/worker-protocol.ts';
import { leaveLargeAtRest } from './at-rest.ts';
import { traceparentOf, type DeliveryContext, type DeliveryEvent } from './consumer/delivery-context.ts';
import { processDelivery } from './consumer/process-delivery.ts';

export interface WorkerServiceOptions {
  readonly consumer: Consumer;
  readonly context: (settings: WorkerSettings) => Promise<Omit<DeliveryContext, 'report'>>;
  readonly report: (report: DeliveryReport) => void;
  /** A job goes on for so long that nothing waits for it any more: ends the process, whose claims and messages are given back. */
  readonly giveUp: () => void;
  /** Nothing is left to do, and the process holds more memory than it should: ends it. */
  readonly leave: () => void;
  /** Bytes of memory that the process holds. */
  readonly held?: () => number;
}

/** The worker's life: start to consume, finish what is begun, answer that it is alive. */
export interface WorkerService {
  start(settings: WorkerSettings): Promise<void>;
  stop(): Promise<void>;
  inProgress(): number;
}

/** A host that could not answer a claim is asked again; the message waits this long in the meantime. */
const REQUEUE_DELAY_MILLISECONDS = 1_000;

/**
 * Whatever a job waits for gives up sooner. One that outlasts its lease is nobody's, and its message does not come again
 * while this process has it.
 */
const LONGEST_JOB_MILLISECONDS = 30 * 60_000;

export function createWorkerService(options: WorkerServiceOptions): WorkerService {
  const running = new Set<Promise<void>>();
  let subscription: Subscription | undefined;
  let stopping: Promise<void> | undefined;

  const rest = leaveLargeAtRest(() => void stop().then(options.leave), options.held);

  async function finish(): Promise<void> {
    rest.end();
    await subscription?.cancel();
    await Promise.all(running);
  }

  function stop(): Promise<void> {
    stopping ??= finish();
    return stopping;
  }

  return {
    async start(settings) {
      const context = await options.context(settings);
      subscription = await options.consumer.consumeJobs(settings.concurrency, (delivery) => {
        const endless = setTimeout(
          () => options.giveUp(),
          Math.max(LONGEST_JOB_MILLISECONDS, 2 * settings.leaseMilliseconds),
        );
        endless.unref();
        const work = handle(context, delivery, options.report).finally(() => {
          clearTimeout(endless);
          running.delete(work);
          if (running.size === 0 && stopping === undefined) rest.begin();
        });
        running.add(work);
        rest.end();
      });
    },
    stop,
    inProgress: () => running.size,
  };
}

async function handle(
  context: Omit<DeliveryContext, 'report'>,
  delivery: Delivery,
  report: (report: DeliveryReport) => void,
): Promise<void> {
  const startedAt = performance.now();
  const send = (event: DeliveryEvent): void =>
    report({
      ...withoutFault(event),
      traceparent: traceparentOf(delivery),
      durationMilliseconds: performance.now() - startedAt,
    });
  try {
    await processDelivery({ ...context, report: send }, delivery);
  } catch (fault) {
    // Persistence or broker did not answer: nothing was decided about the message, so it goes back to the queue.
    send({ outcome: 'ignored', messageId: delivery.messageId, reason: 'requeued', fault });
    await new Promise((resolve) => setTimeout(resolve, REQUEUE_DELAY_MILLISECONDS));
    await delivery.requeue().catch(() => undefined);
  }
}

function withoutFault({
  fault,
  ...event
}: DeliveryEvent): Omit<DeliveryReport, 'durationMilliseconds' | 'traceparent'> {
  return fault instanceof Error ? { ...event, fault: describeFault(fault) } : event;
}

/** Name and place of a fault. Its message stays here: texts of parsers quote what they were given. */
function describeFault(fault: Error): string {
  const frames = (fault.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return [fault.name, ...frames.slice(0, 6)].join('\n');
}
