import { describe, expect, it } from 'vitest';
import type { Claim } from '../../service/domain/claim.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { WorkerStore } from '../../service/persistence/persistence.ts';
import { processDelivery } from './process-delivery.ts';
import { NOW, CLAIM, RENEWED, MESSAGE, bench, delivery, done, claimed } from './delivery-bench.suite.ts';

describe('an attempt that failed', () => {
  it('fails the job first, then dead-letters, then acknowledges on a permanent failure', async () => {
    const { context, steps, failures, deadLetters } = bench(claimed(), () =>
      Promise.reject(new StationError('SIGNING_CERTIFICATE_EXPIRED', 'expired')),
    );
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';
    await processDelivery(context, { ...delivery(steps), headers: { 'x-attempt': 1, traceparent } });
    expect(steps).toEqual(['sign', 'fail', 'dead-letter', 'acknowledge']);
    expect(failures[0]?.errorCode).toBe('SIGNING_CERTIFICATE_EXPIRED');
    expect(deadLetters[0]?.headers).toEqual({
      'x-attempt': 1,
      'x-failure-kind': 'permanent',
      'x-failure-reason': 'SIGNING_CERTIFICATE_EXPIRED',
      traceparent,
    });
  });

  it('schedules a transient failure with doubled back-off and a message for the next attempt', async () => {
    const { context, steps, retries } = bench(claimed({ retryCount: 2 }), () =>
      Promise.reject(new StationError('SIGNING_PROVIDER_UNAVAILABLE', 'no token')),
    );
    await processDelivery(context, delivery(steps));
    expect(steps).toEqual(['sign', 'retry', 'acknowledge']);
    expect(retries[0]?.nextAttemptAt).toEqual(new Date(NOW.getTime() + 4_000));
    expect(JSON.parse(retries[0]?.outboxMessage.payload ?? '')).toEqual({ ...MESSAGE, attempt: 4 });
    expect(retries[0]?.outboxMessage.availableAt).toEqual(retries[0]?.nextAttemptAt);
  });

  it('parks a job that only has to wait, whatever the kind of its fault and however often it failed', async () => {
    for (const kind of ['transient', 'permanent'] as const) {
      const { context, steps, events } = bench(claimed({ retryCount: 4 }), () =>
        Promise.reject(
          new StationError('SIGNING_PROVIDER_UNAVAILABLE', 'no card', { kind, waitReason: 'TOKEN_ABSENT' }),
        ),
      );
      await processDelivery(context, delivery(steps));
      expect(steps).toEqual(['sign', 'park TOKEN_ABSENT', 'acknowledge']);
      expect(events[0]?.outcome).toBe('waiting');
    }
  });

  it('parks a job that waits for a time with that time', async () => {
    const waitUntil = new Date(NOW.getTime() + 3_600_000);
    const { context, steps, waits } = bench(claimed({ retryCount: 4 }), () =>
      Promise.reject(
        new StationError('SIGNATURE_VALIDATION_DATA_UNAVAILABLE', 'too early', {
          ...{ waitReason: 'GRACE_PERIOD_RUNNING', waitUntil },
        }),
      ),
    );
    await processDelivery(context, delivery(steps));
    expect(waits).toMatchObject([{ waitReason: 'GRACE_PERIOD_RUNNING', nextAttemptAt: waitUntil }]);
  });

  it('gives up a transient failure after the last attempt', async () => {
    const { context, steps, deadLetters } = bench(claimed({ retryCount: 4 }), () =>
      Promise.reject(new StationError('TIMESTAMP_OPERATION_FAILED', 'no answer')),
    );
    await processDelivery(context, delivery(steps));
    expect(steps).toEqual(['sign', 'fail', 'dead-letter', 'acknowledge']);
    expect(deadLetters[0]?.headers).toMatchObject({ 'x-attempt': 5, 'x-failure-kind': 'transient' });
  });

  it('writes nothing more when the claim was lost', async () => {
    const { context, steps, events } = bench(claimed(), () => Promise.resolve('lost'));
    await processDelivery(context, delivery(steps));
    expect(steps).toEqual(['sign', 'acknowledge']);
    expect(events[0]?.outcome).toBe('lost');
  });

  it.each([
    ['a retry', new StationError('SIGNING_PROVIDER_UNAVAILABLE', 'no token')],
    ['a failure', new StationError('SIGNING_CERTIFICATE_EXPIRED', 'expired')],
  ])('gives the claim back when the store refuses %s, and does not acknowledge', async (_name, fault) => {
    const { context, steps } = bench(claimed(), () => Promise.reject(fault));
    const refuse = () => Promise.reject(new Error('disk full'));
    const store = { ...context.store, scheduleRetry: refuse, failJob: refuse };
    await expect(processDelivery({ ...context, store }, delivery(steps))).rejects.toThrow('disk full');
    expect(steps).toEqual(['sign', 'release']);
  });

  it('gives the first claim back when the store refuses to renew it', async () => {
    const { context, steps } = bench(claimed(), (renewal) => renewal.then(() => 'done' as const));
    const released: Claim[] = [];
    const store: WorkerStore = {
      ...context.store,
      startProcessing: () => Promise.reject(new Error('disk full')),
      releaseClaim: (claim) => {
        released.push(claim);
        return Promise.resolve('done');
      },
    };
    await expect(processDelivery({ ...context, store }, delivery(steps))).rejects.toThrow('disk full');
    expect(released).toEqual([CLAIM]);
  });

  it('settles under the first claim what failed before signing started', async () => {
    const { context, steps, failures } = bench(claimed(), done);
    const signJob = () => Promise.reject(new StationError('SIGNING_CERTIFICATE_EXPIRED', 'expired'));
    await processDelivery({ ...context, signJob }, delivery(steps));
    expect(steps).toEqual(['fail', 'dead-letter', 'acknowledge']);
    expect(failures).toHaveLength(1);
  });

  it('asks a store that refuses even to take the claim back again, until the lease is over', async () => {
    const { context, steps } = bench(claimed(), () => Promise.reject(new StationError('SERVICE_UNAVAILABLE', 'x')));
    const refuse = () => Promise.reject(new Error('disk full'));
    let asked = 0;
    const releaseClaim = () => {
      asked += 1;
      return refuse();
    };
    let time = NOW.getTime();
    const wait = (milliseconds: number) => Promise.resolve((time += milliseconds));
    const store = { ...context.store, scheduleRetry: refuse, failJob: refuse, releaseClaim };
    const slow = { ...context, store, wait, now: () => new Date(time) };
    await expect(processDelivery(slow, delivery(steps))).rejects.toThrow('disk full');
    expect(steps).toEqual(['sign']);
    expect(asked).toBe(1_801);
    expect(time).toBeGreaterThanOrEqual(RENEWED.lockedUntil.getTime());
  });

  it('never stores the text of an unexpected fault', async () => {
    const { context, steps, failures } = bench(claimed(), () => Promise.reject(new Error('PIN 1234 in clear')));
    await processDelivery(context, delivery(steps));
    expect(failures[0]?.errorMessage).not.toContain('1234');
  });

  it('fails a job that has killed its worker too often, without another try', async () => {
    const { context, steps } = bench(claimed({}, 11), done);
    await processDelivery(context, delivery(steps));
    expect(steps).toEqual(['fail', 'dead-letter', 'acknowledge']);
  });
});
