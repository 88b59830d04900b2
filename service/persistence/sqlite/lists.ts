import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { JobDetails, Persistence, RequestDetails } from '../persistence.ts';
import { readMerged, type RowPosition } from '../merged-pages.ts';
import { createCounts } from './counts.ts';
import type { DatabaseAccess } from './database.ts';
import { createEvidenceList, createTenantsWithEvidence } from './evidence-list.ts';
import type { AuditBlocks } from './audit-blocks.ts';
import { createAuditSearch, withoutSequence, type AuditRow } from './audit-search.ts';
import { auditConditions, jobConditions, requestConditions } from './list-conditions.ts';
import { readersOf } from './page-reader.ts';
import { prepareCompleteDetails, selectDetails, selectFileNames, selectJobDetails } from './request-rows.ts';
import { auditEvents, signatureRequests, signingJobs } from './schema.ts';

type ListStore = Pick<
  Persistence,
  | 'listRequests'
  | 'listEvidence'
  | 'tenantsWithEvidence'
  | 'listJobs'
  | 'listAuditEvents'
  | 'fileNamesOf'
  | 'countRequests'
  | 'countJobs'
  | 'countAuditEvents'
>;

const LIMIT = sql.placeholder('limit');

/** By keyset, from either end: a page costs the same wherever it lies. */
export function createListStore(access: DatabaseAccess, blocks: AuditBlocks): ListStore {
  /** A page is told of once all that it shows is on disk. */
  const durably =
    <Query extends unknown[], Result>(list: (...query: Query) => Promise<Result>) =>
    async (...query: Query): Promise<Result> => {
      const page = await list(...query);
      return access.writer.read(() => page);
    };
  return {
    listRequests: durably(createRequestList(access)),
    listEvidence: durably(createEvidenceList(access)),
    tenantsWithEvidence: durably(createTenantsWithEvidence(access)),
    listJobs: durably(createJobList(access)),
    listAuditEvents: durably(createAuditList(access, blocks)),
    fileNamesOf: durably(createFileNames(access)),
    ...createCounts(access),
  };
}

function createRequestList({ database }: DatabaseAccess): Persistence['listRequests'] {
  const completeDetails = prepareCompleteDetails(database);
  const positionOf = ({ request }: RequestDetails): RowPosition => ({ at: request.createdAt, id: request.id });
  const readerOf = readersOf<RequestDetails>(database, {
    ...{ table: signatureRequests, timeColumn: signatureRequests.createdAt, idColumn: signatureRequests.id },
    prepareSelect: (where, order) => {
      const page = selectDetails(database)
        .where(where)
        .orderBy(...order)
        .limit(LIMIT)
        .prepare();
      return { all: (values) => completeDetails(page.all(values)) };
    },
    positionOf,
  });
  return (query, filter) =>
    readMerged(
      filter.status,
      query,
      (one, share) => readerOf(share).read(share, requestConditions(query.tenantId, { ...filter, status: one })),
      positionOf,
    );
}

function createJobList({ database }: DatabaseAccess): Persistence['listJobs'] {
  const completeDetails = prepareCompleteDetails(database);
  const positionOf = ({ job }: JobDetails): RowPosition => ({ at: job.createdAt, id: job.id });
  const readerOf = readersOf<JobDetails>(database, {
    ...{ table: signingJobs, timeColumn: signingJobs.createdAt, idColumn: signingJobs.id },
    prepareSelect: (where, order) => {
      const page = selectJobDetails(database)
        .where(where)
        .orderBy(...order)
        .limit(LIMIT)
        .prepare();
      return { all: (values) => completeDetails(page.all(values)) };
    },
    positionOf,
  });
  return (query, filter) =>
    readMerged(
      filter.status,
      query,
      (one, share) => readerOf(share).read(share, jobConditions(query.tenantId, { status: one })),
      positionOf,
    );
}

function createFileNames({ database }: DatabaseAccess): Persistence['fileNamesOf'] {
  const { id, tenantId } = signatureRequests;
  return (tenant, signatureIds) => {
    const rows = selectFileNames(database)
      .where(and(eq(tenantId, tenant), inArray(id, [...signatureIds])))
      .all();
    return Promise.resolve(new Map(rows.map((row) => [row.id, row.name])));
  };
}

function createAuditList({ database }: DatabaseAccess, blocks: AuditBlocks): Persistence['listAuditEvents'] {
  const search = createAuditSearch(database, blocks);
  const positionOf = (row: AuditRow): RowPosition => ({ at: row.timestamp, id: row.sequence });
  const readerOf = readersOf<AuditRow>(database, {
    ...{ table: auditEvents, timeColumn: auditEvents.timestamp, idColumn: auditEvents.sequence },
    prepareSelect: (where, order) =>
      database
        .select(getTableColumns(auditEvents))
        .from(auditEvents)
        .where(where)
        .orderBy(...order)
        .limit(LIMIT)
        .prepare(),
    positionOf,
  });
  return async (query, filter) => {
    const { text, entityId } = filter;
    // Those of one entity are few.
    if (text !== undefined && entityId === undefined) return search(query, { ...filter, text });
    const page = await readMerged(
      filter.eventType,
      query,
      (one, share) => readerOf(share).read(share, auditConditions(query.tenantId, { ...filter, eventType: one })),
      positionOf,
    );
    return { ...page, items: page.items.map(withoutSequence) };
  };
}
