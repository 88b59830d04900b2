import { sql, type Column, type SQL } from 'drizzle-orm';
import type { JobStatus, SignatureStatus } from '../../contract/vocabulary/states.ts';
import { bound, type Columns } from './bound.ts';

/**
 * What the columns of a job and of its request become with each step that a job takes; each is the SET of one statement,
 * in either driver. Values that come with a step are placeholders named like the members that the drivers bind.
 */
type Change<Status extends JobStatus | SignatureStatus, Name extends string> = Readonly<Record<Name, SQL>> & {
  readonly status: Status;
};

const NOTHING = sql`NULL`;
/** Nobody has a claim. */
const UNLOCKED = { lockedUntil: NOTHING, claimant: NOTHING };
type Lock = keyof typeof UNLOCKED;

type Reason = 'errorCode' | 'errorMessage' | 'errorSentence' | 'failureArea';
/** Nothing failed and nothing is waited for, or no longer. */
const NO_REASON: Readonly<Record<Reason, SQL>> = {
  errorCode: NOTHING,
  errorMessage: NOTHING,
  errorSentence: NOTHING,
  failureArea: NOTHING,
};

/** Why a request failed or waits. */
function boundReason(request: Columns<Reason>): Readonly<Record<Reason, SQL>> {
  return {
    errorCode: bound(request.errorCode, 'errorCode'),
    errorMessage: bound(request.errorMessage, 'errorMessage'),
    errorSentence: bound(request.errorSentence, 'errorSentence'),
    failureArea: bound(request.failureArea, 'failureArea'),
  };
}

/** A job with a new claim: specification section 3, rule 3. */
export function takenJob(
  job: Columns<Lock | 'attempt' | 'startedAt'>,
): Change<'Locked', Lock | 'attempt' | 'startedAt'> {
  return {
    status: 'Locked',
    attempt: sql`${job.attempt} + 1`,
    lockedUntil: bound(job.lockedUntil, 'lockedUntil'),
    claimant: bound(job.claimant, 'claimant'),
    startedAt: bound(job.startedAt, 'now'),
  };
}

/** The request of a taken job: what kept it waiting or failed before is over. */
export function takenRequest(
  request: Columns<'startedAt'>,
): Change<'Processing', Reason | 'startedAt' | 'nextAttemptAt' | 'waitReason'> {
  return {
    status: 'Processing',
    startedAt: bound(request.startedAt, 'now'),
    nextAttemptAt: NOTHING,
    waitReason: NOTHING,
    ...NO_REASON,
  };
}

/** A job that is worked on. One in Processing already only has its lease renewed: signing may outlast the first lease. */
export function startedJob(job: Columns<'lockedUntil'>): Change<'Processing', 'lockedUntil'> {
  return { status: 'Processing', lockedUntil: bound(job.lockedUntil, 'renewedUntil') };
}

/** A job whose output is there. */
export function completedJob(job: Columns<'completedAt'>): Change<'Completed', Lock | 'lastError' | 'completedAt'> {
  return { status: 'Completed', ...UNLOCKED, lastError: NOTHING, completedAt: bound(job.completedAt, 'at') };
}

type Result = 'outputFileId' | 'certificateId' | 'evidenceGoodUntil' | 'completedAt' | 'endedAt';

/** Its request. */
export function completedRequest(request: Columns<Result>): Change<'Completed', Result> {
  return {
    status: 'Completed',
    outputFileId: bound(request.outputFileId, 'outputFileId'),
    certificateId: bound(request.certificateId, 'certificateId'),
    evidenceGoodUntil: bound(request.evidenceGoodUntil, 'evidenceGoodUntil'),
    completedAt: bound(request.completedAt, 'at'),
    endedAt: bound(request.endedAt, 'at'),
  };
}

/** A job whose attempt ended without a result: for good, before another one, or until what it waits for is there. */
export function failedJob(job: Columns<'lastError'>): Change<'Failed', Lock | 'lastError'> {
  return { status: 'Failed', ...UNLOCKED, lastError: bound(job.lastError, 'lastError') };
}

/** A job that was given back: nothing went wrong with it. */
export function releasedJob(): Change<'Failed', Lock> {
  return { status: 'Failed', ...UNLOCKED };
}

/** A request that failed for good. */
export function failedRequest(
  request: Columns<Reason | 'failedAt' | 'endedAt'>,
): Change<'Failed', Reason | 'failedAt' | 'endedAt'> {
  return {
    status: 'Failed',
    failedAt: bound(request.failedAt, 'at'),
    endedAt: bound(request.endedAt, 'at'),
    ...boundReason(request),
  };
}

/** One that nobody helped while it waited. */
export function overdueRequest(
  request: Columns<Reason | 'failedAt' | 'endedAt'>,
): Change<'Failed', Reason | 'failedAt' | 'endedAt' | 'waitReason' | 'nextAttemptAt'> {
  return { ...failedRequest(request), waitReason: NOTHING, nextAttemptAt: NOTHING };
}

