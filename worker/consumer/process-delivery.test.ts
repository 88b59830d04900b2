import { describe, expect, it } from 'vitest';
import type { Delivery, OutgoingMessage } from '../../service/broker/broker.ts';
import type { Claim } from '../../service/domain/claim.ts';
import type { OutboxMessage, SignatureRequest } from '../../service/domain/records.ts';
import { requestInWork } from '../../service/domain/sample-request.suite.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type {
  ClaimResult,
  JobDetails,
  JobFailure,
  JobRetry,
  JobWait,
  WorkerStore,
} from '../../service/persistence/persistence.ts';
import { currentContext } from '../../service/telemetry/trace-context.ts';
import { createCompany } from './company.ts';
import { processDelivery, type DeliveryContext, type DeliveryEvent } from './process-delivery.ts';

const JOB_ID = '01890000-0000-7000-8000-000000000001';
const SIGNATURE_ID = '01890000-0000-7000-8000-000000000002';
const NOW = new Date('2026-01-02T03:04:05.000Z');
const CLAIM: Claim = { jobId: JOB_ID, attempt: 1, lockedUntil: new Date(NOW.getTime() + 900_000) };
const RENEWED: Claim = { ...CLAIM, lockedUntil: new Date(NOW.getTime() + 900_001) };
const MESSAGE = {
  jobId: JOB_ID,
  tenantId: 'default',
  signatureId: SIGNATURE_ID,
  inputPath: 'tenants/default/signatures/2026/01/02/x/input.bin',
  requestedFormat: 'PAdES',
  requestedProfile: 'B',
  createdAt: NOW.toISOString(),
  attempt: 1,
};

function details(request: Partial<SignatureRequest> = {}, interruptions = 0): JobDetails {
  const file = {
    id: 'file',
    storageKey: MESSAGE.inputPath,
    originalFileName: 'a.pdf',
    contentType: 'application/pdf',
    size: 1,
    sha256: '00',
    createdAt: NOW,
    deletedAt: null,
    stagedKey: null,
  };
  return {
    request: requestInWork(NOW, { id: SIGNATURE_ID, inputFileId: 'file', ...request }),
    input: file,
    additionalInputs: [],
    output: null,
    appearance: null,
    job: {
      id: JOB_ID,
      signatureRequestId: SIGNATURE_ID,
      status: 'Locked',
      attempt: 1,
      lastError: null,
      lockedUntil: CLAIM.lockedUntil,
      createdAt: NOW,
      startedAt: NOW,
      completedAt: null,
      interruptions,
      stagedSignature: null,
    },
  };
}

interface Bench {
  readonly context: DeliveryContext;
  readonly steps: string[];
  readonly failures: JobFailure[];
  readonly retries: JobRetry[];
  readonly waits: JobWait[];
  readonly deadLetters: OutgoingMessage[];
  readonly events: DeliveryEvent[];
}

type Sign = (renewal: Promise<Claim | 'lost'>) => Promise<'done' | 'lost'>;

function bench(claimResult: ClaimResult, signJob: Sign): Bench {
  const steps: string[] = [];
  const failures: JobFailure[] = [];
  const retries: JobRetry[] = [];
  const waits: JobWait[] = [];
  const deadLetters: OutgoingMessage[] = [];
  const events: DeliveryEvent[] = [];
  // As in a real store, renewing the lease moves the fence: writes under the first claim are lost from then on.
  let fence: Claim = CLAIM;
  const store: WorkerStore = {
    claimJob: () => Promise.resolve(claimResult),
    startProcessing: () => {
      fence = RENEWED;
      return Promise.resolve(fence);
    },
    stageSignature: () => Promise.resolve('done'),
    completeJob: () => Promise.resolve('done'),
    failJob: (claim, failure) => {
      if (claim !== fence) return Promise.resolve('lost');
      steps.push('fail');
      failures.push(failure);
      return Promise.resolve('done');
    },
    releaseClaim: (claim) => {
      if (claim !== fence) return Promise.resolve('lost');
      steps.push('release');
      return Promise.resolve('done');
    },
    parkJob: (claim, wait) => {
      if (claim !== fence) return Promise.resolve('lost');
      steps.push(`park ${wait.waitReason}`);
      waits.push(wait);
      return Promise.resolve('done');
    },
    scheduleRetry: (claim, retry) => {
      if (claim !== fence) return Promise.resolve('lost');
      steps.push('retry');
      retries.push(retry);
      return Promise.resolve('done');
    },
  };
  let ids = 0;
  const context: DeliveryContext = {
    store,
    consumer: {
      publishDeadLetter: (message) => {
        steps.push('dead-letter');
        deadLetters.push(message);
        return Promise.resolve();
      },
    },
    company: createCompany(),
    retryPolicy: { maxAttempts: 5, initialBackoffMilliseconds: 1_000, maxBackoffMilliseconds: 60_000 },
    leaseMilliseconds: 900_000,
    now: () => NOW,
    newId: () => `id-${ids++}`,
    wait: () => Promise.resolve(),
    signJob: (start) => {
      steps.push('sign');
      return signJob(start([]));
    },
    report: (event) => void events.push(event),
    onSpan: () => undefined,
  };
  return { context, steps, failures, retries, waits, deadLetters, events };
}

