import type { Delivery } from '../../service/broker/broker.ts';
import type { JobMessage } from '../../service/contract/jobs/job-message.ts';
import { workerEvent } from '../../service/domain/audit-events.ts';
import type { Claim } from '../../service/domain/claim.ts';
import type { ClaimResult, JobDetails } from '../../service/persistence/persistence.ts';
import {
  currentContext,
  freshTraceId,
  parseTraceparent,
  runInContext,
  type TraceContext,
} from '../../service/telemetry/trace-context.ts';
import { classifyFailure, type Failure } from './failure.ts';
import { parseJobMessage } from '../../service/signing-worker/parse-job-message.ts';
import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { ignore, refuse } from './dead-letters.ts';
import { messageAt, traceparentOf, type DeliveryContext } from './delivery-context.ts';
import { holdLease } from './hold-lease.ts';
import { fail, settleFailure } from './settle-failure.ts';
import { settleUnderClaim } from './settle-under-claim.ts';

/** Claims that ended because the worker died while it was at their document; more and the job itself is taken for the cause. */
const MAX_INTERRUPTIONS = 10;
const DIED_TOO_OFTEN = tell('WORKER_DIED_TOO_OFTEN');
const INTERRUPTED_TOO_OFTEN: Failure = {
  code: 'SIGNING_OPERATION_FAILED',
  kind: 'permanent',
  area: 'document',
  message: DIED_TOO_OFTEN.english,
  sentence: DIED_TOO_OFTEN.sentence,
  waitReason: null,
  waitUntil: null,
};

/**
 * One delivery from queue to acknowledgement, in the specification's order: deserialize, validate, acquire the job lock,
 * verify the input exists, sign, store the output, persist the final state, acknowledge. The acknowledgement is always
 * last, so that a death anywhere before it brings the message back, and the fence makes the repetition harmless.
 */
export async function processDelivery(context: DeliveryContext, delivery: Delivery): Promise<void> {
  const message = parseJobMessage(delivery.body);
  if (message === undefined) return refuse(context, delivery, 'MESSAGE_MALFORMED');
  return runInContext(traceOf(context, delivery, message), () => claimAndWork(context, delivery, message));
}

/** What every log line that is written for this job carries. */
function traceOf({ onSpan }: DeliveryContext, delivery: Delivery, { signatureId, jobId }: JobMessage): TraceContext {
  const trace = parseTraceparent(traceparentOf(delivery) ?? undefined);
  const ids = { traceId: trace?.traceId ?? freshTraceId(), correlationId: null, signatureId, jobId };
  // A span that nobody records has none below it.
  return trace?.traceFlags === SAMPLED ? { ...ids, spanId: trace.spanId, onSpan } : ids;
}

/** Trace Context, section 3.2.2.5. */
const SAMPLED = 1;

async function claimAndWork(context: DeliveryContext, delivery: Delivery, message: JobMessage): Promise<void> {
  context.expectFormat(message.requestedFormat);
  const claimed = await context.store.claimJob({
    jobId: message.jobId,
    expected: message,
    now: context.now(),
    leaseMilliseconds: context.leaseMilliseconds,
    audit: [workerEvent(context, 'JobStarted', { attempt: message.attempt })],
    whenHeld: messageAt(context, delivery, message, context.now()),
  });
  return follow(context, delivery, message, claimed);
}

function follow(
  context: DeliveryContext,
  delivery: Delivery,
  message: JobMessage,
  claimed: ClaimResult,
): Promise<void> {
  switch (claimed.outcome) {
    case 'claimed':
      return work(context, delivery, message, claimed.claim, claimed.details);
    case 'unknown':
      return refuse(context, delivery, 'JOB_UNKNOWN', message);
    case 'mismatch':
      return refuse(context, delivery, 'MESSAGE_MISMATCH', message);
    case 'terminal':
      // A worker that died between the failure and its dead letter left the letter to us.
      if (claimed.status === 'Failed' && delivery.redelivered) return refuse(context, delivery, 'JOB_FAILED', message);
      return ignore(context, delivery, message, 'terminal');
    case 'held':
    case 'not-due':
      return ignore(context, delivery, message, claimed.outcome);
  }
}

async function work(
  context: DeliveryContext,
  delivery: Delivery,
  message: JobMessage,
  claim: Claim,
  details: JobDetails,
): Promise<void> {
  const { request } = details;
  const trace = currentContext();
  if (trace !== undefined) trace.correlationId = request.correlationId;
  const event = {
    messageId: delivery.messageId,
    jobId: message.jobId,
    signatureId: request.id,
    correlationId: request.correlationId,
  };
  if (details.job.interruptions > MAX_INTERRUPTIONS) {
    const outcome = await fail(context, delivery, claim, details, INTERRUPTED_TOO_OFTEN);
    context.report({ ...event, outcome, errorCode: INTERRUPTED_TOO_OFTEN.code });
    return delivery.acknowledge();
  }
  const lease = holdLease(context, claim);
  try {
    const result = await context.signJob(lease.start, details);
    context.report({ ...event, outcome: result === 'done' ? 'completed' : 'lost' });
  } catch (fault) {
    const failure = classifyFailure(fault);
    const outcome = await settleUnderClaim(context, lease.current(), claim, (current) =>
      settleFailure(context, delivery, message, current, details, failure),
    );
    context.report({ ...event, outcome, errorCode: failure.code, fault });
  }
  await delivery.acknowledge();
}
