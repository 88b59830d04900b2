import type { ErrorCode } from '../contract/vocabulary/error-catalogue.ts';
import type { WaitReason } from '../contract/vocabulary/failures.ts';
import type { SignatureStatus } from '../contract/vocabulary/states.ts';
import type { StateFeed } from './state-feed.ts';
import { delegatedPersistence } from '../persistence/delegated-persistence.ts';
import type { Persistence } from '../persistence/persistence.ts';
import type { Metrics } from '../telemetry/metrics.ts';

export interface Announcements {
  readonly feed: StateFeed;
  readonly metrics: Metrics;
  /** Something was committed to the outbox: the publisher has work. */
  readonly onOutboxChanged: () => void;
  /** A job waits for a token, a card or a PIN. */
  readonly onJobParked: (waitReason: WaitReason) => void;
  /** What jobs wait for may be another thing now. */
  readonly onWaitChanged: () => void;
}

/**
 * The same persistence, telling the feed, the metrics and the publisher of what was committed. Stages wake each other
 * this way; nobody polls. What a worker writes comes through here too, since its operations are relayed by the host.
 */
export function announcePersistence(persistence: Persistence, announcements: Announcements): Persistence {
  const announcer = new Announcer(announcements);
  return {
    ...delegatedPersistence(persistence),
    ...intakeOperations(persistence, announcer),
    ...unattendedOperations(persistence, announcer),
    ...approvalOperations(persistence, announcer),
    ...jobOperations(persistence, announcer),
  };
}

interface Named {
  readonly signatureId: string;
  readonly tenantId: string;
}

class Announcer {
  readonly metrics: Metrics;
  readonly outboxChanged: () => void;
  readonly jobParked: (waitReason: WaitReason) => void;
  readonly waitChanged: () => void;
  readonly #feed: StateFeed;
  /** A worker's writes name the job only; whose it is is known from the claim. */
  readonly #claimed = new Map<string, Named & { readonly claimedAt: Date }>();

  constructor({ feed, metrics, onOutboxChanged, onJobParked, onWaitChanged }: Announcements) {
    this.#feed = feed;
    this.metrics = metrics;
    this.outboxChanged = onOutboxChanged;
    this.jobParked = onJobParked;
    this.waitChanged = onWaitChanged;
  }

  tell({ signatureId, tenantId }: Named, status: SignatureStatus, at: Date): void {
    this.#feed.announce({ signatureId, tenantId, status, at: at.toISOString() });
  }

  claimed(jobId: string, named: Named, queuedAt: Date, at: Date): void {
    this.#claimed.set(jobId, { ...named, claimedAt: at });
    this.tell(named, 'Processing', at);
    this.metrics.observe('signature_queue_wait_seconds', secondsBetween(queuedAt, at));
  }

  ended(jobId: string, status: SignatureStatus, at: Date): void {
    const job = this.#claimed.get(jobId);
    this.#claimed.delete(jobId);
    if (job === undefined) return;
    this.tell(job, status, at);
    this.metrics.observe('signature_duration_seconds', secondsBetween(job.claimedAt, at));
  }
}

function intakeOperations(
  persistence: Persistence,
  announcer: Announcer,
): Pick<Persistence, 'acceptSignatureRequest' | 'rejectSignatureRequest' | 'cancelRequest'> {
  return {
    async acceptSignatureRequest(unit) {
      const result = await persistence.acceptSignatureRequest(unit);
      if (result.outcome !== 'accepted') return result;
      const { id, tenantId, status, createdAt } = unit.request;
      announcer.tell({ signatureId: id, tenantId }, status, createdAt);
      if (result.isHandedOver !== true) announcer.outboxChanged();
      return result;
    },
    async rejectSignatureRequest(unit) {
      await persistence.rejectSignatureRequest(unit);
      const { id, tenantId, status, createdAt } = unit.request;
      announcer.tell({ signatureId: id, tenantId }, status, createdAt);
    },
    async cancelRequest(args) {
      const result = await persistence.cancelRequest(args);
      if (result === 'cancelled') {
        announcer.tell({ signatureId: args.id, tenantId: args.tenantId }, 'Cancelled', args.at);
      }
      return result;
    },
  };
}

