import { desc, eq, getTableColumns, gte, lt, sql, type SQL } from 'drizzle-orm';
import type { AuditEvent } from '../../domain/records.ts';
import type { JobDetails, Persistence, RequestDetails } from '../persistence.ts';
import { joinKey, type DatabaseAccess } from './database.ts';
import { foldCase } from '../fold-case.ts';
import { createEvidenceList } from './evidence-list.ts';
import { given, PageReader } from './page-reader.ts';
import {
  appearanceFiles,
  appearanceJoin,
  detailsColumns,
  inputFiles,
  inputJoin,
  jobColumns,
  outputFiles,
  outputJoin,
  prepareCompleteDetails,
} from './request-rows.ts';
import { auditEvents, signatureRequests, signingJobs } from './schema.ts';

type ListStore = Pick<Persistence, 'listRequests' | 'listEvidence' | 'listJobs' | 'listAuditEvents'>;

/** Newest first, by keyset: a page costs the same wherever it lies. */
export function createListStore(access: DatabaseAccess): ListStore {
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
    listJobs: durably(createJobList(access)),
    listAuditEvents: durably(createAuditList(access)),
  };
}

/** Plain substring search, so that no character of the text has a meaning of its own. */
function contains(haystack: SQL, name: string): SQL {
  return sql`instr(${haystack}, ${sql.placeholder(name)}) > 0`;
}

function folded(text: string | undefined): string | undefined {
  return text === undefined ? undefined : foldCase(text);
}

function createRequestList({ database }: DatabaseAccess): Persistence['listRequests'] {
  const completeDetails = prepareCompleteDetails(database);
  const { tenantId, status, createdAt, id, format, profile, signingProvider, searchText } = signatureRequests;
  const { kind, renewalOf } = signatureRequests;
  const order = [desc(createdAt), desc(id)];
  const reader = new PageReader<RequestDetails>({
    timeColumn: createdAt,
    idColumn: id,
    prepareSelect: (where) => {
      const statement = database
        .select(detailsColumns)
        .from(signatureRequests)
        .innerJoin(inputFiles, inputJoin)
        .leftJoin(outputFiles, outputJoin)
        .leftJoin(appearanceFiles, appearanceJoin)
        .where(where)
        .orderBy(...order)
        .limit(sql.placeholder('limit'))
        .prepare();
      return { all: (values) => completeDetails(statement.all(values)) };
    },
    preparePosition: (where) =>
      database
        .select({ at: createdAt, id })
        .from(signatureRequests)
        .where(where)
        .orderBy(...order)
        .limit(1)
        .offset(sql.placeholder('skipped'))
        .prepare(),
    positionOf: ({ request }) => ({ at: request.createdAt, id: request.id }),
  });
  return (query, filter) =>
    reader.read(query, {
      indexed: [
        given('tenantId', query.tenantId, (name) => eq(tenantId, joinKey(tenantId, name))),
        given('status', filter.status, (name) => eq(status, joinKey(status, name))),
        given('renewalOf', filter.renewalOf, (name) => eq(renewalOf, joinKey(renewalOf, name))),
        given('createdFrom', filter.createdFrom, (name) => gte(createdAt, joinKey(createdAt, name))),
        given('createdBefore', filter.createdBefore, (name) => lt(createdAt, joinKey(createdAt, name))),
      ],
      residual: [
        given('kind', filter.kind, (name) => eq(kind, joinKey(kind, name))),
        given('format', filter.format, (name) => eq(format, joinKey(format, name))),
        given('profile', filter.profile, (name) => eq(profile, joinKey(profile, name))),
        given('provider', filter.signingProvider, (name) => eq(signingProvider, joinKey(signingProvider, name))),
        given('text', folded(filter.text), (name) => contains(sql`${searchText}`, name)),
      ],
    });
}

function createJobList({ database }: DatabaseAccess): Persistence['listJobs'] {
  const completeDetails = prepareCompleteDetails(database);
  const { tenantId, status, createdAt, id } = signingJobs;
  const order = [desc(createdAt), desc(id)];
  const reader = new PageReader<JobDetails>({
    timeColumn: createdAt,
    idColumn: id,
    prepareSelect: (where) => {
      const statement = database
        .select({ job: jobColumns, ...detailsColumns })
        .from(signingJobs)
        .innerJoin(signatureRequests, eq(signatureRequests.id, signingJobs.signatureRequestId))
        .innerJoin(inputFiles, inputJoin)
        .leftJoin(outputFiles, outputJoin)
        .leftJoin(appearanceFiles, appearanceJoin)
        .where(where)
        .orderBy(...order)
        .limit(sql.placeholder('limit'))
        .prepare();
      return { all: (values) => completeDetails(statement.all(values)) };
    },
    preparePosition: (where) =>
      database
        .select({ at: createdAt, id })
        .from(signingJobs)
        .where(where)
        .orderBy(...order)
        .limit(1)
        .offset(sql.placeholder('skipped'))
        .prepare(),
    positionOf: ({ job }) => ({ at: job.createdAt, id: job.id }),
  });
  return (query, filter) =>
    reader.read(query, {
      indexed: [
        given('tenantId', query.tenantId, (name) => eq(tenantId, joinKey(tenantId, name))),
        given('status', filter.status, (name) => eq(status, joinKey(status, name))),
      ],
      residual: [],
    });
}

type AuditRow = AuditEvent & { readonly sequence: number };

function withoutSequence(row: AuditRow): AuditEvent {
  const { id, tenantId, entityType, entityId, eventType, actor, timestamp, correlationId, metadata } = row;
  return { id, tenantId, entityType, entityId, eventType, actor, timestamp, correlationId, metadata };
}

/** What the text filter of the audit list looks through: everything a person would see of an event. */
function auditText(): SQL {
  const { actor, correlationId, entityId, eventType, metadata } = auditEvents;
  const parts = sql.join([actor, correlationId, entityId, eventType, metadata], sql`, `);
  return sql`fold_case(concat_ws(char(10), ${parts}))`;
}

function createAuditList({ database }: DatabaseAccess): Persistence['listAuditEvents'] {
  const { tenantId, entityId, eventType, timestamp, sequence } = auditEvents;
  const order = [desc(timestamp), desc(sequence)];
  const reader = new PageReader<AuditRow>({
    timeColumn: timestamp,
    idColumn: sequence,
    prepareSelect: (where) =>
      database
        .select(getTableColumns(auditEvents))
        .from(auditEvents)
        .where(where)
        .orderBy(...order)
        .limit(sql.placeholder('limit'))
        .prepare(),
    preparePosition: (where) =>
      database
        .select({ at: timestamp, id: sequence })
        .from(auditEvents)
        .where(where)
        .orderBy(...order)
        .limit(1)
        .offset(sql.placeholder('skipped'))
        .prepare(),
    positionOf: (row) => ({ at: row.timestamp, id: String(row.sequence) }),
  });
  return async (query, filter) => {
    const page = await reader.read(query, {
      indexed: [
        given('tenantId', query.tenantId, (name) => eq(tenantId, joinKey(tenantId, name))),
        given('entityId', filter.entityId, (name) => eq(entityId, joinKey(entityId, name))),
        given('from', filter.from, (name) => gte(timestamp, joinKey(timestamp, name))),
        given('before', filter.before, (name) => lt(timestamp, joinKey(timestamp, name))),
      ],
      residual: [
        given('eventType', filter.eventType, (name) => eq(eventType, joinKey(eventType, name))),
        given('text', folded(filter.text), (name) => contains(auditText(), name)),
      ],
    });
    return { ...page, items: page.items.map(withoutSequence) };
  };
}
