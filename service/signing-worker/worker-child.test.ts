import { describe, expect, it } from 'vitest';
import type { Blame, ClaimResult, Persistence } from '../persistence/persistence.ts';
import type { ExitReason } from '../processes/launcher.ts';
import { createLinkPair } from '../processes/link-pair.suite.ts';
import { createPeer } from '../processes/request-reply.ts';
import { createLogger } from '../telemetry/logger.ts';
import { createMetricsRegistry } from '../telemetry/metrics.ts';
import { acceptUnit } from '../persistence/sample-records.suite.ts';
import { startWorkerChild, type WorkerChildOptions } from './worker-child.ts';
import { AWAY_FROM_DOCUMENT_TOPIC, WORKER_CHANNEL, WORKER_HOST_PROTOCOL, WORKER_PROTOCOL } from './worker-protocol.ts';

const AT = new Date('2026-01-02T03:04:05.000Z');

/** A worker of the test's own behind a link, and what the host says of its claims when it has died. */
function bench(answered: Promise<unknown> = Promise.resolve()) {
  const steps: string[] = [];
  const lines: string[] = [];
  const [childEnd, hostEnd] = createLinkPair();
  const death = Promise.withResolvers<ExitReason>();
  const released = Promise.withResolvers<Blame>();
  const results: ClaimResult[] = [];
  const persistence = {
    claimJob: async () => {
      await answered;
      steps.push('claimed');
      return results.shift() ?? { outcome: 'held' };
    },
    releaseClaims: (_claimant: string, _now: Date, blame: Blame) => {
      steps.push('released');
      released.resolve(blame);
      return Promise.resolve([]);
    },
  } as unknown as Persistence;
  const session = { consumeJobs: () => Promise.reject(new Error('none')), close: () => Promise.resolve() };
  const child = startWorkerChild({
    ...({
      env: {},
      entry: 'worker.js',
      device: {},
      validationData: {},
      timestamping: {},
    } as unknown as WorkerChildOptions),
    settings: { leaseMilliseconds: 900_000 } as WorkerChildOptions['settings'],
    startsWhenNeeded: false,
    lanes: undefined,
    tracing: undefined,
    launcher: {
      launch: () => ({ pid: 1, link: hostEnd, exited: death.promise, kill: () => undefined }),
    },
    persistence,
    openSession: () => session as unknown as ReturnType<WorkerChildOptions['openSession']>,
    newClaimant: () => 'station/worker-1',
    now: () => AT,
    logger: createLogger({ level: 'warn', clock: () => AT, processName: 'host', write: (line) => lines.push(line) }),
    metrics: createMetricsRegistry(),
  });
  const worker = createPeer({
    link: childEnd,
    channel: WORKER_CHANNEL,
    local: {
      protocol: WORKER_PROTOCOL,
      handlers: {
        start: () => Promise.resolve(undefined),
        stop: () => Promise.resolve(undefined),
        ping: () => Promise.resolve({ inProgress: 0 }),
      },
    },
    remote: WORKER_HOST_PROTOCOL,
  });
  const claim = (jobId: string) =>
    worker.call('claimJob', {
      jobId,
      expected: { tenantId: 't', signatureId: 's', inputPath: '', requestedFormat: 'PAdES', requestedProfile: 'B' },
      now: AT,
      leaseMilliseconds: 1,
      audit: [],
      whenHeld: {
        ...{ id: 'm', type: 'SigningJob', payload: '{}', traceparent: null, retryCount: 0, error: null },
        ...{ occurredAt: AT, availableAt: AT, publishedAt: null },
      },
    });
  return {
    worker,
    claim,
    /** How the next claim ends, of a job over which so many processes have died. */
    claimed: (interruptions: number) => {
      const { request, job, files } = acceptUnit();
      const [input] = files;
      if (input === undefined) throw new Error('A request has an input.');
      results.push({
        outcome: 'claimed',
        claim: { jobId: job.id, attempt: 1, lockedUntil: AT },
        details: {
          ...{ request, job: { ...job, interruptions }, input, additionalInputs: [], output: null, appearance: null },
        },
      });
    },
    /** What became of claims. */
    steps,
    /** What the host has logged. */
    lines,
    /** The worker leaves as soon as it is told to stop. */
    stop: () => {
      childEnd.onClose(() => death.resolve({ kind: 'exited', exitCode: 0 }));
      return child.stop(1_000);
    },
    away: (jobId: string) => worker.notify(AWAY_FROM_DOCUMENT_TOPIC, { jobId }),
    /** Whom the host suspects when the worker dies now. */
    die: async (): Promise<Blame> => {
      // An answered call: whatever was sent before it has arrived.
      await worker.call('backAtDocument', { jobId: 'nobody' });
      death.resolve({ kind: 'killed', signal: 'SIGKILL' });
      const blame = await released.promise;
      await child.supervised.stop(0);
      return blame;
    },
  };
}

describe('the death of a worker', () => {
  it('makes no suspects of jobs that were away from their documents', async () => {
    const { away, die } = bench();
    away('waits for its device');
    away('waits for its turn');
    expect(await die()).toEqual({ except: ['waits for its device', 'waits for its turn'] });
  });

  it('makes suspects of jobs that came back to their documents or were claimed anew', async () => {
    const { away, worker, claim, die } = bench();
    for (const job of ['back', 'claimed again', 'away']) away(job);
    await worker.call('backAtDocument', { jobId: 'back' });
    await claim('claimed again');
    expect(await die()).toEqual({ except: ['away'] });
  });

  it('makes suspects anew of those alone that had come to their documents', async () => {
    const { worker, claim, claimed, die } = bench();
    for (const [job, interruptions] of [
      ['ordinary', 0],
      ['the cause', 3],
      ['waits for its turn', 3],
    ] as const) {
      claimed(interruptions);
      await claim(job);
    }
    await worker.call('backAtDocument', { jobId: 'the cause' });
    expect(await die()).toEqual({ except: ['waits for its turn'] });
  });
});

describe('a worker that dies while the database has not answered its claim', () => {
  it('is released of that one, too, and not blamed for it', async () => {
    const database = Promise.withResolvers<undefined>();
    const { steps, claim, claimed, die } = bench(database.promise);
    claimed(0);
    // Nobody is there to hear of it.
    claim('under way').catch(() => undefined);
    const died = die();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(steps).toEqual([]);
    database.resolve(undefined);
    // It has never seen that document.
    expect(await died).toEqual({ except: ['under way'] });
    expect(steps).toEqual(['claimed', 'released']);
  });
});

describe('a worker that does not come to start, for it is given no settings that it knows', () => {
  it('is said to be replaced', async () => {
    const { stop, lines } = bench();
    await expect.poll(() => lines.join('\n')).toContain('replaced');
    await stop();
  });

  it('is not where the station stops meanwhile', async () => {
    const { stop, lines } = bench();
    await stop();
    expect(lines).toEqual([]);
  });
});