function approvalOperations(
  persistence: Persistence,
  announcer: Announcer,
): Pick<Persistence, 'approveRequests' | 'endApprovals'> {
  return {
    async approveRequests(approvals, at) {
      const approved = await persistence.approveRequests(approvals, at);
      for (const job of approved) announcer.tell(job, 'Queued', at);
      if (approved.length > 0) announcer.outboxChanged();
      return approved;
    },
    async endApprovals(ended, at) {
      const done = await persistence.endApprovals(ended, at);
      for (const job of done) announcer.tell(job, 'Cancelled', at);
      return done;
    },
  };
}

function unattendedOperations(
  persistence: Persistence,
  announcer: Announcer,
): Pick<
  Persistence,
  'releaseClaims' | 'handOverAgain' | 'wakeJobs' | 'failWaitingJobs' | 'changeWaitReason' | 'letWait'
> {
  return {
    async changeWaitReason(group, obstacle) {
      await persistence.changeWaitReason(group, obstacle);
      announcer.waitChanged();
    },
    async letWait(jobs, now) {
      const waiting = await persistence.letWait(jobs, now);
      for (const job of waiting) announcer.tell(job, 'Queued', now);
      return waiting;
    },
    async releaseClaims(claimant, now, blame) {
      const released = await persistence.releaseClaims(claimant, now, blame);
      for (const job of released) announcer.ended(job.jobId, 'Queued', now);
      return released;
    },
    async wakeJobs(messages, now) {
      const woken = await persistence.wakeJobs(messages, now);
      for (const job of woken) announcer.tell(job, 'Queued', now);
      if (woken.length > 0) announcer.outboxChanged();
      return woken;
    },
    async failWaitingJobs(args) {
      const codes = new Map<string, ErrorCode>();
      const failed = await persistence.failWaitingJobs({
        ...args,
        failure: (job, ...why) => {
          const failure = args.failure(job, ...why);
          codes.set(job.jobId, failure.errorCode);
          return failure;
        },
      });
      for (const job of failed) {
        announcer.tell(job, 'Failed', new Date());
        const errorCode = codes.get(job.jobId) ?? 'SIGNING_PROVIDER_UNAVAILABLE';
        announcer.metrics.increment('signature_failed_total', { errorCode });
      }
      if (failed.length > 0) announcer.outboxChanged();
      return failed;
    },
    async handOverAgain(messages, now) {
      const done = await persistence.handOverAgain(messages, now);
      if (done.length > 0) {
        announcer.metrics.increment('signature_jobs_recovered_total', {}, done.length);
        announcer.outboxChanged();
      }
      return done;
    },
  };
}

function jobOperations(
  persistence: Persistence,
  announcer: Announcer,
): Pick<Persistence, 'claimJob' | 'completeJob' | 'failJob' | 'parkJob' | 'releaseClaim' | 'scheduleRetry'> {
  return {
    async claimJob(args) {
      const result = await persistence.claimJob(args);
      if (result.outcome === 'claimed') {
        const { id, tenantId, createdAt } = result.details.request;
        announcer.claimed(args.jobId, { signatureId: id, tenantId }, createdAt, args.now);
      }
      if (result.outcome === 'held') announcer.outboxChanged();
      return result;
    },
    async completeJob(claim, completion) {
      const result = await persistence.completeJob(claim, completion);
      if (result === 'lost') return result;
      announcer.metrics.increment('signature_completed_total');
      announcer.ended(claim.jobId, 'Completed', completion.at);
      return result;
    },
    async failJob(claim, failure) {
      const result = await persistence.failJob(claim, failure);
      if (result === 'lost') return result;
      announcer.metrics.increment('signature_failed_total', { errorCode: failure.errorCode });
      announcer.ended(claim.jobId, 'Failed', failure.at);
      return result;
    },
    async parkJob(claim, wait) {
      const result = await persistence.parkJob(claim, wait);
      if (result === 'lost') return result;
      announcer.ended(claim.jobId, 'Queued', wait.at);
      announcer.jobParked(wait.waitReason);
      announcer.waitChanged();
      return result;
    },
    async releaseClaim(claim, now) {
      const result = await persistence.releaseClaim(claim, now);
      if (result === 'done') announcer.ended(claim.jobId, 'Queued', now);
      return result;
    },
    async scheduleRetry(claim, retry) {
      const result = await persistence.scheduleRetry(claim, retry);
      if (result === 'lost') return result;
      announcer.metrics.increment('rabbitmq_retry_total');
      announcer.ended(claim.jobId, 'RetryScheduled', retry.at);
      announcer.outboxChanged();
      return result;
    },
  };
}

function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, (to.getTime() - from.getTime()) / 1000);
}
