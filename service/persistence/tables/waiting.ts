import { and, inArray, isNotNull, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import type { SignatureStatus } from '../../contract/vocabulary/states.ts';
import { bound, type Columns } from './bound.ts';

/** Waits, and not for an approval, which is a person's and has an end of its own. */
export function isParked({ waitReason }: Columns<'waitReason'>): SQL | undefined {
  return and(isNotNull(waitReason), ne(waitReason, 'APPROVAL_PENDING'));
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
