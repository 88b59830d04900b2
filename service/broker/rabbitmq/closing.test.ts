import { EventEmitter } from 'node:events';
import type { ChannelModel, ConfirmChannel } from 'amqplib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BrokerLink } from './broker-link.ts';
import { closing } from './closing.ts';
import { ConfirmedPublisher } from './confirmed-publisher.ts';
import { onChannel } from './topology.ts';

/** A channel of a server that has fallen silent: nothing is ever answered. */
class SilentChannel extends EventEmitter {
  isClosing = false;
  publish(): boolean {
    return true;
  }
  close(): Promise<void> {
    this.isClosing = true;
    return new Promise(() => undefined);
  }
}

describe('closing at a server that does not answer', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('ends with the connection', async () => {
    const channel = new SilentChannel();
    const closed = closing(channel);
    channel.emit('close');
    await closed;
    expect(channel.isClosing).toBe(true);
  });

  it('rejects for what is closed already', async () => {
    const channel = new SilentChannel();
    channel.close = () => {
      throw new Error('Channel closed');
    };
    await expect(closing(channel)).rejects.toThrow('Channel closed');
  });

  it('holds up no question', async () => {
    const channel = new SilentChannel();
    const model = { createChannel: () => Promise.resolve(channel) } as unknown as ChannelModel;
    const asked = onChannel(model, () => Promise.resolve('answer'));
    await vi.waitFor(() => expect(channel.isClosing).toBe(true));
    channel.emit('close');
    expect(await asked).toBe('answer');
  });

  it('holds up no publisher: what was not confirmed in time is told at once, and the next message goes over a new channel', async () => {
    vi.useFakeTimers();
    const channels: SilentChannel[] = [];
    const createConfirmChannel = (): Promise<ConfirmChannel> => {
      channels.push(new SilentChannel());
      return Promise.resolve(channels.at(-1) as unknown as ConfirmChannel);
    };
    const model = Object.assign(new EventEmitter(), { createConfirmChannel }) as unknown as ChannelModel;
    const notices = { warn: () => undefined, info: () => undefined };
    const link = new BrokerLink(() => Promise.resolve(model), notices);
    await link.open();
    const publisher = new ConfirmedPublisher(link);
    const message = { messageId: 'one', body: Buffer.from('{}'), headers: {} };
    for (const count of [1, 2]) {
      const refused = expect(publisher.publish('exchange', 'key', [message])).rejects.toThrow('did not confirm');
      await vi.advanceTimersByTimeAsync(15_000);
      await refused;
      expect(channels).toHaveLength(count);
    }
    expect(channels.every(({ isClosing }) => isClosing)).toBe(true);
  });
});
