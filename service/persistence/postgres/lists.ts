import { and, asc, eq, getTableColumns, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { alias } from 'drizzle-orm/pg-core';
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
import { auditConditions, jobConditions, requestConditions } from './list-conditions.ts';
import { readPage } from './page-reader.ts';
import { completeDetails, selectDetails, selectFileNames, selectJobDetails } from './request-rows.ts';
import { isNewestEvidence } from '../tables/request-details.ts';
import { auditEvents, signatureRequests, signingJobs } from './schema.ts';
import type { Units } from './units.ts';

type Lists = Pick<
  ReadingStore,
  'listRequests' | 'listEvidence' | 'tenantsWithEvidence' | 'listJobs' | 'listAuditEvents' | 'fileNamesOf'
> &
  Counts;

/** By keyset, from either end: a page costs the same wherever it lies. */
export function createListStore(units: Units): Lists {
  return {
    listRequests: (query, filter) =>
      readMerged(
        filter.status,
        query,
        (one, share) => requestPage(units, share, { ...filter, status: one }),
        requestPosition,
      ),
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
      readMerged(filter.status, query, (one, share) => jobPage(units, share, { status: one }), jobPosition),
    listAuditEvents: async (query, filter) => {
      const page = await readMerged(
        filter.eventType,
        query,
        (one, share) => auditPage(units, share, { ...filter, eventType: one }),
        auditPosition,
      );
      return { ...page, items: page.items.map(recordOf) };
    },
    fileNamesOf: (tenantId, signatureIds) =>
      units.read(async ({ database }) => {
        const isWanted = inArray(signatureRequests.id, [...signatureIds]);
        const rows = await selectFileNames(database).where(and(eq(signatureRequests.tenantId, tenantId), isWanted));
        return new Map(rows.map(({ id, name }) => [id, name]));
      }),
    ...createCounts(units),
  };
}

const requestPosition = ({ request }: RequestDetails) => ({ at: request.createdAt, id: request.id });
const jobPosition = ({ job }: JobDetails) => ({ at: job.createdAt, id: job.id });
const auditPosition = (row: { timestamp: Date; sequence: number }) => ({ at: row.timestamp, id: row.sequence });

function requestPage(units: Units, query: PageQuery, filter: OfOne<RequestFilter, 'status'>) {
  return readPage<RequestDetails>(units, query, requestConditions(query.tenantId, filter), {
    ...{ table: signatureRequests, timeColumn: signatureRequests.createdAt, idColumn: signatureRequests.id },
    select: async (unit, where, order, limit) =>
      completeDetails(
        unit,
        await selectDetails(unit.database)
          .where(where)
          .orderBy(...order)
          .limit(limit),
      ),
    positionOf: requestPosition,
  });
}

function jobPage(units: Units, query: PageQuery, filter: OfOne<JobFilter, 'status'>) {
  return readPage<JobDetails>(units, query, jobConditions(query.tenantId, filter), {
    ...{ table: signingJobs, timeColumn: signingJobs.createdAt, idColumn: signingJobs.id },
    select: async (unit, where, order, limit) =>
      completeDetails(
        unit,
        await selectJobDetails(unit.database)
          .where(where)
          .orderBy(...order)
          .limit(limit),
      ),
    positionOf: jobPosition,
  });
}

function auditPage(units: Units, query: PageQuery, filter: OfOne<AuditFilter, 'eventType'>) {
  return readPage<AuditEvent & { readonly sequence: number }>(units, query, auditConditions(query.tenantId, filter), {
    ...{ table: auditEvents, timeColumn: auditEvents.timestamp, idColumn: auditEvents.sequence },
    select: async ({ database }, where, order, limit) =>
      database
        .select(getTableColumns(auditEvents))
        .from(auditEvents)
        .where(where)
        .orderBy(...order)
        .limit(limit),
    positionOf: auditPosition,
  });
}

/** One row more than a page was asked for tells that there is another one. */
function pageOf<T>(rows: readonly T[], { limit }: PageQuery, positionOf: (row: T) => RowPosition): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  if (rows.length <= limit || last === undefined) return { items, nextCursor: null };
  const { at, id } = positionOf(last);
  return { items, nextCursor: encodeCursor({ at, id: String(id) }) };
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

function recordOf(row: AuditEvent): AuditEvent {
  const { id, tenantId, entityType, entityId, eventType, actor, timestamp, correlationId, metadata } = row;
  return { id, tenantId, entityType, entityId, eventType, actor, timestamp, correlationId, metadata };
}
