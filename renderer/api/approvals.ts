import type { ZodType } from 'zod';
import {
  ApprovalList,
  DecidedApprovals,
  WaitingDocuments,
  type NewApproval,
} from '../../service/contract/http/approvals.ts';

interface Calls {
  readonly get: <T>(schema: ZodType<T>, path: string) => Promise<T>;
  readonly post: <T>(schema: ZodType<T>, path: string, json?: unknown) => Promise<T>;
}

/** The calls about approvals; `base` is the path of the collection. All reject with ApiError. */
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- part of StationClient, which is derived
export function approvalCalls({ get, post }: Calls, base: string) {
  return {
    approvals: () => get(ApprovalList, base),
    waitingDocuments: (id: string) => get(WaitingDocuments, `${base}/${id}/documents`),
    approve: (approval: NewApproval) => post(DecidedApprovals, base, approval),
    refuse: (ids: readonly string[]) => post(DecidedApprovals, `${base}/refusals`, { ids }),
  };
}
