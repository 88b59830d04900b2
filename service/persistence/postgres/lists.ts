import { and, asc, desc, eq, getTableColumns, isNotNull, lt, sql, type Column, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import type { AuditEventType } from '../../contract/vocabulary/audit-events.ts';
import type { AuditEvent } from '../../domain/records.ts';
import type { OfOne } from '../pages.ts';
import { readMerged, type RowPosition } from '../merged-pages.ts';
import { decodeCursor, encodeCursor } from '../page-cursor.ts';
import type {
  AuditFilter,
  EvidenceFilter,
  JobDetails,
  JobFilter,
  Page,
  PageQuery,
  ReadingStore,
  RequestDetails,
  RequestFilter,
} from '../persistence.ts';
import { createCounts, type Counts } from './counts.ts';
import { auditConditions, everyTest, jobConditions, requestConditions } from './list-conditions.ts';
import { completeDetails, selectDetails, selectJobDetails } from './request-rows.ts';
import { isNewestEvidence } from '../tables/request-details.ts';
import { auditEvents, signatureRequests, signingJobs } from './schema.ts';
import type { Units } from './units.ts';

type Lists = Pick<
  ReadingStore,
  'listRequests' | 'listEvidence' | 'tenantsWithEvidence' | 'listJobs' | 'listAuditEvents'
> &
  Counts;

/**
 * By keyset, from either end: a page costs the same wherever it lies. These statements are planned with their values each
 * time: which index serves best depends on the tenant and on the filter.
 */
export function createListStore(units: Units): Lists {
  return {
    listRequests: (query, filter) =>
      readMerged(filter.status, query, (one) => requestPage(units, query, { ...filter, status: one }), requestPosition),
    listEvidence: (query, filter) =>
      units.read(async (unit) => {
        const rows = await completeDetails(unit, await evidenceList(unit.database, query, filter));
        return pageOf(rows, query, ({ request }) => ({ at: request.evidenceGoodUntil ?? new Date(0), id: request.id }));
      }),
    tenantsWithEvidence: (endsBefore) =>
      units.read(async ({ database }) => {
        const { tenantId, evidenceGoodUntil, outputKept } = signatureRequests;
        const isDue = and(isNotNull(evidenceGoodUntil), eq(outputKept, sql`true`), lt(evidenceGoodUntil, endsBefore));
        const rows = await database.selectDistinct({ tenantId }).from(signatureRequests).where(isDue);
        return rows.map((row) => row.tenantId);
      }),
    listJobs: (query, filter) =>
      readMerged(filter.status, query, (one) => jobPage(units, query, { status: one }), jobPosition),
    listAuditEvents: async (query, filter) => {
      const read = (one: AuditEventType | undefined) => auditPage(units, query, { ...filter, eventType: one });
      const page = await readMerged(filter.eventType, query, read, auditPosition);
      return { ...page, items: page.items.map(recordOf) };
    },
    ...createCounts(units),
  };
}

const requestPosition = ({ request }: RequestDetails) => ({ at: request.createdAt, id: request.id });
const jobPosition = ({ job }: JobDetails) => ({ at: job.createdAt, id: job.id });
const auditPosition = (row: { timestamp: Date; sequence: number }) => ({ at: row.timestamp, id: row.sequence });

function requestPage(units: Units, query: PageQuery, filter: OfOne<RequestFilter, 'status'>) {
  return units.read(async (unit) => {
    const rows = await completeDetails(unit, await requestList(unit.database, query, filter));
    return pageOf(rows, query, requestPosition);
  });
}

function jobPage(units: Units, query: PageQuery, filter: OfOne<JobFilter, 'status'>) {
  return units.read(async (unit) => {
    const rows = await completeDetails(unit, await jobList(unit.database, query, filter));
    return pageOf(rows, query, jobPosition);
  });
}

function auditPage(units: Units, query: PageQuery, filter: OfOne<AuditFilter, 'eventType'>) {
  return units.read(async ({ database }) => pageOf(await auditList(database, query, filter), query, auditPosition));
}

/** One row more than a page was asked for tells that there is another one. */
function pageOf<T>(rows: readonly T[], { limit }: PageQuery, positionOf: (row: T) => RowPosition): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  if (rows.length <= limit || last === undefined) return { items, nextCursor: null };
  const { at, id } = positionOf(last);
  return { items, nextCursor: encodeCursor({ at, id: String(id) }) };
}

