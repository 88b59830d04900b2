import { and, asc, desc, eq, getTableColumns, gte, isNotNull, lt, sql, type Column, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { alias } from 'drizzle-orm/pg-core';
import type { AuditEvent } from '../../domain/records.ts';
import { foldCase } from '../fold-case.ts';
import { decodeCursor, encodeCursor, type PagePosition } from '../page-cursor.ts';
import type {
  AuditFilter,
  EvidenceFilter,
  JobFilter,
  Page,
  PageQuery,
  ReadingStore,
  RequestFilter,
} from '../persistence.ts';
import {
  appearanceFiles,
  appearanceJoin,
  completeDetails,
  detailsColumns,
  inputFiles,
  inputJoin,
  jobColumns,
  outputFiles,
  outputJoin,
} from './request-rows.ts';
import { auditEvents, signatureRequests, signingJobs } from './schema.ts';
import type { Units } from './units.ts';

type Lists = Pick<ReadingStore, 'listRequests' | 'listEvidence' | 'listJobs' | 'listAuditEvents'>;

/**
 * Newest first, by keyset: a page costs the same wherever it lies. These statements are planned with their values each
 * time: which index serves best depends on the tenant and on the filter.
 */
export function createListStore(units: Units): Lists {
  return {
    listRequests: (query, filter) =>
      units.read(async (unit) => {
        const rows = await completeDetails(unit, await requestList(unit.database, query, filter));
        return pageOf(rows, query, ({ request }) => ({ at: request.createdAt, id: request.id }));
      }),
    listEvidence: (query, filter) =>
      units.read(async (unit) => {
        const rows = await completeDetails(unit, await evidenceList(unit.database, query, filter));
        return pageOf(rows, query, ({ request }) => ({ at: request.evidenceGoodUntil ?? new Date(0), id: request.id }));
      }),
    listJobs: (query, filter) =>
      units.read(async (unit) => {
        const rows = await completeDetails(unit, await jobList(unit.database, query, filter));
        return pageOf(rows, query, ({ job }) => ({ at: job.createdAt, id: job.id }));
      }),
    listAuditEvents: (query, filter) =>
      units.read(async (unit) => {
        const rows = await auditList(unit.database, query, filter);
        const page = pageOf(rows, query, (row) => ({ at: row.timestamp, id: String(row.sequence) }));
        return { ...page, items: page.items.map(recordOf) };
      }),
  };
}

/** One row more than a page was asked for tells that there is another one. */
function pageOf<T>(rows: readonly T[], { limit }: PageQuery, positionOf: (row: T) => PagePosition): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length <= limit || last === undefined ? null : encodeCursor(positionOf(last)) };
}

/** Rows behind the end of the page before. Throws SIGNATURE_REQUEST_INVALID for a cursor that is none of ours. */
function behind({ cursor }: PageQuery, timeColumn: Column, idColumn: Column): SQL | undefined {
  if (cursor === null) return undefined;
  const { at, id } = decodeCursor(cursor);
  const key = idColumn.dataType === 'number' ? sql`${wholeNumber(id)}::bigint` : sql`${sql.param(id, idColumn)}`;
  return sql`(${timeColumn}, ${idColumn}) < (${sql.param(at, timeColumn)}, ${key})`;
}

/** What is no number stands before every row, as it does in SQLite. */
function wholeNumber(text: string): string {
  return /^\d{1,18}$/.test(text) ? text : '0';
}

function given<T>(value: T | undefined, test: (value: T) => SQL): SQL | undefined {
  return value === undefined ? undefined : test(value);
}

/** Plain substring search, so that no character of the text has a meaning of its own. */
function contains(haystack: Column, text: string): SQL {
  return sql`strpos(${haystack}, ${foldCase(text).replaceAll('\0', '\u{FFFD}')}) > 0`;
}

/** Requests with their files; the lists differ in what they want of them. */
function detailsOf(database: NodePgDatabase) {
  return database
    .select(detailsColumns)
    .from(signatureRequests)
    .innerJoin(inputFiles, inputJoin)
    .leftJoin(outputFiles, outputJoin)
    .leftJoin(appearanceFiles, appearanceJoin);
}

