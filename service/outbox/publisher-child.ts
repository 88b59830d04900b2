import { publisherHandlers } from '../broker/link/link-broker.ts';
import type { Broker, DeadLetters, Publisher } from '../broker/broker.ts';
import { outboxStoreHandlers } from '../persistence/link/link-outbox-store.ts';
import type { OutboxStore } from '../persistence/persistence.ts';
import type { ExitReason, ProcessLauncher } from '../processes/launcher.ts';
import { createPeer, type Peer } from '../processes/request-reply.ts';
import { supervise } from '../processes/supervisor.ts';
import { startWatchdog } from '../processes/watchdog.ts';
import type { Logger } from '../telemetry/logger.ts';
import { childEnvironment } from '../secrets/child-environment.ts';
import {
  BROKER_BACK_TOPIC,
  OUTBOX_CHANGED_TOPIC,
  PUBLISH_FAILED_TOPIC,
  PublishFailure,
  PUBLISHER_CHANNEL,
  PUBLISHER_CHILD_PROTOCOL,
  PUBLISHER_HOST_PROTOCOL,
} from './publisher-protocol.ts';
import { failureLog, type StationPublisher } from './station-publisher.ts';

export interface PublisherChildOptions {
  readonly launcher: ProcessLauncher;
  readonly entry: string;
  readonly store: OutboxStore;
  readonly publisher: Publisher;
  readonly deadLetters: DeadLetters;
  /** Calls the listener whenever the broker can be reached again. */
  readonly onBrokerBack: Broker['onBack'];
  readonly logger: Logger;
}

/** It waits for nothing but the host, which would have to be gone for so long. */
const SILENCE_MILLISECONDS = 15_000;

/** The outbox publisher in a process of its own, for a broker that is a server. */
export function startPublisherChild(options: PublisherChildOptions): StationPublisher {
  const { launcher, entry, store, publisher, deadLetters, onBrokerBack, logger } = options;
  let peer: Peer<typeof PUBLISHER_CHILD_PROTOCOL> | undefined;
  let watchdog: ReturnType<typeof startWatchdog> | undefined;
  let isWakePending = false;
  const logFailure = failureLog(logger);
  const supervised = supervise({
    launcher,
    specification: { name: 'publisher', entry, args: [], env: childEnvironment('publisher', process.env) },
    now: () => performance.now(),
    onStart: (child) => {
      const life = createPeer({
        link: child.link,
        channel: PUBLISHER_CHANNEL,
        local: {
          protocol: PUBLISHER_HOST_PROTOCOL,
          handlers: { ...outboxStoreHandlers(store), ...publisherHandlers(publisher, deadLetters) },
        },
        remote: PUBLISHER_CHILD_PROTOCOL,
        onFault: (fault) =>
          logger.error('A call of the publisher failed unexpectedly.', { errorName: fault.name, stack: fault.stack }),
      });
      life.onNotification(PUBLISH_FAILED_TOPIC, (payload) => logFailure(failureOf(payload)));
      watchdog = startWatchdog({
        ping: (timeoutMilliseconds) => life.call('ping', {}, { timeoutMilliseconds }),
        silenceMilliseconds: SILENCE_MILLISECONDS,
        onSilence: () => {
          logger.error('The outbox publisher does not answer any more; it is ended.');
          child.kill();
        },
      });
      peer = life;
    },
    onGivenUp: (count) =>
      logger.error('The outbox publisher ended again and again; it is tried every few minutes from now on.', { count }),
    onExit: (reason, isStopping) => {
      peer = undefined;
      watchdog?.stop();
      if (isStopping) return;
      logger.warn('The outbox publisher ended; it is restarted.', endOf(reason));
    },
  });
  onBrokerBack(() => peer?.notify(BROKER_BACK_TOPIC, null));
  return {
    supervised,
    wake() {
      if (isWakePending) return;
      isWakePending = true;
      setImmediate(() => {
        isWakePending = false;
        peer?.notify(OUTBOX_CHANGED_TOPIC, null);
      });
    },
    async stop(graceMilliseconds) {
      await peer?.call('stop', {}, { timeoutMilliseconds: graceMilliseconds }).catch(() => undefined);
      await supervised.stop(1_000);
    },
  };
}

function endOf(reason: ExitReason) {
  return {
    exitCode: reason.kind === 'exited' ? reason.exitCode : undefined,
    signal: reason.kind === 'killed' ? reason.signal : undefined,
  };
}

function failureOf(payload: unknown): PublishFailure {
  return PublishFailure.safeParse(payload).data ?? { count: 0, jobs: [] };
}
