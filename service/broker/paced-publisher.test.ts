import { describe, expect, it, vi } from 'vitest';
import type { OutgoingMessage } from './broker.ts';
import { pacedPublisher } from './paced-publisher.ts';

const MESSAGE: OutgoingMessage = { messageId: 'm', body: new Uint8Array(), headers: {} };
const PACE = { maxReady: 3, lookMilliseconds: 1 };

describe('pacedPublisher', () => {
  it('hands over a backlog only as it is worked off', async () => {
    let ready = 0;
    let mostReady = 0;
    const publisher = pacedPublisher(
      {
        depth: () => Promise.resolve({ ready, unacknowledged: 0, deadLetters: 0 }),
        publishJobs: (messages) => {
          ready += messages.length;
          mostReady = Math.max(mostReady, ready);
          return Promise.resolve();
        },
      },
      PACE,
    );
    let handedOver = 0;
    const drain = (async () => {
      for (; handedOver < 20; handedOver += 2) await publisher.publishJobs([MESSAGE, MESSAGE]);
    })();
    await vi.waitFor(() => expect(ready).toBe(4));
    // Nobody takes anything: nothing more comes, however often it looks.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1));
    expect([ready, handedOver]).toEqual([4, 4]);
    while (handedOver < 20) {
      ready = Math.max(0, ready - 1);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await drain;
    expect(mostReady).toBeLessThanOrEqual(4);
  });

  it('leaves it to the broker where that cannot say what waits', async () => {
    const publishJobs = vi.fn(() => Promise.resolve());
    const publisher = pacedPublisher({ depth: () => Promise.reject(new Error('gone')), publishJobs }, PACE);
    await publisher.publishJobs([MESSAGE]);
    expect(publishJobs).toHaveBeenCalledTimes(1);
  });

  it('waits no longer for room once it is told to stop, and hands nothing over', async () => {
    const stopping = new AbortController();
    const publishJobs = vi.fn(() => Promise.resolve());
    const depth = () => Promise.resolve({ ready: 3, unacknowledged: 0, deadLetters: 0 });
    const publisher = pacedPublisher({ depth, publishJobs }, { ...PACE, stopped: stopping.signal });
    const waiting = publisher.publishJobs([MESSAGE]);
    stopping.abort();
    await expect(waiting).rejects.toThrow();
    expect(publishJobs).not.toHaveBeenCalled();
  });
});
