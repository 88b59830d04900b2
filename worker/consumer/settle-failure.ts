import type { Delivery } from '../../service/broker/broker.ts';
import type { JobMessage } from '../../service/contract/jobs/job-message.ts';
import { workerEvent } from '../../service/domain/audit-events.ts';
import { backoffAfter } from '../../service/domain/retry-backoff.ts';
import type { Claim } from '../../service/domain/claim.ts';
import type { WaitReason } from '../../service/contract/vocabulary/failures.ts';
import type { JobDetails, NewAuditEvent } from '../../service/persistence/persistence.ts';
import type { Failure } from './failure.ts';
import { deadLetter } from './dead-letters.ts';
import { messageAt, type DeliveryContext } from './delivery-context.ts';

/** Nothing failed: whoever sees that the token, the card or the PIN is there, or that it is time, wakes the job again. */
async function park(
  context: DeliveryContext,
  claim: Claim,
  { code, area, message, sentence, waitUntil }: Failure,
  waitReason: WaitReason,
): Promise<'waiting' | 'lost'> {
  const result = await context.store.parkJob(claim, {
    waitReason,
    message,
    errorSentence: sentence,
    errorCode: code,
    failureArea: area,
    nextAttemptAt: waitUntil,
    at: context.now(),
    audit: [workerEvent(context, 'RetryScheduled', { errorCode: code, waitReason, ...untilOf(waitUntil) })],
  });
  return result === 'done' ? 'waiting' : 'lost';
}

function untilOf(waitUntil: Date | null): { readonly waitUntil?: string } {
  return waitUntil === null ? {} : { waitUntil: waitUntil.toISOString() };
}

/** What has to wait is parked, a transient failure with attempts left is rescheduled, anything else ends the job. */
export async function settleFailure(
  context: DeliveryContext,
  delivery: Delivery,
  message: JobMessage,
  claim: Claim,
  details: JobDetails,
  failure: Failure,
): Promise<'failed' | 'retry-scheduled' | 'waiting' | 'lost'> {
  if (failure.waitReason !== null) return park(context, claim, failure, failure.waitReason);
  const wait = failure.kind === 'transient' ? backoffAfter(context.retryPolicy, details.request.retryCount + 1) : null;
  if (wait === null) return fail(context, delivery, claim, details, failure);
  const at = context.now();
  const nextAttemptAt = new Date(at.getTime() + wait);
  const attempt = details.request.retryCount + 2;
  const result = await context.store.scheduleRetry(claim, {
    errorCode: failure.code,
    errorMessage: failure.message,
    errorSentence: failure.sentence,
    failureArea: failure.area,
    at,
    nextAttemptAt,
    outboxMessage: messageAt(context, delivery, { ...message, attempt }, nextAttemptAt),
    audit: [workerEvent(context, 'RetryScheduled', { errorCode: failure.code, attempt, waitMilliseconds: wait })],
  });
  return result === 'done' ? 'retry-scheduled' : 'lost';
}

export async function fail(
  context: DeliveryContext,
  delivery: Delivery,
  claim: Claim,
  details: JobDetails,
  failure: Failure,
): Promise<'failed' | 'lost'> {
  const result = await context.store.failJob(claim, {
    errorCode: failure.code,
    errorMessage: failure.message,
    errorSentence: failure.sentence,
    failureArea: failure.area,
    at: context.now(),
    audit: [workerEvent(context, failedEvent(details), { errorCode: failure.code, kind: failure.kind })],
  });
  if (result === 'lost') return 'lost';
  await deadLetter(context, delivery, details.request.retryCount + 1, failure.kind, failure.code);
  return 'failed';
}

export function failedEvent({ request }: JobDetails): NewAuditEvent['eventType'] {
  return request.kind === 'Signature' ? 'SigningFailed' : 'ExtensionFailed';
}
