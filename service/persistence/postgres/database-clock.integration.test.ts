import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgresServer, type PostgresServer } from '../../../e2e/actors/postgres/postgres-server.ts';
import { AT_ONCE } from '../../domain/job-message-row.ts';
import type { AcceptUnit, Persistence } from '../persistence.ts';
import {
  acceptUnit,
  claimOf,
  failureAt,
  LEASE_MILLISECONDS,
  outboxMessage,
  retryAt,
  waitFailureAt,
} from '../sample-records.suite.ts';
import { newUuidV7 } from '../../ids/uuid-v7.ts';
import { openPostgresPersistence } from './postgres-persistence.ts';
import { optionsFor } from './test-database.suite.ts';

const TEN_MINUTES = 600_000;
/** More than a test takes, on whatever machine. */
const HOUR = 3_600_000;

/** Two hosts: the clock of one is ten minutes ahead of the database's, that of the other ten minutes behind. */
describe('hosts whose clocks differ', () => {
  let server: PostgresServer;
  let ahead: Persistence;
  let behind: Persistence;
  const aheadNow = (): Date => new Date(Date.now() + TEN_MINUTES);
  const behindNow = (): Date => new Date(Date.now() - TEN_MINUTES);

  beforeAll(async () => {
    server = await startPostgresServer();
  });
  afterAll(() => server.dispose());

  beforeEach(async () => {
    const options = optionsFor(server, { clock: 'database', station: 'ahead' });
    ahead = await openPostgresPersistence(options);
    behind = await openPostgresPersistence({ ...options, station: 'behind' });
    return async () => {
      await ahead.close();
      await behind.close();
    };
  });

  async function accept(store: Persistence, now: Date): Promise<AcceptUnit> {
    const unit = acceptUnit({ request: { createdAt: now } });
    const accepted = { ...unit, outboxMessage: { ...unit.outboxMessage, occurredAt: now, availableAt: AT_ONCE } };
    await store.acceptSignatureRequest(accepted);
    return accepted;
  }

  async function claim(store: Persistence, unit: AcceptUnit, now: Date) {
    const result = await store.claimJob(claimOf(unit, now, { leaseMilliseconds: HOUR }));
    if (result.outcome !== 'claimed') throw new Error(result.outcome);
    return result.claim;
  }

  it('agree how long a lease lasts', async () => {
    const unit = await accept(behind, behindNow());
    const held = await claim(behind, unit, behindNow());
    expect(Math.abs(held.lockedUntil.getTime() - Date.now() - HOUR)).toBeLessThan(HOUR / 2);
    // By its own clock the lease of a host that is an hour ahead would be over.
    const farAhead = new Date(Date.now() + 2 * HOUR);
    expect(await ahead.claimJob(claimOf(unit, farAhead))).toEqual({ outcome: 'held' });
    expect(
      await behind.startProcessing(held, { now: behindNow(), leaseMilliseconds: LEASE_MILLISECONDS, audit: [] }),
    ).not.toBe('lost');
  });

  it('agree when a retry is due', async () => {
    const unit = await accept(ahead, aheadNow());
    await ahead.markPublished([unit.outboxMessage.id], aheadNow());
    const held = await claim(ahead, unit, aheadNow());
    const now = aheadNow();
    const next = new Date(now.getTime() + HOUR);
    const retry = { ...retryAt(now, next), outboxMessage: { ...outboxMessage(next), occurredAt: now } };
    expect(await ahead.scheduleRetry(held, retry)).toBe('done');
    // Nobody takes it before the hour is over, whatever the clock of the host says.
    const farAhead = new Date(Date.now() + 2 * HOUR);
    expect(await ahead.claimJob(claimOf(unit, farAhead))).toEqual({ outcome: 'not-due' });
    expect(await ahead.dueOutboxMessages(farAhead, 10)).toEqual([]);
    // Each is told by its own clock when to look again.
    for (const [store, clock] of [
      [ahead, aheadNow],
      [behind, behindNow],
    ] as const) {
      const asked = clock();
      const dueIn = ((await store.nextOutboxDueAt(asked))?.getTime() ?? 0) - asked.getTime();
      expect(Math.abs(dueIn - HOUR)).toBeLessThan(HOUR / 2);
    }
  });

  it('share the outbox without handing a message over twice', async () => {
    const units = [];
    for (let n = 0; n < 10; n += 1) units.push(await accept(ahead, aheadNow()));
    const [mine, theirs] = await Promise.all([
      ahead.dueOutboxMessages(aheadNow(), 5),
      behind.dueOutboxMessages(behindNow(), 100),
    ]);
    const ids = [...mine, ...theirs].map((message) => message.id);
    expect(new Set(ids).size).toBe(ids.length);
    const rest = await behind.dueOutboxMessages(behindNow(), 100);
    const all = new Set([...ids, ...rest.map((message) => message.id)]);
    expect(all).toEqual(new Set(units.map((unit) => unit.outboxMessage.id)));
    // What this one has taken it may take again: it may have been restarted.
    expect((await ahead.dueOutboxMessages(aheadNow(), 5)).map((message) => message.id)).toEqual(
      mine.map((message) => message.id),
    );
  });

  it('agree how long a document has waited for its approval, and a job for its token', async () => {
    const waits = { status: 'Queued', waitReason: 'APPROVAL_PENDING', messageId: null } as const;
    for (const [store, now] of [
      [behind, behindNow()],
      [ahead, aheadNow()],
    ] as const) {
      const unit = acceptUnit({ request: { createdAt: now, ...waits, waitingSince: now } });
      await store.acceptSignatureRequest(unit);
    }
    const parked = await accept(behind, behindNow());
    const held = await claim(behind, parked, behindNow());
    const { audit, ...why } = failureAt(behindNow());
    const wait = { ...why, audit, message: 'No token.', waitReason: 'TOKEN_ABSENT', nextAttemptAt: null } as const;
    await behind.parkJob(held, wait);
    const since = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds);
    for (const [store, clock] of [
      [ahead, aheadNow],
      [behind, behindNow],
    ] as const) {
      const now = clock();
      const failure = () => waitFailureAt(now);
      expect(await store.overdueApprovals(since(now, TEN_MINUTES / 2), { now, limit: 10 })).toEqual([]);
      expect(
        await store.failWaitingJobs({ waitingBefore: since(now, TEN_MINUTES / 2), now, limit: 10, failure }),
      ).toEqual([]);
      expect(await store.overdueApprovals(since(now, -TEN_MINUTES / 2), { now, limit: 10 })).toHaveLength(2);
    }
  });

  it.each([
    ['approved at the desk', true],
    ['let pass at once', false],
  ])('agree until when a document may be signed that was %s', async (_how, waits) => {
    for (const [store, clock] of [
      [ahead, aheadNow],
      [behind, behindNow],
    ] as const) {
      const [now, approvedTerms] = [clock(), 'terms'];
      const approved = { approvedTerms, approvedUntil: new Date(now.getTime() + HOUR) };
      const pending = { waitReason: 'APPROVAL_PENDING', waitingSince: now } as const;
      const changes = { createdAt: now, status: 'Queued', approvalRule: 'Limited' } as const;
      const made = acceptUnit({ request: { ...changes, ...(waits ? pending : approved) } });
      const unit = { ...made, outboxMessage: { ...made.outboxMessage, occurredAt: now, availableAt: AT_ONCE } };
      await store.acceptSignatureRequest(unit);
      if (waits) {
        const { tenantId, id: signatureId } = unit.request;
        const message = { ...unit.outboxMessage, id: newUuidV7() };
        const given = { tenantId, signatureId, ...approved, outboxMessage: message, audit: [] };
        expect(await store.approveRequests([given], now)).toHaveLength(1);
      }
      const [other, otherClock] = store === ahead ? ([behind, behindNow] as const) : ([ahead, aheadNow] as const);
      const told = otherClock();
      const result = await other.claimJob(claimOf(unit, told));
      if (result.outcome !== 'claimed') throw new Error(result.outcome);
      const left = (result.details.request.approvedUntil?.getTime() ?? 0) - told.getTime();
      expect(Math.abs(left - HOUR)).toBeLessThan(TEN_MINUTES / 2);
    }
  });

  it('wait as long as a failed hand-over says', async () => {
    const unit = await accept(behind, behindNow());
    await behind.dueOutboxMessages(behindNow(), 10);
    await behind.markPublishFailed([unit.outboxMessage.id], 'refused', { now: behindNow(), afterMilliseconds: HOUR });
    expect(await ahead.dueOutboxMessages(aheadNow(), 10)).toEqual([]);
  });
});
