import { connect, type ChannelModel } from 'amqplib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HAS_RABBITMQ, startRabbitMq, type RabbitMqServer } from '../../../e2e/actors/servers/rabbitmq.ts';
import { describeBroker, type OpenedBroker } from '../broker.suite.ts';
import type { Broker, Delivery } from '../broker.ts';
import { message } from '../messages.suite.ts';
import { describeBrokerProcesses } from '../processes.suite.ts';
import { openInChild } from './open-in-child.suite.ts';
import { DEAD_LETTER_QUEUE, EXCHANGE, onChannel, ROUTING_KEY, WORKER_QUEUE } from './topology.ts';

const PATIENCE = { timeout: 60_000 };

describe.skipIf(!HAS_RABBITMQ)('RabbitMQ', () => {
  let server: RabbitMqServer;
  beforeAll(async () => {
    server = await startRabbitMq();
  });
  afterAll(() => server.dispose());

  const location = (): string => `${server.url} ${server.username} ${server.password}`;

  async function administer<T>(work: (model: ChannelModel) => Promise<T>): Promise<T> {
    const model = await connect(server.url.replace('//', `//${server.username}:${server.password}@`));
    model.on('error', () => undefined);
    try {
      return await work(model);
    } finally {
      await model.close();
    }
  }

  const deleteQueues = (): Promise<void> =>
    administer(async (model) => {
      for (const queue of [WORKER_QUEUE, DEAD_LETTER_QUEUE]) await onChannel(model, (each) => each.deleteQueue(queue));
    });

  async function openEmpty(): Promise<OpenedBroker> {
    await deleteQueues();
    const opened = {
      broker: await openInChild(location()),
      async restart() {
        await opened.broker.close();
        opened.broker = await openInChild(location());
      },
      dispose: () => opened.broker.close(),
    };
    return opened;
  }

  async function withBroker(use: (broker: Broker) => Promise<void>): Promise<void> {
    const { broker } = await openEmpty();
    try {
      await use(broker);
    } finally {
      await broker.close();
    }
  }

  describeBroker('RabbitMqBroker', openEmpty);

  describeBrokerProcesses('RabbitMqBroker among processes', () => ({
    childModule: new URL('open-in-child.suite.ts', import.meta.url).href,
    location: location(),
    open: () => openInChild(location()),
    dispose: deleteQueues,
  }));

  it('rejects what no queue took', () =>
    withBroker(async (broker) => {
      await administer((model) => onChannel(model, (each) => each.unbindQueue(WORKER_QUEUE, EXCHANGE, ROUTING_KEY)));
      await expect(broker.publishJobs([message('lost')])).rejects.toThrow(`no queue for messages to ${EXCHANGE}`);
      await administer((model) => onChannel(model, (each) => each.bindQueue(WORKER_QUEUE, EXCHANGE, ROUTING_KEY)));
      await broker.publishJobs([message('kept')]);
      expect(await broker.depth()).toMatchObject({ ready: 1 });
    }));

  it('takes a classic queue that is there already', async () => {
    await deleteQueues();
    await administer((model) => onChannel(model, (each) => each.assertQueue(WORKER_QUEUE, { durable: true })));
    const broker = await openInChild(location());
    await broker.publishJobs([message('classic')]);
    expect(await broker.depth()).toMatchObject({ ready: 1 });
    await broker.close();
  });

  it('goes on when its queue is deleted under a consumer', () =>
    withBroker(async (broker) => {
      const deliveries: Delivery[] = [];
      await broker.consumeJobs(5, (delivery) => deliveries.push(delivery));
      await deleteQueues();
      await vi.waitFor(async () => {
        await broker.publishJobs([message('again')]);
        expect(deliveries.length).toBeGreaterThan(0);
      }, PATIENCE);
    }));

  it('says what is wrong with address, password and virtual host', async () => {
    await expect(openInChild(`amqp://127.0.0.1:1/ u p`)).rejects.toThrow(
      'RabbitMQ at 127.0.0.1:1 does not answer (ECONNREFUSED)',
    );
    const refused = openInChild(`${server.url} ${server.username} marker-password`);
    await expect(refused).rejects.toThrow('refuses the user');
    await expect(refused).rejects.not.toThrow('marker-password');
    await expect(openInChild(`${server.url}nowhere ${server.username} ${server.password}`)).rejects.toThrow('nowhere');
  });

  it('loses nothing when the server is killed under load, and says how long it took to come back', async () => {
    // A server of its own: queues that were deleted and made again under one name can outlast a kill as ghosts, which no
    // station makes.
    const own = await startRabbitMq();
    const said: string[] = [];
    const say = (sentence: string): void => void said.push(sentence);
    const broker = await openInChild(`${own.url} ${own.username} ${own.password}`, { warn: say, info: say });
    const onBack = vi.fn();
    broker.onBack(onBack);
    const load = startLoad(broker);
    try {
      await vi.waitFor(() => expect(load.published.size).toBeGreaterThan(200), PATIENCE);
      await own.kill();
      await expect(broker.ping()).rejects.toThrow('RabbitMQ');
      // Expected, and nothing for a log of what is not.
      await expect(broker.depth()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', kind: 'transient' });
      expect(onBack).not.toHaveBeenCalled();
      await own.start();
      await vi.waitFor(() => expect(onBack).toHaveBeenCalled(), PATIENCE);
      const before = load.published.size;
      await vi.waitFor(() => expect(load.published.size, said.join(' ')).toBeGreaterThan(before + 200), PATIENCE);
      await load.stop();
      // Nothing can be acknowledged on the channel that died with them.
      for (const delivery of load.kept) await delivery.acknowledge();
      await vi.waitFor(() => {
        expect([...load.published].filter((id) => !load.received.has(id))).toEqual([]);
        for (const { messageId } of load.kept) expect(load.received.get(messageId)).toBeGreaterThan(1);
      }, PATIENCE);
      await vi.waitFor(async () => expect(await broker.depth()).toMatchObject({ ready: 0 }), PATIENCE);
      expect(said.join('\n')).toMatch(/is gone .*\n.*is back after \d+ ms/s);
      process.stdout.write(`${said.at(-1) ?? ''}\n`);
    } finally {
      await load.stop();
      await broker.close();
      await own.dispose();
    }
  });
});

/** Publishes and consumes at once; keeps three deliveries for later. What is not confirmed is published anew. */
function startLoad(broker: Broker) {
  const published = new Set<string>();
  const received = new Map<string, number>();
  const kept: Delivery[] = [];
  const life = { isOver: false };
  const publish = async (): Promise<void> => {
    while (!life.isOver) {
      const next = message('job');
      try {
        await broker.publishJobs([next]);
        published.add(next.messageId);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  };
  const consuming = broker.consumeJobs(20, (delivery) => {
    received.set(delivery.messageId, (received.get(delivery.messageId) ?? 0) + 1);
    if (kept.length < 3) kept.push(delivery);
    else void delivery.acknowledge();
  });
  const publishing = Promise.all([consuming, publish(), publish(), publish(), publish()]);
  const stop = async (): Promise<void> => {
    life.isOver = true;
    await publishing;
  };
  return { published, received, kept, stop };
}
