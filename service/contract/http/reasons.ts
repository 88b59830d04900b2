import { z } from 'zod';
import { ERROR_CODES } from '../vocabulary/error-catalogue.ts';
import { WaitReason } from '../vocabulary/failures.ts';
import { SignatureCreated } from './signatures.ts';

/** What a failed request failed with. */
export const FailureCode = z.enum(ERROR_CODES);

export const ReasonCounts = z.object({
  failed: z
    .array(z.object({ errorCode: FailureCode, count: z.int() }))
    .describe('Failed requests that were not given in again, the most frequent reason first'),
  waiting: z
    .array(z.object({ waitReason: WaitReason, count: z.int() }))
    .describe('Requests in the queue that wait for something'),
  isExact: z.boolean().describe('False where there are more requests than are looked at'),
});
/** `GET /reasons`: why requests are not signed, and how many of them. */
export type ReasonCounts = z.infer<typeof ReasonCounts>;

const Skipped = z
  .array(z.object({ signatureId: z.uuid(), errorCode: z.string(), detail: z.string() }))
  .describe('Those for which it cannot be done now');

const nextCursor = z.string().nullable().describe('For the next call, where there may be more; null at the end');

export const BulkRetry = z.object({ requested: z.array(SignatureCreated), skipped: Skipped, nextCursor });
/** `POST /retries`. */
export type BulkRetry = z.infer<typeof BulkRetry>;

export const BulkCancellation = z.object({ cancelled: z.array(z.uuid()), skipped: Skipped, nextCursor });
/** `POST /cancellations`. */
export type BulkCancellation = z.infer<typeof BulkCancellation>;
