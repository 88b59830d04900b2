import type { Consumer, Delivery } from '../../service/broker/broker.ts';
import { TRACEPARENT_HEADER, type JobMessage } from '../../service/contract/jobs/job-message.ts';
import { workerEvent } from '../../service/domain/audit-events.ts';
import { jobMessageRow } from '../../service/domain/job-message-row.ts';
import type { OutboxMessage } from '../../service/domain/records.ts';
import { backoffAfter, type RetryPolicy } from '../../service/domain/backoff.ts';
import type { Claim } from '../../service/domain/claim.ts';
import type { ErrorCode } from '../../service/contract/vocabulary/error-catalogue.ts';
import type { WaitReason } from '../../service/contract/vocabulary/failures.ts';
import type { FailureKind } from '../../service/contract/vocabulary/states.ts';
import type {
  ClaimResult,
  JobDetails,
  NewAuditEvent,
  StartSigning,
  WorkerStore,
} from '../../service/persistence/persistence.ts';
import type { Company } from './company.ts';
import {
  currentContext,
  freshTraceId,
  parseTraceparent,
  runInContext,
  type TraceContext,
} from '../../service/telemetry/trace-context.ts';
import { classifyFailure, type Failure } from './failure.ts';
import { parseJobMessage } from '../../service/signing-worker/parse-job-message.ts';

/**
 * One delivery from queue to acknowledgement, in the specification's order: deserialize, validate, acquire the job lock,
 * verify the input exists, sign, store the output, persist the final state, acknowledge. The acknowledgement is always
 * last, so that a death anywhere before it brings the message back, and the fence makes the repetition harmless.
 */
export interface DeliveryContext {
  readonly store: WorkerStore;
  readonly consumer: Pick<Consumer, 'publishDeadLetter'>;
  readonly company: Company;
  readonly retryPolicy: RetryPolicy;
  readonly leaseMilliseconds: number;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  /**
   * Makes and stores the signature and completes the job under the renewed claim; `lost` when the claim was lost on the
   * way. It calls `start` once, when it knows what it will sign with; the renewal is under way while the document is
   * being prepared.
   */
  readonly signJob: (start: StartSigning, details: JobDetails) => Promise<'done' | 'lost'>;
  readonly report: (event: DeliveryEvent) => void;
  /** Takes the spans of jobs that are traced. */
  readonly onSpan: NonNullable<TraceContext['onSpan']>;
}

export interface DeliveryEvent {
  readonly outcome: 'completed' | 'lost' | 'failed' | 'retry-scheduled' | 'waiting' | 'ignored' | 'dead-lettered';
  readonly messageId: string;
  readonly jobId?: string;
  readonly signatureId?: string;
  readonly correlationId?: string | null;
  readonly errorCode?: ErrorCode;
  readonly reason?: string;
  readonly fault?: unknown;
}

/** Claims that ended because the worker died under them; more and the job itself is taken for the cause. */
const MAX_INTERRUPTIONS = 10;
const GIVE_BACK_RETRY_MILLISECONDS = 500;

