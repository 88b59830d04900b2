import type { AuditFilter, JobFilter, RequestFilter } from './persistence.ts';
import { at } from './sample-records.suite.ts';

/** Every way to set each of `choices` or to leave it out, together. */
function combinations<T extends object>(choices: { readonly [K in keyof T]-?: readonly T[K][] }): Partial<T>[] {
  const names = Object.keys(choices) as (keyof T)[];
  return names.reduce<Partial<T>[]>(
    (all, name) => all.flatMap((rest) => [rest, ...choices[name].map((value) => ({ ...rest, [name]: value }))]),
    [{}],
  );
}

/**
 * Every combination of the filters of the list of requests that may lead to an index; the end of a time is to a plan what a
 * cursor is.
 */
export const REQUEST_FILTERS: readonly RequestFilter[] = combinations<
  Omit<RequestFilter, 'kind' | 'renewalOf' | 'createdBefore' | 'isRetried'>
>({
  status: [['Failed'], ['Queued', 'Failed']],
  format: ['XAdES'],
  profile: ['LTA'],
  signingProvider: ['Hsm'],
  errorCode: ['SIGNING_OPERATION_FAILED'],
  waitReason: ['TOKEN_ABSENT'],
  createdFrom: [at(1)],
  text: ['needle'],
}).flatMap((filter) => [
  { ...filter, kind: 'Signature' },
  { ...filter, kind: 'Renewal' },
]);

export const JOB_FILTERS: readonly JobFilter[] = combinations<JobFilter>({
  status: [['Failed'], ['Pending', 'Failed']],
});

/** Every combination of the filters of the audit list. */
export const AUDIT_FILTERS: readonly AuditFilter[] = combinations<Omit<AuditFilter, 'before'>>({
  eventType: [['FileDeleted'], ['FileDeleted', 'ApiKeyRevoked']],
  entityId: ['an-entity'],
  from: [at(1)],
  text: ['needle'],
});
