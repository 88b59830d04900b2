import { expect, it } from 'vitest';
import type { Claim } from '../domain/claim.ts';
import type { AcceptUnit, Persistence } from './persistence.ts';
import {
  acceptUnit,
  at,
  auditEvent,
  claimOf,
  completionOf,
  failureAt,
  LEASE_MILLISECONDS,
  retryAt,
  stagedSignature,
} from './sample-records.suite.ts';

/**
 * Every state a request and its job can be in, against every operation: what is allowed, and that a refused operation
 * leaves no trace. Specification section 3, its table and rules 1 to 7. `NOW` is when the operations are tried.
 */
const NOW = at(100_000);

interface Scene {
  readonly store: Persistence;
  readonly unit: AcceptUnit;
}

/** Brings a fresh request into a state and answers the newest claim of the worker in question. */
type Arrange = (scene: Scene) => Promise<Claim>;

const noClaim = (unit: AcceptUnit): Claim => ({ jobId: unit.job.id, attempt: 0, lockedUntil: at(0) });

async function claim({ store, unit }: Scene, now: Date, leaseMilliseconds = LEASE_MILLISECONDS): Promise<Claim> {
  const result = await store.claimJob(claimOf(unit, now, { leaseMilliseconds }));
  if (result.outcome !== 'claimed') throw new Error(`Not claimed: ${result.outcome}.`);
  return result.claim;
}

async function start(scene: Scene, now: Date, leaseMilliseconds = LEASE_MILLISECONDS): Promise<Claim> {
  const started = await scene.store.startProcessing(await claim(scene, now), { now, leaseMilliseconds, audit: [] });
  if (started === 'lost') throw new Error('The claim was lost.');
  return started;
}

async function retried(scene: Scene, nextAttemptAt: Date, isPublished = false): Promise<Claim> {
  const started = await start(scene, at(10));
  const retry = retryAt(at(20), nextAttemptAt);
  await scene.store.scheduleRetry(started, retry);
  if (isPublished) await scene.store.markPublished([retry.outboxMessage.id], at(30));
  return started;
}

const STATES: Record<string, Arrange> = {
  Queued: ({ unit }) => Promise.resolve(noClaim(unit)),
  Locked: (scene) => claim(scene, at(10)),
  Processing: (scene) => start(scene, at(10)),
  'Locked, lease over': (scene) => claim(scene, at(10), 5),
  'Processing, lease over': (scene) => start(scene, at(10), 5),
  'Locked by another since': async (scene) => {
    const old = await claim(scene, at(10), 5);
    await claim(scene, at(20));
    return old;
  },
  'Retry not due': (scene) => retried(scene, at(200_000)),
  'Retry due': (scene) => retried(scene, at(90_000)),
  'Retry published': (scene) => retried(scene, at(25), true),
  Released: async (scene) => {
    const old = await start(scene, at(10));
    await scene.store.releaseClaims('station/worker-1', at(20), { except: [] });
    return old;
  },
  Completed: async (scene) => {
    const old = await start(scene, at(10));
    await scene.store.completeJob(old, completionOf(scene.unit, at(20)));
    return old;
  },
  Failed: async (scene) => {
    const old = await start(scene, at(10));
    await scene.store.failJob(old, failureAt(at(20)));
    return old;
  },
  Cancelled: async ({ store, unit }) => {
    await store.cancelRequest({ tenantId: 'acme', id: unit.request.id, at: at(20), audit: [] });
    return noClaim(unit);
  },
  Created: ({ unit }) => Promise.resolve(noClaim(unit)),
  Rejected: ({ unit }) => Promise.resolve(noClaim(unit)),
};

/** Each answers a word for what happened. */
const OPERATIONS = {
  claim: async ({ store, unit }: Scene) => (await store.claimJob(claimOf(unit, NOW))).outcome,
  start: async ({ store }: Scene, held: Claim) => {
    const result = await store.startProcessing(held, { now: NOW, leaseMilliseconds: LEASE_MILLISECONDS, audit: [] });
    return result === 'lost' ? 'lost' : 'started';
  },
  stage: ({ store, unit }: Scene, held: Claim) =>
    store.stageSignature(held, { signature: stagedSignature(unit), at: NOW, audit: [] }),
  complete: ({ store, unit }: Scene, held: Claim) => store.completeJob(held, completionOf(unit, NOW)),
  fail: ({ store }: Scene, held: Claim) => store.failJob(held, failureAt(NOW)),
  retry: ({ store }: Scene, held: Claim) => store.scheduleRetry(held, retryAt(NOW, at(300_000))),
  cancel: ({ store, unit }: Scene) =>
    store.cancelRequest({
      tenantId: 'acme',
      id: unit.request.id,
      at: NOW,
      audit: [auditEvent('SignatureCancelled')],
    }),
};

/** Answers of claim, start, stage, complete, fail, retry, cancel in each state. */
const ANSWERS: Record<keyof typeof STATES, string> = {
  Queued: 'claimed lost lost lost lost lost cancelled',
  Locked: 'held started lost lost done done not-cancellable',
  Processing: 'held started done done done done not-cancellable',
  'Locked, lease over': 'claimed started lost lost done done not-cancellable',
  'Processing, lease over': 'claimed started done done done done not-cancellable',
  'Locked by another since': 'held lost lost lost lost lost not-cancellable',
  'Retry not due': 'not-due lost lost lost lost lost not-cancellable',
  'Retry due': 'claimed lost lost lost lost lost not-cancellable',
  'Retry published': 'claimed lost lost lost lost lost cancelled',
  Released: 'claimed lost lost lost lost lost cancelled',
  Completed: 'terminal lost lost lost lost lost not-cancellable',
  Failed: 'terminal lost lost lost lost lost not-cancellable',
  Cancelled: 'terminal lost lost lost lost lost not-cancellable',
  Created: 'not-due lost lost lost lost lost cancelled',
  Rejected: 'terminal lost lost lost lost lost not-cancellable',
};

const CASES = Object.entries(ANSWERS).flatMap(([state, answers]) =>
  answers.split(' ').map((answer, index) => ({
    state,
    operation: Object.keys(OPERATIONS)[index] as keyof typeof OPERATIONS,
    answer,
  })),
);
const CHANGES = ['claimed', 'started', 'done', 'cancelled'];

export function describeJobStates(current: () => Persistence): void {
  it.each(CASES)('$state: $operation answers $answer', async ({ state, operation, answer }) => {
    const status = state === 'Created' || state === 'Rejected' ? state : 'Queued';
    const scene = { store: current(), unit: acceptUnit({ request: { status } }) };
    await scene.store.acceptSignatureRequest(scene.unit);
    const held = await STATES[state]?.(scene);
    if (held === undefined) throw new Error('There is no such state.');
    const before = await everything(scene.store);
    expect(await OPERATIONS[operation](scene, held)).toBe(answer);
    const after = await everything(scene.store);
    if (CHANGES.includes(answer)) expect(after).not.toEqual(before);
    else expect(after).toEqual(before);
  });
}

/** All that an operation could have changed. */
async function everything(store: Persistence) {
  const all = { tenantId: 'acme', limit: 200, cursor: null };
  return {
    jobs: await store.listJobs(all, {}),
    audit: await store.listAuditEvents(all, {}),
    outbox: await store.dueOutboxMessages(at(1_000_000), 100),
    certificates: await store.listCertificateRecords(),
    statistics: await store.statistics('acme', at(0)),
  };
}
