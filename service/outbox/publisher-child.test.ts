import { expect, it, vi } from 'vitest';
import { createLinkPair } from '../processes/link-pair.suite.ts';
import type { ExitReason } from '../processes/launcher.ts';
import { createPeer } from '../processes/request-reply.ts';
import { createLogger } from '../telemetry/logger.ts';
import { startPublisherChild, type PublisherChildOptions } from './publisher-child.ts';
import {
  BROKER_BACK_TOPIC,
  PUBLISHER_CHANNEL,
  PUBLISHER_CHILD_PROTOCOL,
  PUBLISHER_HOST_PROTOCOL,
} from './publisher-protocol.ts';

it('tells the publisher whenever the broker is back', async () => {
  const [childEnd, hostEnd] = createLinkPair();
  const ended = Promise.withResolvers<ExitReason>();
  let broker = (): void => undefined;
  const publisher = startPublisherChild({
    ...({ entry: 'publisher.js', store: {}, publisher: {}, deadLetters: {} } as unknown as PublisherChildOptions),
    launcher: { launch: () => ({ pid: 1, link: hostEnd, exited: ended.promise, kill: () => undefined }) },
    onBrokerBack: (listener) => (broker = listener),
    logger: createLogger({ level: 'error', clock: () => new Date(0), processName: 'host', write: () => undefined }),
  });
  const child = createPeer({
    link: childEnd,
    channel: PUBLISHER_CHANNEL,
    local: {
      protocol: PUBLISHER_CHILD_PROTOCOL,
      handlers: { stop: () => Promise.resolve(undefined), ping: () => Promise.resolve(undefined) },
    },
    remote: PUBLISHER_HOST_PROTOCOL,
  });
  const back = vi.fn();
  child.onNotification(BROKER_BACK_TOPIC, back);
  broker();
  broker();
  await vi.waitFor(() => expect(back).toHaveBeenCalledTimes(2));
  childEnd.onClose(() => ended.resolve({ kind: 'exited', exitCode: 0 }));
  await publisher.stop(1_000);
});