/** Rows behind the end of the page before. Throws SIGNATURE_REQUEST_INVALID for a cursor that is none of ours. */
function behind({ cursor, order }: PageQuery, timeColumn: Column, idColumn: Column): SQL | undefined {
  if (cursor === null) return undefined;
  const { at, id } = decodeCursor(cursor);
  const key = idColumn.dataType === 'number' ? sql`${wholeNumber(id)}::bigint` : sql`${sql.param(id, idColumn)}`;
  const isBehind = sql.raw(order === 'oldest' ? '>' : '<');
  return sql`(${timeColumn}, ${idColumn}) ${isBehind} (${sql.param(at, timeColumn)}, ${key})`;
}

/** The same for both columns, so that an index can be walked from either end. */
function inOrder({ order }: PageQuery, ...columns: readonly PgColumn[]): readonly SQL[] {
  return columns.map((column) => (order === 'oldest' ? asc(column) : desc(column)));
}

/** What is no number stands before every row, as it does in SQLite. */
function wholeNumber(text: string): string {
  return /^\d{1,18}$/.test(text) ? text : '0';
}

function requestList(database: NodePgDatabase, query: PageQuery, filter: OfOne<RequestFilter, 'status'>) {
  const { createdAt, id } = signatureRequests;
  return selectDetails(database)
    .where(and(behind(query, createdAt, id), ...everyTest(requestConditions(query.tenantId, filter))))
    .orderBy(...inOrder(query, createdAt, id))
    .limit(query.limit + 1);
}

const newer = alias(signatureRequests, 'newer');

const isNewest = isNewestEvidence(signatureRequests, newer);

/** The ones first whose evidence ends first. */
function evidenceList(database: NodePgDatabase, query: PageQuery, { endsBefore }: EvidenceFilter) {
  const { tenantId, evidenceGoodUntil, id, outputKept } = signatureRequests;
  const after = query.cursor === null ? null : decodeCursor(query.cursor);
  return selectDetails(database)
    .where(
      and(
        eq(tenantId, query.tenantId),
        isNotNull(evidenceGoodUntil),
        eq(outputKept, sql`true`),
        endsBefore && lt(evidenceGoodUntil, endsBefore),
        after === null
          ? undefined
          : sql`(${evidenceGoodUntil}, ${id}) > (${sql.param(after.at, evidenceGoodUntil)}, ${sql.param(after.id, id)})`,
        isNewest,
      ),
    )
    .orderBy(asc(evidenceGoodUntil), asc(id))
    .limit(query.limit + 1);
}

function jobList(database: NodePgDatabase, query: PageQuery, filter: OfOne<JobFilter, 'status'>) {
  const { createdAt, id } = signingJobs;
  return selectJobDetails(database)
    .where(and(behind(query, createdAt, id), ...everyTest(jobConditions(query.tenantId, filter))))
    .orderBy(...inOrder(query, createdAt, id))
    .limit(query.limit + 1);
}

function auditList(database: NodePgDatabase, query: PageQuery, filter: OfOne<AuditFilter, 'eventType'>) {
  const { timestamp, sequence } = auditEvents;
  return database
    .select(getTableColumns(auditEvents))
    .from(auditEvents)
    .where(and(behind(query, timestamp, sequence), ...everyTest(auditConditions(query.tenantId, filter))))
    .orderBy(...inOrder(query, timestamp, sequence))
    .limit(query.limit + 1);
}

function recordOf(row: AuditEvent): AuditEvent {
  const { id, tenantId, entityType, entityId, eventType, actor, timestamp, correlationId, metadata } = row;
  return { id, tenantId, entityType, entityId, eventType, actor, timestamp, correlationId, metadata };
}
