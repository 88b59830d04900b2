import { MAX_READY, pacedPublisher } from '../broker/paced-publisher.ts';
import type { Broker, DeadLetters, OutgoingMessage, Publisher } from '../broker/broker.ts';
import type { DirectQueue, ReservedPlace } from '../broker/direct-queue.ts';
import type { AcceptanceQueue } from '../persistence/acceptance-queue.ts';
import type { OutboxStore } from '../persistence/persistence.ts';
import type { Logger } from '../telemetry/logger.ts';
import { createOutboxPublisher } from './outbox-publisher.ts';
import { toOutgoing } from './outgoing-messages.ts';
import { failedHandOff } from './publisher-protocol.ts';
import { failureLog, type StationPublisher } from './station-publisher.ts';

/** The queue of the broker, and who may put messages into it while it writes requests to the same database. */
export interface DirectHandOver {
  readonly queue: DirectQueue;
  /** Messages of requests that are accepted from now on are offered to `queue`. */
  attach(queue: AcceptanceQueue): void;
}

export interface HostPublisherOptions {
  readonly store: OutboxStore;
  readonly broker: Broker;
  /** Undefined where the queue is in another database than the requests. */
  readonly direct: DirectHandOver | undefined;
  /** The broker's dead letters, watched: counted. */
  readonly deadLetters: DeadLetters;
  /** The same publisher, watched: counted, traced. */
  readonly watched: (publisher: Publisher) => Publisher;
  /** Messages are about to lie in the queue, or do so already. Cheap to call often. */
  readonly onWork: () => void;
  readonly now: () => Date;
  readonly logger: Logger;
}

/**
 * The outbox publisher of a station whose broker is embedded: outbox and queue are then in the host itself, and a process
 * in between would ask it for every message and give it back, twice through a link for what is a row copied. Where both
 * are in one database, a request is even accepted with its message in the queue, by one commit; the outbox is for
 * retries, for what a full queue does not take, and for all that comes while a backlog of it waits, which nobody overtakes.
 */
export function startPublisherInHost(options: HostPublisherOptions): StationPublisher {
  const { store, broker, deadLetters, direct, watched, onWork, now, logger } = options;
  const stopping = new AbortController();
  const logFailure = failureLog(logger);
  const publisher = createOutboxPublisher({
    store,
    publisher: told(watched(pacedPublisher(broker, { stopped: stopping.signal })), onWork),
    deadLetters,
    now,
    onFailure: (_error, messages) => logFailure(failedHandOff(messages)),
  });
  direct?.attach({
    take: (message) => {
      if (!direct.queue.hasRoom(MAX_READY)) publisher.fallBehind();
      if (publisher.isBehind()) return undefined;
      return published(toOutgoing(message), direct.queue, (queue) => told(watched(queue), onWork));
    },
  });
  let isWakePending = false;
  const wake = (): void => {
    if (isWakePending) return;
    isWakePending = true;
    setImmediate(() => {
      isWakePending = false;
      publisher.wake();
    });
  };
  wake();
  void broker.depth().then(
    ({ ready }) => {
      // An earlier host has left them.
      if (ready > 0) onWork();
    },
    () => onWork(),
  );
  return {
    supervised: undefined,
    wake,
    async stop() {
      stopping.abort();
      await publisher.stop();
    },
  };
}

/** A place in the queue for the message as whoever watches publishers leaves it, and hears of it when it is kept. */
function published(
  message: OutgoingMessage,
  queue: DirectQueue,
  watched: (publisher: Publisher) => Publisher,
): ReservedPlace | undefined {
  let place: ReservedPlace | undefined;
  const kept = Promise.withResolvers<undefined>();
  const publisher = watched({
    publishJobs: ([watchedMessage = message]) => {
      place = queue.reserve(watchedMessage);
      return kept.promise;
    },
  });
  // Whoever accepts the request hears of a failure himself.
  publisher.publishJobs([message]).catch(() => undefined);
  return (
    place && {
      write: () => place?.write(),
      ended: (isKept) => {
        place?.ended(isKept);
        if (isKept) kept.resolve(undefined);
        else kept.reject(new Error('The request of the message was not accepted.'));
      },
    }
  );
}

/** The same publisher, which says so before it hands messages over: whoever works on them may have to be started. */
function told(publisher: Publisher, onWork: () => void): Publisher {
  return {
    publishJobs(messages) {
      onWork();
      return publisher.publishJobs(messages);
    },
  };
}