function delivery(steps: string[], body: unknown = MESSAGE, redelivered = false): Delivery {
  const bytes = body instanceof Uint8Array ? body : new TextEncoder().encode(JSON.stringify(body));
  return {
    messageId: 'm-1',
    body: bytes,
    headers: { 'x-attempt': 1 },
    redelivered,
    acknowledge: () => {
      steps.push('acknowledge');
      return Promise.resolve();
    },
    requeue: () => Promise.resolve(),
  };
}

const done = (): Promise<'done'> => Promise.resolve('done');
const claimed = (request: Partial<SignatureRequest> = {}, interruptions = 0): ClaimResult => ({
  outcome: 'claimed',
  claim: CLAIM,
  details: details(request, interruptions),
});

describe('processDelivery', () => {
  it('signs under the claim and acknowledges last', async () => {
    const { context, steps, events } = bench(claimed(), done);
    await processDelivery(context, delivery(steps));
    expect(steps).toEqual(['sign', 'acknowledge']);
    expect(events.map((event) => event.outcome)).toEqual(['completed']);
  });

  it('works on a job in its trace, which log lines then carry', async () => {
    const traces: unknown[] = [];
    const { context, steps } = bench(claimed({ correlationId: 'order-7' }), async () => {
      await Promise.resolve();
      traces.push(currentContext());
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

  it('takes a job under which a process died only when nothing else runs, so that nobody else dies with it', async () => {
    const { context, steps } = bench(claimed(), done);
    const asked: (boolean | undefined)[] = [];
    const store: WorkerStore = {
      ...context.store,
      claimJob: ({ hasCompany }) => {
        asked.push(hasCompany);
        return Promise.resolve(hasCompany === true ? { outcome: 'suspect' } : claimed({}, 1));
      },
    };
    const neighbour = Promise.withResolvers<undefined>();
    const company = context.company.together(() => neighbour.promise);
    const handled = processDelivery({ ...context, store }, delivery(steps));
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect([asked, steps]).toEqual([[true], []]);
    neighbour.resolve(undefined);
    await Promise.all([company, handled]);
    expect([asked, steps]).toEqual([
      [true, false],
      ['sign', 'acknowledge'],
    ]);
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

  it('fails the job first, then dead-letters, then acknowledges on a permanent failure', async () => {
    const { context, steps, failures, deadLetters } = bench(claimed(), () =>
      Promise.reject(new StationError('SIGNING_CERTIFICATE_EXPIRED', 'expired')),
    );
    await processDelivery(context, delivery(steps));
    expect(steps).toEqual(['sign', 'fail', 'dead-letter', 'acknowledge']);
    expect(failures[0]?.errorCode).toBe('SIGNING_CERTIFICATE_EXPIRED');
    expect(deadLetters[0]?.headers).toEqual({
      'x-attempt': 1,
      'x-failure-kind': 'permanent',
      'x-failure-reason': 'SIGNING_CERTIFICATE_EXPIRED',
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
    expect(started).toEqual([[CLAIM, { now: NOW, leaseMilliseconds: 900_000, audit: [selection] }]]);
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
