import type { ZodType } from 'zod';
import { BulkCancellation, BulkRetry, ReasonCounts } from '../../service/contract/http/reasons.ts';
import type { ErrorCode } from '../../service/contract/vocabulary/error-catalogue.ts';
import type { WaitReason } from '../../service/contract/vocabulary/failures.ts';

interface Calls {
  readonly get: <T>(schema: ZodType<T>, path: string) => Promise<T>;
  readonly post: <T>(schema: ZodType<T>, path: string, json?: unknown) => Promise<T>;
}

/** How many were done, and how many were not since it cannot be done with them. */
export interface ManyDone {
  readonly done: number;
  readonly skipped: number;
}

interface Step {
  readonly done: readonly unknown[];
  readonly skipped: readonly unknown[];
  readonly nextCursor: string | null;
}

/** Calls again until all are done: one call does so many only. Rejects as a call does; what was done before stays done. */
async function untilEnd(call: (cursor: string | undefined) => Promise<Step>): Promise<ManyDone> {
  let [done, skipped] = [0, 0];
  let cursor: string | null = null;
  do {
    const step: Step = await call(cursor ?? undefined);
    done += step.done.length;
    skipped += step.skipped.length;
    cursor = step.nextCursor;
  } while (cursor !== null);
  return { done, skipped };
}

const API = '/api/v1';

/** The calls about documents that are not signed, all of one reason. */
export interface UnsignedCalls {
  readonly reasons: () => Promise<ReasonCounts>;
  /** Gives in again what failed with the code, or whatever failed. */
  readonly retryFailed: (errorCode?: ErrorCode) => Promise<ManyDone>;
  /** Cancels what waits for one thing. */
  readonly cancelWaiting: (waitReason: WaitReason) => Promise<ManyDone>;
}

/** They come with the page of jobs. All reject with ApiError. */
export function unsignedCalls({ get, post }: Calls): UnsignedCalls {
  return {
    reasons: () => get(ReasonCounts, `${API}/reasons`),
    retryFailed: (errorCode) =>
      untilEnd(async (cursor) => {
        const { requested: done, ...rest } = await post(BulkRetry, `${API}/retries`, {
          ...(errorCode === undefined ? { all: true } : { errorCode }),
          cursor,
        });
        return { done, ...rest };
      }),
    cancelWaiting: (waitReason) =>
      untilEnd(async (cursor) => {
        const { cancelled: done, ...rest } = await post(BulkCancellation, `${API}/cancellations`, {
          waitReason,
          cursor,
        });
        return { done, ...rest };
      }),
  };
}
