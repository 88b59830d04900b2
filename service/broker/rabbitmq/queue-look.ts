import { setTimeout as delay } from 'node:timers/promises';
import type { Channel, ChannelModel, GetMessage } from 'amqplib';
import { onChannel } from './topology.ts';

const RETURN_MILLISECONDS = 2_000;
const RETURN_STEP_MILLISECONDS = 20;

/**
 * Shows `see` every message that waits in a queue, oldest first, and leaves them there: AMQP can only take and give back,
 * so that they count as delivered before afterwards. Resolves when the server counts them again.
 */
export function lookThroughQueue(
  model: ChannelModel,
  queue: string,
  count: number,
  see: (message: GetMessage) => void,
): Promise<void> {
  return onChannel(model, async (channel) => {
    let taken = 0;
    while (taken < count) {
      const message = await channel.get(queue);
      if (message === false) break;
      taken += 1;
      see(message);
    }
    if (taken === 0) return;
    channel.nackAll(true);
    await untilReturned(channel, queue, taken);
  });
}

/** Quorum queues take messages back a moment later. Others may consume them first: that is awaited for a while only. */
async function untilReturned(channel: Channel, queue: string, count: number): Promise<void> {
  const deadline = performance.now() + RETURN_MILLISECONDS;
  while (performance.now() < deadline) {
    const { messageCount } = await channel.checkQueue(queue);
    if (messageCount >= count) return;
    await delay(RETURN_STEP_MILLISECONDS);
  }
}
