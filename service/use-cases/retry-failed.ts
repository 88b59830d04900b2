import type { BulkRetry } from '../contract/http/reasons.ts';
import type { ErrorCode } from '../contract/vocabulary/error-catalogue.ts';
import type { AcceptPorts } from './create-signature.ts';
import { withEach } from './many-requests.ts';
import type { Caller } from './ports.ts';
import { retrySignature } from './retry-signature.ts';

export interface FailedRequests {
  /** What they failed with; undefined: whatever it was. */
  readonly errorCode: ErrorCode | undefined;
  readonly createdBefore: Date | undefined;
  readonly cursor: string | null;
}

/**
 * Does failed requests again that were not given in again yet, a page of them at a call: a repeated call finds none of those
 * that the first one did. `createdBefore` keeps it from the retries that have failed themselves since.
 */
export async function retryFailed(
  ports: AcceptPorts,
  caller: Caller,
  { errorCode, createdBefore, cursor }: FailedRequests,
): Promise<BulkRetry> {
  const filter = {
    ...({ status: ['Failed'], isRetried: false } as const),
    ...(errorCode !== undefined && { errorCode }),
    ...(createdBefore !== undefined && { createdBefore }),
  };
  const { done, ...rest } = await withEach(ports, caller, { filter, cursor }, (id) =>
    retrySignature(ports, caller, id, {}, null),
  );
  return { requested: [...done], ...rest };
}
