import { and, eq, inArray, isNotNull, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import type { SignatureStatus } from '../../contract/vocabulary/states.ts';
import type { WaitingGroup } from '../persistence.ts';
import { bound, type Columns } from './bound.ts';

/** Waits, and not for an approval, which is a person's and has an end of its own. */
export function isParked({ waitReason }: Columns<'waitReason'>): SQL | undefined {
  return and(isNotNull(waitReason), ne(waitReason, 'APPROVAL_PENDING'));
}

/** Waits for what may never come: a place in line comes. */
export function mayBeOverdue(request: Columns<'waitReason'>): SQL | undefined {
  return and(isParked(request), ne(request.waitReason, 'PROVIDER_BUSY'));
}

/** What groups of waiting jobs are made by, beside tenant, provider and certificate. */
export function linesOf({ waitReason, kind }: Columns<'waitReason' | 'kind'>): {
  readonly isInLine: SQL;
  readonly asks: SQL<WaitingGroup['asks']>;
} {
  return {
    isInLine: sql`(${waitReason} = 'PROVIDER_BUSY')`,
    asks: sql<WaitingGroup['asks']>`CASE WHEN ${kind} = 'Signature' THEN 'provider' ELSE 'authorities' END`,
  };
}

/** Of the group that is bound, as far as those go. */
export function isOfLine(request: Columns<'waitReason' | 'kind'>): SQL | undefined {
  const { isInLine, asks } = linesOf(request);
  return and(
    sql`${isInLine} = (${bound(request.waitReason, 'waitReason')} = 'PROVIDER_BUSY')`,
    sql`${asks} = ${sql.placeholder('asks')}`,
  );
}

/** Handed over, and nobody has begun it; a retry, whose time has come. */
export function isHandedOver({ status, nextAttemptAt }: Columns<'status' | 'nextAttemptAt'>): SQL | undefined {
  return or(eq(status, 'Queued'), and(eq(status, 'RetryScheduled'), lte(nextAttemptAt, bound(nextAttemptAt, 'now'))));
}

/** Waits for what a key, a token or a PIN would help: not for a time. */
export function waitsForKey(request: Columns<'waitReason' | 'nextAttemptAt'>): SQL | undefined {
  return and(isParked(request), isNull(request.nextAttemptAt));
}

/** The states of a request that is not at its end. */
export const OPEN_STATUSES: readonly SignatureStatus[] = ['Created', 'Queued', 'Processing', 'RetryScheduled'];

/** Of a job joined with its request and the request's newest message: nobody has a claim, nothing is in the outbox. */
export function isUnattended(
  request: Columns<'status' | 'waitReason'>,
  job: Columns<'status' | 'lockedUntil'>,
  message: Columns<'id' | 'publishedAt'>,
): SQL | undefined {
  return and(
    inArray(request.status, [...OPEN_STATUSES]),
    isNull(request.waitReason),
    or(isNull(message.id), sql`${message.publishedAt} IS NOT NULL`),
    or(
      inArray(job.status, ['Pending', 'Failed']),
      isNull(job.lockedUntil),
      lte(job.lockedUntil, bound(job.lockedUntil, 'now')),
    ),
  );
}
