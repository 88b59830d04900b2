import type { ZodType } from 'zod';
import { BulkRenewal, EvidenceList, ExtensionList, ExtensionView } from '../../service/contract/http/extensions.ts';
import { withQuery, type ListQuery } from './list-query.ts';

interface Calls {
  readonly get: <T>(schema: ZodType<T>, path: string) => Promise<T>;
  readonly post: <T>(schema: ZodType<T>, path: string, json?: unknown) => Promise<T>;
}

/** The calls about stored files of level LTA and their renewal; `base` is that of the interface. All reject with ApiError. */
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- part of StationClient, which is derived
export function evidenceCalls({ get, post }: Calls, base: string) {
  return {
    evidence: (query: ListQuery) => get(EvidenceList, withQuery(`${base}/evidence`, query)),
    renewals: (query: ListQuery) => get(ExtensionList, withQuery(`${base}/renewals`, query)),
    renewalsOf: (signatureId: string, query: ListQuery) =>
      get(ExtensionList, withQuery(`${base}/signatures/${encodeURIComponent(signatureId)}/renewals`, query)),
    renew: (signatureId: string) =>
      post(ExtensionView, `${base}/signatures/${encodeURIComponent(signatureId)}/renewals`, { profile: 'LTA' }),
    renewDue: (endsWithinDays: number) => post(BulkRenewal, `${base}/renewals`, { endsWithinDays }),
  };
}
