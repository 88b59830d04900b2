import { pacedPublisher } from '../broker/paced-publisher.ts';
import type { Broker, Publisher } from '../broker/broker.ts';
import type { OutboxStore } from '../persistence/persistence.ts';
import type { Logger } from '../telemetry/logger.ts';
import { createOutboxPublisher } from './outbox-publisher.ts';
import { failedHandOff } from './publisher-protocol.ts';
import { logFailedHandOff, type StationPublisher } from './station-publisher.ts';

export interface HostPublisherOptions {
  readonly store: OutboxStore;
  readonly broker: Broker;
  /** The same publisher, watched: counted, traced. */
  readonly watched: (publisher: Publisher) => Publisher;
  /** Messages are about to lie in the queue, or do so already. Cheap to call often. */
  readonly onWork: () => void;
  readonly now: () => Date;
  readonly logger: Logger;
}

/**
 * The outbox publisher of a station whose broker is embedded: outbox and queue are then in the host itself, and a process
 * in between would ask it for every message and give it back, twice through a link for what is a row copied.
 */
export function startPublisherInHost(options: HostPublisherOptions): StationPublisher {
  const { store, broker, watched, onWork, now, logger } = options;
  const stopping = new AbortController();
  const publisher = createOutboxPublisher({
    store,
    publisher: told(watched(pacedPublisher(broker, { stopped: stopping.signal })), onWork),
    now,
    onFailure: (_error, messages) => logFailedHandOff(logger, failedHandOff(messages)),
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

/** The same publisher, which says so before it hands messages over: whoever works on them may have to be started. */
function told(publisher: Publisher, onWork: () => void): Publisher {
  return {
    publishJobs(messages) {
      onWork();
      return publisher.publishJobs(messages);
    },
  };
}
