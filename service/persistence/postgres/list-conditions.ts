import { eq, gte, inArray, lt, sql, type Column, type SQL } from 'drizzle-orm';
import { foldCase } from '../fold-case.ts';
import type { AuditFilter, JobFilter, OfOne, RequestFilter } from '../pages.ts';
import { auditEvents, signatureRequests, signingJobs } from './schema.ts';

/**
 * Conditions of one list. `indexed` ones lead straight to the rows through an index; `residual` ones are tested row by row.
 * A list with any `endsEarly` where few rows may pass them.
 */
export interface ListConditions {
  readonly indexed: readonly (SQL | undefined)[];
  readonly residual: readonly (SQL | undefined)[];
  readonly endsEarly: boolean;
}

function given<T>(value: T | undefined, test: (value: T) => SQL): SQL | undefined {
  return value === undefined ? undefined : test(value);
}

/** One value, or any of a list. */
function anyOf(column: Column, values: string | readonly string[] | undefined): SQL | undefined {
  return given(values, (value) => (typeof value === 'string' ? eq(column, value) : inArray(column, [...value])));
}

/** Plain substring search, so that no character of the text has a meaning of its own. */
function contains(haystack: Column | SQL, text: string): SQL {
  return sql`strpos(${haystack}, ${foldCase(text).replaceAll('\0', '\u{FFFD}')}) > 0`;
}

/** Whether a retry was accepted; one that was refused has changed nothing. */
export const IS_RETRIED = sql`EXISTS (SELECT 1 FROM ${signatureRequests} AS again
  WHERE again.retry_of = ${signatureRequests}.id AND again.status <> 'Rejected')`;

/** The requests of a list. */
export function requestConditions(
  tenant: string,
  filter: RequestFilter | OfOne<RequestFilter, 'status'>,
): ListConditions {
  const { tenantId, status, createdAt, format, profile, signingProvider, searchText } = signatureRequests;
  const { kind, renewalOf, errorCode, waitReason } = signatureRequests;
  const isRare = filter.kind !== undefined && filter.kind !== 'Signature';
  const equalities = [
    given(filter.renewalOf, (value) => eq(renewalOf, value)),
    given(filter.errorCode, (value) => eq(errorCode, value)),
    given(filter.waitReason, (value) => eq(waitReason, value)),
    // As the index of the few says it.
    given(isRare ? filter.kind : undefined, (value) => sql`(${eq(kind, value)} AND ${kind} <> 'Signature')`),
    anyOf(status, filter.status),
    given(filter.format, (value) => eq(format, value)),
    given(filter.profile, (value) => eq(profile, value)),
    given(filter.signingProvider, (value) => eq(signingProvider, value)),
  ];
  const [leading, ...others] = equalities.filter((test) => test !== undefined);
  return {
    indexed: [
      eq(tenantId, tenant),
      leading,
      given(filter.createdFrom, (value) => gte(createdAt, value)),
      given(filter.createdBefore, (value) => lt(createdAt, value)),
    ],
    residual: [
      ...others,
      given(isRare ? undefined : filter.kind, (value) => eq(kind, value)),
      given(filter.isRetried, (value) => sql`${IS_RETRIED} = ${value}`),
      given(filter.text, (value) => contains(searchText, value)),
    ],
    // Nearly all requests are of the kind that is asked for most.
    endsEarly: filter.text !== undefined || others.length > 0,
  };
}

/** The jobs of a list. */
export function jobConditions(tenant: string, filter: JobFilter | OfOne<JobFilter, 'status'>): ListConditions {
  const indexed = [eq(signingJobs.tenantId, tenant), anyOf(signingJobs.status, filter.status)];
  return { indexed, residual: [], endsEarly: false };
}

/**
 * The names of the documents of the request that an event tells of. A subquery of one value is looked up by its key for each
 * event; by EXISTS the server may read all requests first.
 */
const DOCUMENT_TEXT = sql`coalesce((SELECT request.search_text FROM ${signatureRequests} AS request
  WHERE request.id = ${auditEvents}.entity_id AND request.tenant_id = ${auditEvents}.tenant_id), '')`;

/** The audit events of a list. */
export function auditConditions(tenant: string, filter: AuditFilter | OfOne<AuditFilter, 'eventType'>): ListConditions {
  const { tenantId, entityId, eventType, timestamp, searchText } = auditEvents;
  const indexed = [
    eq(tenantId, tenant),
    given(filter.entityId, (value) => eq(entityId, value)),
    given(filter.from, (value) => gte(timestamp, value)),
    given(filter.before, (value) => lt(timestamp, value)),
    anyOf(eventType, filter.eventType),
  ];
  const residual = [
    given(filter.text, (value) => sql`(${contains(searchText, value)} OR ${contains(DOCUMENT_TEXT, value)})`),
  ];
  return { indexed, residual, endsEarly: filter.text !== undefined };
}
