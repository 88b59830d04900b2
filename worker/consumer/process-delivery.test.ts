import { describe, expect, it } from 'vitest';
import type { OutboxMessage } from '../../service/domain/records.ts';
import type { WorkerStore } from '../../service/persistence/persistence.ts';
import { currentContext } from '../../service/telemetry/trace-context.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { processDelivery } from './process-delivery.ts';
import {
  JOB_ID,
  SIGNATURE_ID,
  NOW,
  CLAIM,
  RENEWED,
  MESSAGE,
  bench,
  delivery,
  done,
  claimed,
} from './delivery-bench.suite.ts';

describe('processDelivery', () => {
  it('signs under the claim and acknowledges last', async () => {
    const { context, steps, events } = bench(claimed(), done);
    await processDelivery(context, delivery(steps));
    expect(steps).toEqual(['sign', 'acknowledge']);
    expect(events.map((event) => event.outcome)).toEqual(['completed']);
  });

  it('tells which format comes before it claims the job, so that its engine is read meanwhile', async () => {
    const { context, steps } = bench(claimed(), done);
    const order: string[] = [];
    const expectFormat = (format: string): void => void order.push(`expects ${format}`);
    const store: WorkerStore = {
      ...context.store,
      claimJob: (job) => {
        order.push('claims');
        return context.store.claimJob(job);
      },
    };
    await processDelivery({ ...context, store, expectFormat }, delivery(steps));
    expect(order).toEqual([`expects ${MESSAGE.requestedFormat}`, 'claims']);
  });

  it('works on a job in its trace, which log lines then carry', async () => {
    const traces: unknown[] = [];
    const { context, steps } = bench(claimed({ correlationId: 'order-7' }), async () => {
      await Promise.resolve();
      traces.push({ ...currentContext() });
      return 'done';
    });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';
    await processDelivery(context, { ...delivery(steps), headers: { 'x-attempt': 1, traceparent } });
    await processDelivery(context, delivery(steps));
    const ids = { correlationId: 'order-7', signatureId: SIGNATURE_ID, jobId: JOB_ID };
    expect(traces).toEqual([
      { ...ids, traceId: '0af7651916cd43dd8448eb211c80319c' },
      { ...ids, traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as string },
    ]);
    expect(currentContext()).toBeUndefined();
  });

  it.each([
    ['not JSON', new TextEncoder().encode('{')],
    ['not UTF-8', new Uint8Array([0xff, 0xfe, 0x00])],
    ['too long', new Uint8Array(20_000).fill(0x20)],
    ['a foreign field', { ...MESSAGE, document: 'bytes' }],
    ['a missing field', { ...MESSAGE, jobId: undefined }],
    ['a wrong type', { ...MESSAGE, attempt: 'one' }],
  ])('dead-letters a message with %s and signs nothing', async (_name, body) => {
    const { context, steps, deadLetters } = bench(claimed(), done);
    await processDelivery(context, delivery(steps, body));
    expect(steps).toEqual(['dead-letter', 'acknowledge']);
    expect(deadLetters[0]?.headers).toEqual({
      'x-attempt': 1,
      'x-failure-kind': 'permanent',
      'x-failure-reason': 'MESSAGE_MALFORMED',
    });
  });

  it.each([
    [{ outcome: 'unknown' }, 'JOB_UNKNOWN'],
    [{ outcome: 'mismatch' }, 'MESSAGE_MISMATCH'],
  ] as const)('dead-letters when the claim says %o', async (result, reason) => {
    const { context, steps, deadLetters } = bench(result, done);
    await processDelivery(context, delivery(steps));
    expect(steps).toEqual(['dead-letter', 'acknowledge']);
    expect(deadLetters[0]?.headers['x-failure-reason']).toBe(reason);
  });

  it.each([
    { outcome: 'held' },
    { outcome: 'not-due' },
    { outcome: 'terminal', status: 'Completed' },
    { outcome: 'terminal', status: 'Cancelled' },
    { outcome: 'terminal', status: 'Failed' },
  ] as const)('acknowledges without signing when the claim says %o', async (result) => {
    const { context, steps } = bench(result, done);
    await processDelivery(context, delivery(steps));
    expect(steps).toEqual(['acknowledge']);
  });

  it('sends the dead letter that a worker owed when it died after the failure', async () => {
    const { context, steps } = bench({ outcome: 'terminal', status: 'Failed' }, done);
    await processDelivery(context, delivery(steps, MESSAGE, true));
    expect(steps).toEqual(['dead-letter', 'acknowledge']);
  });

  it('records what it signs with in the write that renews the claim', async () => {
    const { context, steps } = bench(claimed(), done);
    const selection = { id: 'e', eventType: 'SigningProviderSelected', actor: 'worker', metadata: {} } as const;
    const started: unknown[] = [];
    const store: WorkerStore = {
      ...context.store,
      startProcessing: (claim, start) => {
        started.push([claim, start]);
        return Promise.resolve(RENEWED);
      },
    };
    const signJob: DeliveryContext['signJob'] = async (start) => {
      expect(await start([selection])).toBe(RENEWED);
      return 'done';
    };
    await processDelivery({ ...context, store, signJob }, delivery(steps));
    expect(started).toEqual([
      [CLAIM, { now: NOW, leaseMilliseconds: 900_000, audit: [selection], mayBeUndone: false }],
    ]);
  });

  it('leaves a message for the end of the lease with the claim it asks for', async () => {
    const { context, steps } = bench({ outcome: 'held' }, done);
    let left: OutboxMessage | undefined;
    const store: WorkerStore = {
      ...context.store,
      claimJob: ({ whenHeld }) => {
        left = whenHeld;
        return Promise.resolve({ outcome: 'held' });
      },
    };
    await processDelivery({ ...context, store }, delivery(steps));
    expect(JSON.parse(left?.payload ?? '')).toEqual(MESSAGE);
  });
});
