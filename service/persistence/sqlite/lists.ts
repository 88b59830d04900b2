import { getTableColumns, sql } from 'drizzle-orm';
import type { JobDetails, Persistence, RequestDetails } from '../persistence.ts';
import { readMerged } from '../merged-pages.ts';
import { createCounts } from './counts.ts';
import type { DatabaseAccess } from './database.ts';
import { createEvidenceList, createTenantsWithEvidence } from './evidence-list.ts';
import type { AuditBlocks } from './audit-blocks.ts';
import { createAuditSearch, withoutSequence, type AuditRow } from './audit-search.ts';
import { auditConditions, jobConditions, requestConditions } from './list-conditions.ts';
import { inOrder, readersOf } from './page-reader.ts';
import { prepareCompleteDetails, selectDetails, selectJobDetails } from './request-rows.ts';
import { auditEvents, signatureRequests, signingJobs } from './schema.ts';

type ListStore = Pick<
  Persistence,
  | 'listRequests'
  | 'listEvidence'
  | 'tenantsWithEvidence'
  | 'listJobs'
  | 'listAuditEvents'
  | 'countRequests'
  | 'countJobs'
  | 'countAuditEvents'
>;

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
    ...createCounts(access),
  };
}

function createRequestList({ database }: DatabaseAccess): Persistence['listRequests'] {
  const completeDetails = prepareCompleteDetails(database);
  const { createdAt, id } = signatureRequests;
  const readerOf = readersOf<RequestDetails>((order) => ({
    timeColumn: createdAt,
    idColumn: id,
    prepareSelect: (where) => {
      const statement = selectDetails(database)
        .where(where)
        .orderBy(...inOrder(order, createdAt, id))
        .limit(sql.placeholder('limit'))
        .prepare();
      return { all: (values) => completeDetails(statement.all(values)) };
    },
    preparePosition: (where) =>
      database
        .select({ at: createdAt, id })
        .from(signatureRequests)
        .where(where)
        .orderBy(...inOrder(order, createdAt, id))
        .limit(1)
        .offset(sql.placeholder('skipped'))
        .prepare(),
    positionOf: ({ request }) => ({ at: request.createdAt, id: request.id }),
  }));
  return (query, filter) =>
    readMerged(
      filter.status,
      query,
      (one, share) => readerOf(share).read(share, requestConditions(query.tenantId, { ...filter, status: one })),
      ({ request }) => ({ at: request.createdAt, id: request.id }),
    );
}

function createJobList({ database }: DatabaseAccess): Persistence['listJobs'] {
  const completeDetails = prepareCompleteDetails(database);
  const { createdAt, id } = signingJobs;
  const readerOf = readersOf<JobDetails>((order) => ({
    timeColumn: createdAt,
    idColumn: id,
    prepareSelect: (where) => {
      const statement = selectJobDetails(database)
        .where(where)
        .orderBy(...inOrder(order, createdAt, id))
        .limit(sql.placeholder('limit'))
        .prepare();
      return { all: (values) => completeDetails(statement.all(values)) };
    },
    preparePosition: (where) =>
      database
        .select({ at: createdAt, id })
        .from(signingJobs)
        .where(where)
        .orderBy(...inOrder(order, createdAt, id))
        .limit(1)
        .offset(sql.placeholder('skipped'))
        .prepare(),
    positionOf: ({ job }) => ({ at: job.createdAt, id: job.id }),
  }));
  return (query, filter) =>
    readMerged(
      filter.status,
      query,
      (one, share) => readerOf(share).read(share, jobConditions(query.tenantId, { status: one })),
      ({ job }) => ({ at: job.createdAt, id: job.id }),
    );
}

function createAuditList({ database }: DatabaseAccess, blocks: AuditBlocks): Persistence['listAuditEvents'] {
  const search = createAuditSearch(database, blocks);
  const { timestamp, sequence } = auditEvents;
  const readerOf = readersOf<AuditRow>((order) => ({
    timeColumn: timestamp,
    idColumn: sequence,
    prepareSelect: (where) =>
      database
        .select(getTableColumns(auditEvents))
        .from(auditEvents)
        .where(where)
        .orderBy(...inOrder(order, timestamp, sequence))
        .limit(sql.placeholder('limit'))
        .prepare(),
    preparePosition: (where) =>
      database
        .select({ at: timestamp, id: sequence })
        .from(auditEvents)
        .where(where)
        .orderBy(...inOrder(order, timestamp, sequence))
        .limit(1)
        .offset(sql.placeholder('skipped'))
        .prepare(),
    positionOf: (row) => ({ at: row.timestamp, id: String(row.sequence) }),
  }));
  return async (query, filter) => {
    const { text, entityId } = filter;
    // Those of one entity are few.
    if (text !== undefined && entityId === undefined) return search(query, { ...filter, text });
    const page = await readMerged(
      filter.eventType,
      query,
      (one, share) => readerOf(share).read(share, auditConditions(query.tenantId, { ...filter, eventType: one })),
      (row) => ({ at: row.timestamp, id: row.sequence }),
    );
    return { ...page, items: page.items.map(withoutSequence) };
  };
}
