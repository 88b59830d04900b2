import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Broker, Consumer, Delivery } from './broker.ts';
import { message } from './messages.suite.ts';

/** A broker with empty queues. */
export interface OpenedBroker {
  readonly broker: Broker;
  /** Closes everything and opens it again on the same queues; the broker from before is not used any more. */
  restart(): Promise<void>;
  dispose(): Promise<void>;
}

/** Not a measure of speed: a server may have much to do. */
const PATIENCE = { timeout: 45_000 };

const textOf = (delivery: { readonly body: Uint8Array }): string => new TextDecoder().decode(delivery.body);

/** What every driver of the broker port does, each test on empty queues. */
export function describeBroker(name: string, open: () => Promise<OpenedBroker>): void {
  describe(name, () => {
    let opened: OpenedBroker;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.dispose());

    /** Collects what a consumer is given. */
    async function consume(consumer: Consumer, prefetch = 100) {
      const deliveries: Delivery[] = [];
      const subscription = await consumer.consumeJobs(prefetch, (delivery) => deliveries.push(delivery));
      return { deliveries, subscription, texts: () => deliveries.map(textOf) };
    }

    const publish = (...texts: string[]) => opened.broker.publishJobs(texts.map((text) => message(text)));
    const depth = () => opened.broker.depth();
    const nothingMoreComes = () => new Promise((resolve) => setTimeout(resolve, 50));

    it('delivers a message as it was published', async () => {
      const { deliveries } = await consume(opened.broker);
      const body = Uint8Array.from({ length: 256 }, (_, n) => n);
      const sent = { messageId: randomUUID(), body, headers: { 'x-attempt': 3, 'x-note': 'grüße' } };
      await opened.broker.publishJobs([sent]);
      await vi.waitFor(() => expect(deliveries).toHaveLength(1), PATIENCE);
      const [delivery] = deliveries;
      expect(delivery?.messageId).toBe(sent.messageId);
      expect(Buffer.from(delivery?.body ?? [])).toEqual(Buffer.from(body));
      expect(delivery?.headers).toEqual(sent.headers);
      expect(delivery?.redelivered).toBe(false);
      await delivery?.acknowledge();
    });

    it('tells which messages it still has, delivered ones included', async () => {
      const sent = ['1', '2', '3'].map((text) => message(text));
      await opened.broker.publishJobs(sent);
      const ids = sent.map(({ messageId }) => messageId);
      const held = async () => [...(await opened.broker.heldMessages([...ids, randomUUID()]))].sort();
      expect(await held()).toEqual([...ids].sort());
      const { deliveries } = await consume(opened.broker, 2);
      await vi.waitFor(() => expect(deliveries).toHaveLength(2), PATIENCE);
      expect(await held()).toEqual([...ids].sort());
      await deliveries[0]?.acknowledge();
      // What is on its way to the consumer in this moment is in neither place.
      await vi.waitFor(async () => expect(await held()).toEqual(ids.slice(1).sort()), PATIENCE);
      expect(await opened.broker.heldMessages([])).toEqual(new Set());
    });

    it('delivers in the order of publishing, within and across calls', async () => {
      await publish('1', '2', '3');
      const { texts } = await consume(opened.broker);
      await publish('4');
      await publish('5', '6');
      await vi.waitFor(() => expect(texts()).toEqual(['1', '2', '3', '4', '5', '6']), PATIENCE);
    });

    it('keeps the order of publishes that are under way at once', async () => {
      const { texts } = await consume(opened.broker, 1000);
      const sent = Array.from({ length: 200 }, (_, n) => String(n));
      await Promise.all(sent.map((text) => publish(text)));
      await vi.waitFor(() => expect(texts()).toEqual(sent), PATIENCE);
    });

    it('publishes nothing for no messages', async () => {
      await publish();
      expect(await depth()).toEqual({ ready: 0, unacknowledged: 0, deadLetters: 0 });
    });

    it('keeps a message until it is acknowledged', async () => {
      const { deliveries } = await consume(opened.broker);
      await publish('a', 'b');
      await vi.waitFor(() => expect(deliveries).toHaveLength(2), PATIENCE);
      await vi.waitFor(async () => expect(await depth()).toMatchObject({ ready: 0, unacknowledged: 2 }), PATIENCE);
      await deliveries[0]?.acknowledge();
      await vi.waitFor(async () => expect(await depth()).toMatchObject({ ready: 0, unacknowledged: 1 }), PATIENCE);
      await deliveries[1]?.acknowledge();
      await vi.waitFor(async () => expect(await depth()).toMatchObject({ ready: 0, unacknowledged: 0 }), PATIENCE);
    });

    it('takes an acknowledgement twice without harm', async () => {
      const { deliveries } = await consume(opened.broker);
      await publish('a', 'b');
      await vi.waitFor(() => expect(deliveries).toHaveLength(2), PATIENCE);
      await deliveries[0]?.acknowledge();
      await deliveries[0]?.acknowledge();
      await deliveries[0]?.requeue();
      await nothingMoreComes();
      expect(deliveries).toHaveLength(2);
      expect(await depth()).toMatchObject({ ready: 0, unacknowledged: 1 });
    });

    it('leaves at most prefetch messages unacknowledged', async () => {
      const { deliveries, texts } = await consume(opened.broker, 2);
      await publish('1', '2', '3', '4', '5');
      await vi.waitFor(() => expect(texts()).toEqual(['1', '2']), PATIENCE);
      await nothingMoreComes();
      expect(texts()).toEqual(['1', '2']);
      await deliveries[1]?.acknowledge();
      await vi.waitFor(() => expect(texts()).toEqual(['1', '2', '3']), PATIENCE);
      await deliveries[0]?.acknowledge();
      await deliveries[2]?.acknowledge();
      await vi.waitFor(() => expect(texts()).toEqual(['1', '2', '3', '4', '5']), PATIENCE);
    });

    it('shares messages among consumers, each getting its own', async () => {
      const sessions = [opened.broker.openSession(), opened.broker.openSession(), opened.broker.openSession()];
      const consumers = await Promise.all(sessions.map((session) => consume(session, 2)));
      await publish(...Array.from({ length: 6 }, (_, n) => String(n)));
      await vi.waitFor(() => expect(consumers.map((one) => one.deliveries.length)).toEqual([2, 2, 2]), PATIENCE);
      expect(consumers.flatMap((one) => one.texts()).toSorted()).toEqual(['0', '1', '2', '3', '4', '5']);
    });

    it('gives a requeued message out again, marked, ahead of newer ones', async () => {
      const { deliveries, subscription } = await consume(opened.broker, 3);
      await publish('1', '2', '3', '4');
      await vi.waitFor(() => expect(deliveries).toHaveLength(3), PATIENCE);
      await subscription.cancel();
      await deliveries[2]?.requeue();
      await deliveries[1]?.requeue();
      await vi.waitFor(async () => expect(await depth()).toMatchObject({ ready: 3, unacknowledged: 1 }), PATIENCE);
      const next = await consume(opened.broker.openSession());
      await vi.waitFor(() => expect(next.texts()).toHaveLength(3), PATIENCE);
      // Which of those given back comes first is the driver's own.
      expect([next.texts().slice(0, 2).toSorted(), next.texts()[2]]).toEqual([['2', '3'], '4']);
      expect(next.deliveries.map((delivery) => delivery.redelivered)).toEqual([true, true, false]);
    });

    it('delivers nothing after a subscription is cancelled, and still takes its acknowledgements', async () => {
      const { deliveries, subscription } = await consume(opened.broker, 1);
      await publish('1', '2');
      await vi.waitFor(() => expect(deliveries).toHaveLength(1), PATIENCE);
      await subscription.cancel();
      await deliveries[0]?.acknowledge();
      await nothingMoreComes();
      expect(deliveries).toHaveLength(1);
      expect(await depth()).toMatchObject({ ready: 1, unacknowledged: 0 });
    });

    it('gives what a closed link has left to another consumer, in order and marked', async () => {
      const dying = opened.broker.openSession();
      const { deliveries } = await consume(dying, 3);
      await publish('1', '2', '3', '4');
      await vi.waitFor(() => expect(deliveries).toHaveLength(3), PATIENCE);
      await deliveries[0]?.acknowledge();
      await vi.waitFor(() => expect(deliveries).toHaveLength(4), PATIENCE);
      await dying.close();
      const next = await consume(opened.broker.openSession());
      await vi.waitFor(() => expect(next.texts()).toEqual(['2', '3', '4']), PATIENCE);
      expect(next.deliveries.every((delivery) => delivery.redelivered)).toBe(true);
      await expect(deliveries[1]?.acknowledge()).resolves.toBeUndefined();
      await nothingMoreComes();
      expect(await depth()).toMatchObject({ ready: 0, unacknowledged: 3 });
    });

    it('hands over to a waiting consumer when a link closes', async () => {
      const dying = opened.broker.openSession();
      const first = await consume(dying, 1);
      await publish('1');
      await vi.waitFor(() => expect(first.deliveries).toHaveLength(1), PATIENCE);
      const second = await consume(opened.broker.openSession());
      await dying.close();
      await vi.waitFor(() => expect(second.texts()).toEqual(['1']), PATIENCE);
    });

    it('routes dead letters to their own queue, newest first', async () => {
      const headers = { 'x-attempt': 5, 'x-failure-kind': 'permanent', 'x-failure-reason': 'SIGNING_OPERATION_FAILED' };
      const { deliveries } = await consume(opened.broker);
      for (const text of ['first', 'second', 'third']) {
        await opened.broker.publishDeadLetter(message(text, headers));
      }
      const session = opened.broker.openSession();
      await session.publishDeadLetter(message('fourth', headers));
      await vi.waitFor(
        async () => expect(await depth()).toEqual({ ready: 0, unacknowledged: 0, deadLetters: 4 }),
        PATIENCE,
      );
      const newest = await opened.broker.peekDeadLetters(2);
      expect(newest.map(textOf)).toEqual(['fourth', 'third']);
      expect(newest[0]?.headers).toMatchObject(headers);
      expect(await opened.broker.peekDeadLetters(10)).toHaveLength(4);
      expect((await depth()).deadLetters).toBe(4);
      expect(deliveries).toEqual([]);
    });

    it('keeps messages and dead letters across a restart', async () => {
      const { deliveries } = await consume(opened.broker, 2);
      await publish('1', '2', '3');
      await opened.broker.publishDeadLetter(message('dead'));
      await vi.waitFor(() => expect(deliveries).toHaveLength(2), PATIENCE);
      await deliveries[0]?.acknowledge();
      await opened.restart();
      await vi.waitFor(
        async () => expect(await depth()).toEqual({ ready: 2, unacknowledged: 0, deadLetters: 1 }),
        PATIENCE,
      );
      await publish('4');
      const { deliveries: again, texts } = await consume(opened.broker);
      await vi.waitFor(() => expect(texts()).toEqual(['2', '3', '4']), PATIENCE);
      expect(again[0]?.redelivered).toBe(true);
      expect(again[2]?.redelivered).toBe(false);
      expect((await opened.broker.peekDeadLetters(5)).map(textOf)).toEqual(['dead']);
    });

    it('refuses to publish when it is closed', async () => {
      await opened.broker.close();
      await expect(publish('late')).rejects.toThrow();
    });

    it('answers to a ping', () => expect(opened.broker.ping()).resolves.toBeUndefined());
  });
}
