import type { BulkCancellation, BulkRetry, ReasonCounts } from '../../service/contract/http/reasons.ts';
import { iso, uuid } from './fake-values.ts';

export interface FakeUnsigned {
  counts(): ReasonCounts;
  retry(which: { readonly errorCode?: string; readonly cursor?: string }): BulkRetry;
  cancel(which: { readonly waitReason?: string }): BulkCancellation;
}

/** Documents that are not signed, by why. A retry takes two calls, and leaves the last document as it is. */
export function createFakeUnsigned(isEmpty: boolean): FakeUnsigned {
  let failed: ReasonCounts['failed'] = isEmpty
    ? []
    : [
        { errorCode: 'TIMESTAMP_OPERATION_FAILED', count: 27 },
        { errorCode: 'SIGNING_PROVIDER_UNAVAILABLE', count: 3 },
      ];
  let waiting: ReasonCounts['waiting'] = isEmpty
    ? []
    : [
        { waitReason: 'TOKEN_ABSENT', count: 1_204 },
        { waitReason: 'PIN_REFUSED', count: 4 },
      ];
  const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => uuid(`many-${String(index)}`));
  return {
    counts: () => ({ failed, waiting, isExact: true }),
    retry: ({ errorCode, cursor }) => {
      const isWanted = (one: ReasonCounts['failed'][number]): boolean =>
        errorCode === undefined || one.errorCode === errorCode;
      const count = failed.filter(isWanted).reduce((sum, one) => sum + one.count, 0);
      if (cursor === undefined) {
        failed = failed.map((one) => (isWanted(one) ? { ...one, count: 1 } : one));
        const requested = ids(count - 1).map((id) => created(id));
        return { requested, skipped: [], nextCursor: 'more' };
      }
      const [signatureId = ''] = ids(1);
      const skipped = [{ signatureId, errorCode: 'SIGNATURE_NOT_RETRYABLE', detail: 'Its document is gone.' }];
      return { requested: [], skipped, nextCursor: null };
    },
    cancel: ({ waitReason }) => {
      const count = waiting.find((one) => one.waitReason === waitReason)?.count ?? 0;
      waiting = waiting.filter((one) => one.waitReason !== waitReason);
      return { cancelled: ids(count), skipped: [], nextCursor: null };
    },
  };
}

const created = (id: string): BulkRetry['requested'][number] => ({
  ...{ id, status: 'Queued', createdAt: iso(0), statusUrl: `/api/v1/signatures/${id}` },
});