export async function processDelivery(context: DeliveryContext, delivery: Delivery): Promise<void> {
  const message = parseJobMessage(delivery.body);
  if (message === undefined) return refuse(context, delivery, 'MESSAGE_MALFORMED');
  return runInContext(traceOf(context, delivery, message), () => claimInTurn(context, delivery, message));
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

async function claimInTurn(context: DeliveryContext, delivery: Delivery, message: JobMessage): Promise<void> {
  const { company } = context;
  // Whoever waits for being alone holds no claim: if the process dies meanwhile, that is not counted against the job.
  const outcome = await company.together(() => claimAndWork(context, delivery, message, true));
  if (outcome === 'suspect') await company.alone(() => claimAndWork(context, delivery, message, false));
}

async function claimAndWork(
  context: DeliveryContext,
  delivery: Delivery,
  message: JobMessage,
  hasCompany: boolean,
): Promise<'settled' | 'suspect'> {
  const claimed = await context.store.claimJob({
    jobId: message.jobId,
    expected: message,
    now: context.now(),
    leaseMilliseconds: context.leaseMilliseconds,
    audit: [workerEvent(context, 'JobStarted', { attempt: message.attempt })],
    hasCompany,
    whenHeld: messageAt(context, delivery, message, context.now()),
  });
  if (claimed.outcome === 'suspect') return 'suspect';
  await follow(context, delivery, message, claimed);
  return 'settled';
}

function follow(
  context: DeliveryContext,
  delivery: Delivery,
  message: JobMessage,
  claimed: Exclude<ClaimResult, { readonly outcome: 'suspect' }>,
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
  // Until signing starts, the first claim holds: a job whose key can't be had is settled under it.
  let renewal: Promise<Claim | 'lost'> = Promise.resolve(claim);
  const start: StartSigning = (audit) => {
    const { leaseMilliseconds } = context;
    renewal = context.store.startProcessing(claim, { now: context.now(), leaseMilliseconds, audit });
    // Awaited below in every case; without this a rejection before that would count as unhandled.
    renewal.catch(() => undefined);
    return renewal;
  };
  try {
    const result = await context.signJob(start, details);
    context.report({ ...event, outcome: result === 'done' ? 'completed' : 'lost' });
  } catch (fault) {
    const failure = classifyFailure(fault);
    const outcome = await settleUnderClaim(context, renewal, claim, (current) =>
      settleFailure(context, delivery, message, current, details, failure),
    );
    context.report({ ...event, outcome, errorCode: failure.code, fault });
  }
  await delivery.acknowledge();
}

/**
 * Runs the last write of an attempt. When the store refuses it, the claim is given back before the message is, since
 * whoever is given the message next would find the job held by nobody.
 */
async function settleUnderClaim<T>(
  context: DeliveryContext,
  renewal: Promise<Claim | 'lost'>,
  first: Claim,
  settle: (claim: Claim) => Promise<T | 'lost'>,
): Promise<T | 'lost'> {
  let current: Claim | 'lost' = first;
  try {
    // The renewal has moved the fence: with the first claim every later write would count as lost.
    current = await renewal;
    return current === 'lost' ? current : await settle(current);
  } catch (fault) {
    if (current !== 'lost') await giveBack(context, current);
    throw fault;
  }
}

/** A store that refuses even that (a full disk) is asked again until it agrees or the lease is over by itself. */
async function giveBack({ store, now, wait }: DeliveryContext, claim: Claim): Promise<void> {
  while (now() < claim.lockedUntil) {
    try {
      await store.releaseClaim(claim, now());
      return;
    } catch {
      await wait(GIVE_BACK_RETRY_MILLISECONDS);
    }
  }
}

const INTERRUPTED_TOO_OFTEN: Failure = {
  code: 'SIGNING_OPERATION_FAILED',
  kind: 'permanent',
  area: 'document',
  message: 'The signing process died too often while it worked on this document.',
  ...{ waitReason: null, waitUntil: null },
};

/** Nothing failed: whoever sees that the token, the card or the PIN is there, or that it is time, wakes the job again. */
async function park(
  context: DeliveryContext,
  claim: Claim,
  { code, area, message, waitUntil }: Failure,
  waitReason: WaitReason,
): Promise<'waiting' | 'lost'> {
  const result = await context.store.parkJob(claim, {
    waitReason,
    message,
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
async function settleFailure(
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
    failureArea: failure.area,
    at,
    nextAttemptAt,
    outboxMessage: messageAt(context, delivery, { ...message, attempt }, nextAttemptAt),
    audit: [workerEvent(context, 'RetryScheduled', { errorCode: failure.code, attempt, waitMilliseconds: wait })],
  });
  return result === 'done' ? 'retry-scheduled' : 'lost';
}

async function fail(
  context: DeliveryContext,
  delivery: Delivery,
  claim: Claim,
  details: JobDetails,
  failure: Failure,
): Promise<'failed' | 'lost'> {
  const result = await context.store.failJob(claim, {
    errorCode: failure.code,
    errorMessage: failure.message,
    failureArea: failure.area,
    at: context.now(),
    audit: [workerEvent(context, failedEvent(details), { errorCode: failure.code, kind: failure.kind })],
  });
  if (result === 'lost') return 'lost';
  await deadLetter(context, delivery, details.request.retryCount + 1, failure.kind, failure.code);
  return 'failed';
}

function failedEvent({ request }: JobDetails): NewAuditEvent['eventType'] {
  return request.kind === 'Signature' ? 'SigningFailed' : 'ExtensionFailed';
}

/** Nonsense, forgeries and leftovers go to the dead-letter queue; no signature comes of them. */
async function refuse(
  context: DeliveryContext,
  delivery: Delivery,
  reason: string,
  message?: JobMessage,
): Promise<void> {
  await deadLetter(context, delivery, Number(delivery.headers['x-attempt'] ?? 1), 'permanent', reason);
  const ids = message === undefined ? {} : idsOf(message);
  context.report({ outcome: 'dead-lettered', messageId: delivery.messageId, ...ids, reason });
  await delivery.acknowledge();
}

function idsOf({ jobId, signatureId }: JobMessage): { readonly jobId: string; readonly signatureId: string } {
  return { jobId, signatureId };
}

async function ignore(
  context: DeliveryContext,
  delivery: Delivery,
  message: JobMessage,
  reason: string,
): Promise<void> {
  context.report({ outcome: 'ignored', messageId: delivery.messageId, ...idsOf(message), reason });
  await delivery.acknowledge();
}

async function deadLetter(
  context: DeliveryContext,
  delivery: Delivery,
  attempt: number,
  kind: FailureKind,
  reason: string,
): Promise<void> {
  await context.consumer.publishDeadLetter({
    messageId: context.newId(),
    body: delivery.body,
    headers: {
      'x-attempt': Number.isFinite(attempt) ? attempt : 1,
      'x-failure-kind': kind,
      'x-failure-reason': reason,
    },
  });
}

/** The row that brings `message` again at `availableAt`. */
function messageAt(
  context: DeliveryContext,
  delivery: Delivery,
  message: JobMessage,
  availableAt: Date,
): OutboxMessage {
  const ids = { id: context.newId(), traceparent: traceparentOf(delivery) };
  return jobMessageRow(ids, message, context.now(), availableAt);
}

/** The trace that the message belongs to; a retry belongs to the same. */
export function traceparentOf({ headers }: Pick<Delivery, 'headers'>): string | null {
  const header = headers[TRACEPARENT_HEADER];
  return typeof header === 'string' ? header : null;
}
