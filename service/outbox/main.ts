import { endOnFatalFaults } from '../processes/fatal-faults.ts';
import { createLinkPublisher } from '../broker/link/link-broker.ts';
import {
  BROKER_BACK_TOPIC,
  OUTBOX_CHANGED_TOPIC,
  failedHandOff,
  PUBLISH_FAILED_TOPIC,
  PUBLISHER_CHANNEL,
  PUBLISHER_CHILD_PROTOCOL,
  PUBLISHER_HOST_PROTOCOL,
} from './publisher-protocol.ts';
import { createLinkOutboxStore } from '../persistence/link/link-outbox-store.ts';
import { connectParentLink, leaveWithParent } from '../processes/parent-link.ts';
import { refuseInspection } from '../processes/inspection.ts';
import { ignoreTerminalSignals } from '../processes/signals.ts';
import { createPeer } from '../processes/request-reply.ts';
import { createOutboxPublisher } from './outbox-publisher.ts';

/** Entry of the outbox publisher process. */
endOnFatalFaults('publisher');
refuseInspection();
ignoreTerminalSignals();
const link = connectParentLink();
leaveWithParent(link);

const host = createPeer({
  link,
  channel: PUBLISHER_CHANNEL,
  local: {
    protocol: PUBLISHER_CHILD_PROTOCOL,
    handlers: {
      stop: async () => {
        await publisher.stop();
        return undefined;
      },
      ping: () => Promise.resolve(undefined),
    },
  },
  remote: PUBLISHER_HOST_PROTOCOL,
});

const broker = createLinkPublisher(host);
const publisher = createOutboxPublisher({
  store: createLinkOutboxStore(host),
  publisher: broker,
  deadLetters: broker,
  now: () => new Date(),
  onFailure: (_error, messages) => host.notify(PUBLISH_FAILED_TOPIC, failedHandOff(messages)),
});

host.onNotification(OUTBOX_CHANGED_TOPIC, () => publisher.wake());
host.onNotification(BROKER_BACK_TOPIC, () => publisher.brokerIsBack());
publisher.wake();