/** A request whose next attempt has a time, and a message that is due then. */
export function retriedRequest(
  request: Columns<Reason | 'retryCount' | 'nextAttemptAt' | 'messageId'>,
): Change<'RetryScheduled', Reason | 'retryCount' | 'nextAttemptAt' | 'waitingSince' | 'messageId'> {
  return {
    status: 'RetryScheduled',
    retryCount: sql`${request.retryCount} + 1`,
    nextAttemptAt: bound(request.nextAttemptAt, 'nextAttemptAt'),
    waitingSince: NOTHING,
    messageId: bound(request.messageId, 'messageId'),
    ...boundReason(request),
  };
}

/** A request that waits for a key, a token, a PIN, a person or a time. */
export function parkedRequest(
  request: Columns<Reason | 'waitReason' | 'waitingSince' | 'nextAttemptAt'>,
): Change<'Queued', Reason | 'waitReason' | 'waitingSince' | 'nextAttemptAt'> {
  const { waitReason, waitingSince, nextAttemptAt } = request;
  return {
    status: 'Queued',
    waitReason: bound(waitReason, 'waitReason'),
    // An approval is asked for anew: whoever is asked has the whole time again.
    waitingSince: sql`CASE WHEN ${bound(waitReason, 'waitReason')} = 'APPROVAL_PENDING'
        THEN ${bound(waitingSince, 'at')} ELSE coalesce(${waitingSince}, ${bound(waitingSince, 'at')}) END`,
    nextAttemptAt: bound(nextAttemptAt, 'nextAttemptAt'),
    ...boundReason(request),
  };
}

/**
 * A request that nobody has begun, whose provider has more to do than it can; one that waits already goes on with that. What
 * an attempt before failed of is not what it waits for.
 */
export function waitingRequest(
  request: Columns<Reason | 'waitReason' | 'nextAttemptAt'>,
): Change<'Queued', Reason | 'waitReason' | 'nextAttemptAt'> {
  const { waitReason, nextAttemptAt, errorCode, errorMessage, errorSentence, failureArea } = request;
  const ifItWaits = (column: Column): SQL => sql`CASE WHEN ${waitReason} IS NULL THEN NULL ELSE ${column} END`;
  return {
    status: 'Queued',
    waitReason: sql`coalesce(${waitReason}, 'PROVIDER_BUSY')`,
    nextAttemptAt: ifItWaits(nextAttemptAt),
    errorCode: ifItWaits(errorCode),
    errorMessage: ifItWaits(errorMessage),
    errorSentence: ifItWaits(errorSentence),
    failureArea: ifItWaits(failureArea),
  };
}

/** Requests of a group that wait for something else now, and say so; those that stood in line begin to wait. */
export function changedWait(
  request: Columns<Reason | 'waitReason' | 'waitingSince'>,
): Readonly<Record<Reason | 'waitReason' | 'waitingSince', SQL>> {
  const { waitReason, waitingSince } = request;
  return {
    ...boundReason(request),
    waitReason: bound(waitReason, 'reason'),
    waitingSince: sql`coalesce(${waitingSince}, ${bound(waitingSince, 'at')})`,
  };
}

type Handed = 'messageId' | 'queuedAt';

/** A request that no longer waits, with the message that says so; its state stays. */
export function wokenRequest(
  request: Columns<Handed>,
): Readonly<Record<Reason | Handed | 'waitReason' | 'nextAttemptAt', SQL>> {
  return {
    ...NO_REASON,
    waitReason: NOTHING,
    nextAttemptAt: NOTHING,
    messageId: bound(request.messageId, 'messageId'),
    queuedAt: bound(request.queuedAt, 'now'),
  };
}

type Approval = 'approvedTerms' | 'approvedUntil';

/** A request that a person has approved, with the message that says so; its state stays. */
export function approvedRequest(
  request: Columns<Handed | Approval>,
): Readonly<Record<Reason | Handed | Approval | 'waitReason' | 'waitingSince', SQL>> {
  return {
    ...NO_REASON,
    approvedTerms: bound(request.approvedTerms, 'approvedTerms'),
    approvedUntil: bound(request.approvedUntil, 'approvedUntil'),
    messageId: bound(request.messageId, 'messageId'),
    queuedAt: bound(request.queuedAt, 'at'),
    waitReason: NOTHING,
    waitingSince: NOTHING,
  };
}

/** A request given up by who sent it. */
export function cancelledRequest(
  request: Columns<'endedAt'>,
): Change<'Cancelled', 'endedAt' | 'nextAttemptAt' | 'waitReason'> {
  return {
    status: 'Cancelled',
    endedAt: bound(request.endedAt, 'at'),
    nextAttemptAt: NOTHING,
    waitReason: NOTHING,
  };
}

/** A request that nobody approved, or that somebody refused. */
export function unapprovedRequest(
  request: Columns<Reason | 'endedAt'>,
): Change<'Cancelled', Reason | 'endedAt' | 'nextAttemptAt' | 'waitReason'> {
  return { ...cancelledRequest(request), ...boundReason(request), failureArea: NOTHING };
}

/** Its job. */
export function cancelledJob(): Change<'Cancelled', Lock> {
  return { status: 'Cancelled', ...UNLOCKED };
}
