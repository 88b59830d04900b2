import { expect, it } from 'vitest';
import { createLinkPair } from '../../processes/link-pair.suite.ts';
import { createPeer } from '../../processes/request-reply.ts';
import type { OutgoingMessage } from '../broker.ts';
import { createLinkPublisher, PUBLISHER_PROTOCOL, publisherHandlers } from './link-broker.ts';

const message = (messageId: string): OutgoingMessage => ({
  ...{ messageId, body: new TextEncoder().encode('{}'), headers: { 'x-attempt': 1 } },
});

it('hands jobs and dead letters to the broker of the host, each to its own queue, and tells of a refusal', async () => {
  const [here, there] = createLinkPair();
  const taken: [string, string][] = [];
  const take = (queue: string, { messageId }: OutgoingMessage): Promise<void> => {
    if (messageId === 'refused') return Promise.reject(new Error('no room'));
    taken.push([queue, messageId]);
    return Promise.resolve();
  };
  createPeer({
    link: there,
    channel: 'publisher',
    local: {
      protocol: PUBLISHER_PROTOCOL,
      handlers: publisherHandlers(
        {
          publishJobs: async (messages) => {
            for (const each of messages) await take('jobs', each);
          },
        },
        { publishDeadLetter: (letter) => take('dead letters', letter) },
      ),
    },
    remote: {},
    onFault: () => undefined,
  });
  const publisher = createLinkPublisher(
    createPeer({ link: here, channel: 'publisher', local: { protocol: {}, handlers: {} }, remote: PUBLISHER_PROTOCOL }),
  );
  await publisher.publishJobs([message('a'), message('b')]);
  await publisher.publishDeadLetter(message('c'));
  await expect(publisher.publishDeadLetter(message('refused'))).rejects.toThrow();
  expect(taken).toEqual([
    ['jobs', 'a'],
    ['jobs', 'b'],
    ['dead letters', 'c'],
  ]);
});
