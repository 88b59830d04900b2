import { describe, expect, it } from 'vitest';
import type { Consumer, Delivery } from '../broker/broker.ts';
import { TRACEPARENT_HEADER } from '../contract/jobs/job-message.ts';
import type { ClaimArguments, ClaimResult } from '../persistence/persistence.ts';
import { claimingConsumer } from './claiming-consumer.ts';

const AT = new Date('2026-01-02T03:04:05.000Z');
const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';
const HELD: ClaimResult = { outcome: 'held' };

function messageOf(jobId: string): Uint8Array {
  const message = {
    ...{ jobId, tenantId: 'default', signatureId: '01890000-0000-7000-8000-000000000009', attempt: 1 },
    ...{ inputPath: 'tenants/x/input.bin', requestedFormat: 'PAdES', requestedProfile: 'B' },
    createdAt: AT.toISOString(),
  };
  return new TextEncoder().encode(JSON.stringify(message));
}

const FIRST = '01890000-0000-7000-8000-000000000001';
const SECOND = '01890000-0000-7000-8000-000000000002';

/** A queue of the test's own, what is claimed of it, and what is told and handed on, in order. */
async function bench() {
  const claims: { readonly asked: ClaimArguments; readonly answer: PromiseWithResolvers<ClaimResult> }[] = [];
  const seen: string[] = [];
  let deliver: (delivery: Delivery) => void = () => undefined;
  const queue: Consumer = {
    publishDeadLetter: () => Promise.resolve(),
    consumeJobs: (_prefetch, handler) => {
      deliver = handler;
      return Promise.resolve({ cancel: () => Promise.resolve() });
    },
  };
  const consumer = claimingConsumer(queue, {
    ...{ leaseMilliseconds: 900_000, now: () => AT, newId: () => 'id' },
    claim: (asked) => {
      const answer = Promise.withResolvers<ClaimResult>();
      claims.push({ asked, answer });
      return answer.promise;
    },
    onClaimed: (jobId, result) => void seen.push(`${result.outcome} ${jobId}`),
  });
  const handedOn: Delivery[] = [];
  const subscription = await consumer.consumeJobs(8, (delivery) => {
    handedOn.push(delivery);
    seen.push(`handed on ${delivery.messageId}`);
  });
  const hand = (messageId: string, body: Uint8Array): void => {
    const settle = { acknowledge: () => Promise.resolve(), requeue: () => Promise.resolve() };
    deliver({ messageId, body, headers: { [TRACEPARENT_HEADER]: TRACE }, redelivered: false, ...settle });
  };
  return { consumer, subscription, claims, seen, hand, handedOn };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a consumer that claims', () => {
  it('hands a delivery on when its job is claimed, right behind the claim', async () => {
    const { claims, seen, hand } = await bench();
    hand('a', messageOf(FIRST));
    await turn();
    expect([claims.length, seen]).toEqual([1, []]);
    claims[0]?.answer.resolve(HELD);
    await turn();
    expect(seen).toEqual([`held ${FIRST}`, 'handed on a']);
  });

  it('claims nothing for a worker that has something to do: what it is at may be its death', async () => {
    const { claims, seen, hand, handedOn } = await bench();
    hand('a', messageOf(FIRST));
    hand('b', messageOf(SECOND));
    await turn();
    expect([claims.length, seen]).toEqual([1, ['handed on b']]);
    claims[0]?.answer.resolve(HELD);
    await turn();
    for (const delivery of handedOn) await delivery.acknowledge();
    await handedOn[0]?.requeue();
    hand('c', messageOf(SECOND));
    hand('d', messageOf(FIRST));
    expect(claims.map(({ asked }) => asked.jobId)).toEqual([FIRST, SECOND]);
  });

  it('asks for what the worker would ask for', async () => {
    const { claims, hand } = await bench();
    hand('a', messageOf(FIRST));
    expect(claims[0]?.asked).toMatchObject({
      ...{ jobId: FIRST, expected: { jobId: FIRST, tenantId: 'default' }, now: AT, leaseMilliseconds: 900_000 },
      audit: [{ eventType: 'JobStarted', actor: 'worker', metadata: { attempt: 1 } }],
      whenHeld: { traceparent: TRACE, payload: expect.stringContaining(FIRST) as string },
    });
  });

  it('leaves to the worker what is no message of a job, and what cannot be claimed now', async () => {
    const { claims, seen, hand, handedOn } = await bench();
    hand('broken', new TextEncoder().encode('{'));
    await turn();
    await handedOn[0]?.acknowledge();
    hand('a', messageOf(FIRST));
    claims[0]?.answer.reject(new Error('The database does not answer.'));
    await turn();
    expect([claims.length, seen]).toEqual([1, ['handed on broken', 'handed on a']]);
  });

  it('hands nothing on to a worker that is gone, and says when no claim is under way any more', async () => {
    const { consumer, claims, seen, hand } = await bench();
    hand('a', messageOf(FIRST));
    let isQuiet = false;
    const ended = consumer.end().then(() => (isQuiet = true));
    hand('b', messageOf(SECOND));
    await turn();
    expect([isQuiet, claims.length]).toEqual([false, 1]);
    claims[0]?.answer.resolve(HELD);
    await ended;
    expect(seen).toEqual([]);
  });

  it('has handed on what it has begun when a subscription is cancelled', async () => {
    const { subscription, claims, seen, hand } = await bench();
    hand('a', messageOf(FIRST));
    const cancelled = subscription.cancel().then(() => seen.push('cancelled'));
    await turn();
    claims[0]?.answer.resolve(HELD);
    await cancelled;
    expect(seen).toEqual([`held ${FIRST}`, 'handed on a', 'cancelled']);
  });
});
