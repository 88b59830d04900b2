import { eq, gte, inArray, lt, sql, type Column, type SQL } from 'drizzle-orm';
import { foldCase } from '../fold-case.ts';
import type { AuditFilter, JobFilter, OfOne, RequestFilter } from '../pages.ts';
import { auditEvents, signatureRequests, signingJobs } from './schema.ts';

/** `text` is tested row by row; all else leads along an index, or narrows what is read there. */
export interface ListConditions {
  readonly tests: readonly (SQL | undefined)[];
  readonly text: SQL | undefined;
}

export function everyTest({ tests, text }: ListConditions): readonly (SQL | undefined)[] {
  return [...tests, text];
}

function given<T>(value: T | undefined, test: (value: T) => SQL): SQL | undefined {
  return value === undefined ? undefined : test(value);
}

/** One value, or any of a list. */
function anyOf(column: Column, values: string | readonly string[] | undefined): SQL | undefined {
  return given(values, (value) => (typeof value === 'string' ? eq(column, value) : inArray(column, [...value])));
}

/** Plain substring search, so that no character of the text has a meaning of its own. */
function contains(haystack: Column, text: string): SQL {
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
  const tests = [
    eq(tenantId, tenant),
    anyOf(status, filter.status),
    given(filter.createdFrom, (value) => gte(createdAt, value)),
    given(filter.createdBefore, (value) => lt(createdAt, value)),
    given(filter.kind, (value) => eq(kind, value)),
    given(filter.renewalOf, (value) => eq(renewalOf, value)),
    given(filter.format, (value) => eq(format, value)),
    given(filter.profile, (value) => eq(profile, value)),
    given(filter.signingProvider, (value) => eq(signingProvider, value)),
    given(filter.errorCode, (value) => eq(errorCode, value)),
    given(filter.waitReason, (value) => eq(waitReason, value)),
    given(filter.isRetried, (value) => sql`${IS_RETRIED} = ${value}`),
  ];
  return { tests, text: given(filter.text, (value) => contains(searchText, value)) };
}

/** The jobs of a list. */
export function jobConditions(tenant: string, filter: JobFilter | OfOne<JobFilter, 'status'>): ListConditions {
  const tests = [eq(signingJobs.tenantId, tenant), anyOf(signingJobs.status, filter.status)];
  return { tests, text: undefined };
}

/** The audit events of a list. */
export function auditConditions(tenant: string, filter: AuditFilter | OfOne<AuditFilter, 'eventType'>): ListConditions {
  const { tenantId, entityId, eventType, timestamp, searchText } = auditEvents;
  const tests = [
    eq(tenantId, tenant),
    given(filter.entityId, (value) => eq(entityId, value)),
    given(filter.from, (value) => gte(timestamp, value)),
    given(filter.before, (value) => lt(timestamp, value)),
    anyOf(eventType, filter.eventType),
  ];
  return { tests, text: given(filter.text, (value) => contains(searchText, value)) };
}
