import { z } from 'zod';
import { FailureCode } from '../../contract/http/reasons.ts';
import { WaitReason } from '../../contract/vocabulary/failures.ts';
import { AUDIT_EVENT_TYPES, AuditEventType } from '../../contract/vocabulary/audit-events.ts';
import { ProviderType } from '../../contract/vocabulary/provider-types.ts';
import { SignatureFormat, SignatureProfile } from '../../contract/vocabulary/signature-formats.ts';
import { JOB_STATUSES, JobStatus, SIGNATURE_STATUSES, SignatureStatus } from '../../contract/vocabulary/states.ts';
import type { Paging } from '../../use-cases/list-signatures.ts';

/** Text that every database takes: no NUL, no half of a surrogate pair. */
export const SafeText = (maxLength: number): z.ZodString =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .refine((text) => !text.includes('\u0000') && text.isWellFormed(), 'holds characters that are not allowed');

export const Moment = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .describe('ISO 8601 with time zone');

export const IdParams = z.object({ id: z.uuid().toLowerCase() });
/** Ids that configuration or devices gave: provider ids, thumbprints. */
export const NameParams = z.object({ id: SafeText(200) });
/** A token-host is named after all providers it serves. */
export const ProcessParams = z.object({ id: SafeText(2000) });

const paging = {
  limit: z
    .string()
    .regex(/^[0-9]{1,3}$/, 'has to be a whole number')
    .transform(Number)
    .pipe(z.int().min(1).max(200))
    .default(50)
    .describe('Items of a page, 1 to 200; default 50'),
  cursor: SafeText(2000).optional().describe('nextCursor of the page before'),
};

/** A parameter that may be repeated: any of its values will do. */
const Several = <S extends z.ZodType>(value: S, maxItems: number) =>
  z.array(value).min(1).max(maxItems).describe('May be repeated: any of these');

/** One index serves both: lists are walked from either end. */
const order = z
  .enum(['newest', 'oldest'])
  .default('newest')
  .describe('Which items come first, by the time of their creation');

/** `count=true` asks for the number of items in all pages beside the first page's items. */
const count = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .default(false)
  .describe('Whether the answer says how many items all pages have');

export const PagingQuery = z.strictObject(paging);

export const SignaturesQuery = z.strictObject({
  ...paging,
  order,
  count,
  status: Several(SignatureStatus, SIGNATURE_STATUSES.length).optional(),
  format: SignatureFormat.optional(),
  profile: SignatureProfile.optional(),
  signingProvider: ProviderType.optional(),
  createdFrom: Moment.optional(),
  createdBefore: Moment.optional(),
  text: SafeText(200).optional().describe('Part of the file name, the correlation id or the id'),
  errorCode: FailureCode.optional().describe('What failed requests failed with'),
  waitReason: WaitReason.optional().describe('What requests in the queue wait for'),
});

export const JobsQuery = z.strictObject({
  ...paging,
  order,
  count,
  status: Several(JobStatus, JOB_STATUSES.length).optional(),
});

export const AuditQuery = z.strictObject({
  ...paging,
  order,
  count,
  eventType: Several(AuditEventType, AUDIT_EVENT_TYPES.length).optional(),
  entityId: SafeText(200).optional(),
  from: Moment.optional(),
  before: Moment.optional(),
  text: SafeText(200).optional().describe('Part of what an event says'),
});

type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> };

interface ListQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly order?: 'newest' | 'oldest';
  readonly count?: boolean;
}

type FilterOf<T> = Partial<Present<Omit<T, keyof ListQuery>>>;

/** Splits a list query into its page and its filter; what was not asked for is absent from the filter. */
export function pageAndFilter<T extends ListQuery>(query: T): { page: Paging; filter: FilterOf<T> } {
  const { limit, cursor, order: first = 'newest', count: isCounted = false, ...rest } = query;
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  const page = { limit, cursor: cursor ?? null, order: first, isCounted };
  return { page, filter: Object.fromEntries(given) as FilterOf<T> };
}
