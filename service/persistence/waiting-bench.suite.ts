import { expect } from 'vitest';
import type { Claim } from '../domain/claim.ts';
import type { AcceptUnit, JobWait, Obstacle, Persistence, WaitingGroup } from './persistence.ts';
import { acceptUnit, at, auditEvent, claimOf, LEASE_MILLISECONDS, outboxMessage } from './sample-records.suite.ts';

/** What is done to jobs that wait, in the tests of them. */
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- what it gives says itself
export function waitingBench(current: () => Persistence) {
  async function accept(
    thumbprint: string | null = null,
    changes: Partial<AcceptUnit['request']> = {},
  ): Promise<AcceptUnit> {
    const unit = acceptUnit({ request: { certificateThumbprint: thumbprint, ...changes } });
    await current().acceptSignatureRequest(unit);
    await current().markPublished([unit.outboxMessage.id], at(1));
    return unit;
  }

  async function claim(unit: AcceptUnit, now: Date): Promise<Claim> {
    const result = await current().claimJob(claimOf(unit, now));
    if (result.outcome !== 'claimed') throw new Error(`Not claimed: ${result.outcome}.`);
    const started = await current().startProcessing(result.claim, {
      now,
      leaseMilliseconds: LEASE_MILLISECONDS,
      audit: [],
    });
    if (started === 'lost') throw new Error('The claim was lost.');
    return started;
  }

  const waitAt = (now: Date, waitReason: JobWait['waitReason'] = 'TOKEN_ABSENT'): JobWait => ({
    waitReason,
    message: 'Put the card in.',
    errorSentence: { code: 'PUT_IN', parameters: { name: 'card' } },
    errorCode: 'SIGNING_PROVIDER_UNAVAILABLE',
    failureArea: 'token',
    nextAttemptAt: null,
    at: now,
    audit: [auditEvent('RetryScheduled')],
  });

  const obstacle = (waitReason: JobWait['waitReason'], now: Date): Obstacle => ({
    ...{ waitReason, message: 'Another card is in.', errorSentence: { code: 'OTHER_IN', parameters: {} } },
    ...{ errorCode: 'CERTIFICATE_NOT_FOUND', failureArea: 'pin', at: now },
  });
  const NO_REASON = { errorCode: null, errorMessage: null, errorSentence: null, failureArea: null };

  async function park(unit: AcceptUnit, now: Date, waitReason?: JobWait['waitReason']): Promise<void> {
    expect(await current().parkJob(await claim(unit, now), waitAt(now, waitReason))).toBe('done');
  }

  const requestOf = async (unit: AcceptUnit) => (await current().findRequest('acme', unit.request.id))?.request;

  async function wakeAll(group: WaitingGroup, now: Date) {
    const jobs = await current().waitingJobs(group, 100);
    return current().wakeJobs(
      jobs.map((job) => ({ jobId: job.jobId, lostMessageId: job.messageId, outboxMessage: outboxMessage(now) })),
      now,
    );
  }

  return { accept, claim, waitAt, obstacle, NO_REASON, park, requestOf, wakeAll };
}