function requestList(database: NodePgDatabase, query: PageQuery, filter: RequestFilter) {
  const { tenantId, status, createdAt, id, format, profile, signingProvider, searchText } = signatureRequests;
  const { kind, renewalOf } = signatureRequests;
  return detailsOf(database)
    .where(
      and(
        eq(tenantId, query.tenantId),
        behind(query, createdAt, id),
        given(filter.status, (value) => eq(status, value)),
        given(filter.createdFrom, (value) => gte(createdAt, value)),
        given(filter.createdBefore, (value) => lt(createdAt, value)),
        given(filter.kind, (value) => eq(kind, value)),
        given(filter.renewalOf, (value) => eq(renewalOf, value)),
        given(filter.format, (value) => eq(format, value)),
        given(filter.profile, (value) => eq(profile, value)),
        given(filter.signingProvider, (value) => eq(signingProvider, value)),
        given(filter.text, (value) => contains(searchText, value)),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(query.limit + 1);
}

const newer = alias(signatureRequests, 'newer');

/** No renewal of the same signature was completed after it. */
const isNewest = sql`NOT EXISTS (SELECT 1 FROM ${signatureRequests} AS newer
  WHERE ${newer.renewalOf} = coalesce(${signatureRequests.renewalOf}, ${signatureRequests.id})
    AND ${newer.status} = 'Completed' AND ${newer.evidenceGoodUntil} IS NOT NULL
    AND (${signatureRequests.renewalOf} IS NULL
      OR (${newer.completedAt}, ${newer.id}) > (${signatureRequests.completedAt}, ${signatureRequests.id})))`;

/** The ones first whose evidence ends first. */
function evidenceList(database: NodePgDatabase, query: PageQuery, { endsBefore }: EvidenceFilter) {
  const { tenantId, evidenceGoodUntil, id, outputKept } = signatureRequests;
  const after = query.cursor === null ? null : decodeCursor(query.cursor);
  return detailsOf(database)
    .where(
      and(
        eq(tenantId, query.tenantId),
        isNotNull(evidenceGoodUntil),
        eq(outputKept, sql`true`),
        given(endsBefore, (value) => lt(evidenceGoodUntil, value)),
        given(
          after ?? undefined,
          (value) =>
            sql`(${evidenceGoodUntil}, ${id}) > (${sql.param(value.at, evidenceGoodUntil)}, ${sql.param(value.id, id)})`,
        ),
        isNewest,
      ),
    )
    .orderBy(asc(evidenceGoodUntil), asc(id))
    .limit(query.limit + 1);
}

function jobList(database: NodePgDatabase, query: PageQuery, filter: JobFilter) {
  const { tenantId, status, createdAt, id } = signingJobs;
  return database
    .select({ job: jobColumns, ...detailsColumns })
    .from(signingJobs)
    .innerJoin(signatureRequests, eq(signatureRequests.id, signingJobs.signatureRequestId))
    .innerJoin(inputFiles, inputJoin)
    .leftJoin(outputFiles, outputJoin)
    .leftJoin(appearanceFiles, appearanceJoin)
    .where(
      and(
        eq(tenantId, query.tenantId),
        behind(query, createdAt, id),
        given(filter.status, (value) => eq(status, value)),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(query.limit + 1);
}

function auditList(database: NodePgDatabase, query: PageQuery, filter: AuditFilter) {
  const { tenantId, entityId, eventType, timestamp, sequence, searchText } = auditEvents;
  return database
    .select(getTableColumns(auditEvents))
    .from(auditEvents)
    .where(
      and(
        eq(tenantId, query.tenantId),
        behind(query, timestamp, sequence),
        given(filter.entityId, (value) => eq(entityId, value)),
        given(filter.from, (value) => gte(timestamp, value)),
        given(filter.before, (value) => lt(timestamp, value)),
        given(filter.eventType, (value) => eq(eventType, value)),
        given(filter.text, (value) => contains(searchText, value)),
      ),
    )
    .orderBy(desc(timestamp), desc(sequence))
    .limit(query.limit + 1);
}

function recordOf(row: AuditEvent): AuditEvent {
  const { id, tenantId, entityType, entityId, eventType, actor, timestamp, correlationId, metadata } = row;
  return { id, tenantId, entityType, entityId, eventType, actor, timestamp, correlationId, metadata };
}
