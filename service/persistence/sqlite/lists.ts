import { and, desc, eq, getTableColumns, gte, lt, sql, type SQL } from 'drizzle-orm';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { decodeCursor, encodeCursor, type PagePosition } from '../page-cursor.ts';
import type { AuditEvent } from '../../domain/records.ts';
import type {
  AuditFilter,
  JobDetails,
  JobFilter,
  Page,
  PageQuery,
  Persistence,
  RequestDetails,
  RequestFilter,
} from '../persistence.ts';
import type { DatabaseAccess } from './database.ts';
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
import { foldCase } from './fold-case.ts';
import { auditEvents, signatureRequests, signingJobs } from './schema.ts';

type ListStore = Pick<Persistence, 'listRequests' | 'listJobs' | 'listAuditEvents'>;

/** Newest first, by keyset: a page costs the same wherever it lies. */
export function createListStore(access: DatabaseAccess): ListStore {
  return {
    listRequests: prepareListRequests(access),
    listJobs: prepareListJobs(access),
    listAuditEvents: prepareListAuditEvents(access),
  };
}

/**
 * Conditions of one list. `indexed` ones lead straight to the rows through an index; `residual` ones are tested row by
 * row, so a list that has any is read in slices.
 */
interface Conditions {
  readonly indexed: readonly SQL[];
  readonly residual: readonly SQL[];
}

/** How one list is read: the rows that match, newest first, and the position the `count`-th indexed row lies at. */
interface ListSource<T> {
  select(conditions: SQL | undefined, limit: number): readonly T[];
  positionAfter(conditions: SQL | undefined, count: number): PagePosition | undefined;
  positionOf(item: T): PagePosition;
  before(position: PagePosition): SQL;
  notBefore(position: PagePosition): SQL;
}

/** Rows tested in one go; a few milliseconds. A filter that matches little must not hold up everything else. */
const SLICE_ROWS = 2000;

async function readPage<T>(
  source: ListSource<T>,
  query: PageQuery,
  { indexed, residual }: Conditions,
): Promise<Page<T>> {
  const wanted = query.limit + 1;
  const found: T[] = [];
  let position = query.cursor === null ? undefined : decodeCursor(query.cursor);
  for (;;) {
    const base = [...indexed, ...(position === undefined ? [] : [source.before(position)])];
    const sliceEnd = residual.length === 0 ? undefined : source.positionAfter(and(...base), SLICE_ROWS);
    const slice = sliceEnd === undefined ? [] : [source.notBefore(sliceEnd)];
    found.push(...source.select(and(...base, ...slice, ...residual), wanted - found.length));
    if (sliceEnd === undefined || found.length >= wanted) break;
    position = sliceEnd;
    await nextTurn();
  }
  const items = found.slice(0, query.limit);
  const last = items.at(-1);
  return {
    items,
    nextCursor: found.length < wanted || last === undefined ? null : encodeCursor(source.positionOf(last)),
  };
}

function present(conditions: readonly (SQL | undefined)[]): readonly SQL[] {
  return conditions.filter((condition) => condition !== undefined);
}

function given<T>(value: T | undefined, condition: (value: T) => SQL): SQL | undefined {
  return value === undefined ? undefined : condition(value);
}

/** Plain substring search, so that no character of the text has a meaning of its own. */
function contains(haystack: SQL, text: string): SQL {
  return sql`instr(${haystack}, ${foldCase(text)}) > 0`;
}

function prepareListRequests({ database }: DatabaseAccess): Persistence['listRequests'] {
  const completeDetails = prepareCompleteDetails(database);
  const { tenantId, status, createdAt, id } = signatureRequests;
  const key = sql`(${createdAt}, ${id})`;
  const order = [desc(createdAt), desc(id)];
  const source = {
    select: (conditions: SQL | undefined, limit: number) =>
      completeDetails(
        database
          .select(detailsColumns)
          .from(signatureRequests)
          .innerJoin(inputFiles, inputJoin)
          .leftJoin(outputFiles, outputJoin)
          .leftJoin(appearanceFiles, appearanceJoin)
          .where(conditions)
          .orderBy(...order)
          .limit(limit)
          .all(),
      ),
    positionAfter: (conditions: SQL | undefined, count: number) =>
      database
        .select({ at: createdAt, id })
        .from(signatureRequests)
        .where(conditions)
        .orderBy(...order)
        .limit(1)
        .offset(count - 1)
        .get(),
    positionOf: ({ request }: RequestDetails) => ({
      at: request.createdAt,
      id: request.id,
    }),
    before: (position: PagePosition) => sql`${key} < (${position.at.getTime()}, ${position.id})`,
    notBefore: (position: PagePosition) => sql`${key} >= (${position.at.getTime()}, ${position.id})`,
  };
  const conditionsOf = (query: PageQuery, filter: RequestFilter): Conditions => ({
    indexed: present([
      eq(tenantId, query.tenantId),
      given(filter.status, (value) => eq(status, value)),
      given(filter.createdFrom, (value) => gte(createdAt, value)),
      given(filter.createdBefore, (value) => lt(createdAt, value)),
    ]),
    residual: present([
      given(filter.format, (value) => eq(signatureRequests.format, value)),
      given(filter.profile, (value) => eq(signatureRequests.profile, value)),
      given(filter.signingProvider, (value) => eq(signatureRequests.signingProvider, value)),
      given(filter.text, (value) => contains(sql`${signatureRequests.searchText}`, value)),
    ]),
  });
  return async (query, filter) => readPage(source, query, conditionsOf(query, filter));
}

function prepareListJobs({ database }: DatabaseAccess): Persistence['listJobs'] {
  const completeDetails = prepareCompleteDetails(database);
  const { tenantId, status, createdAt, id } = signingJobs;
  const key = sql`(${createdAt}, ${id})`;
  const source = {
    select: (conditions: SQL | undefined, limit: number) =>
      completeDetails(
        database
          .select({ job: jobColumns, ...detailsColumns })
          .from(signingJobs)
          .innerJoin(signatureRequests, eq(signatureRequests.id, signingJobs.signatureRequestId))
          .innerJoin(inputFiles, inputJoin)
          .leftJoin(outputFiles, outputJoin)
          .leftJoin(appearanceFiles, appearanceJoin)
          .where(conditions)
          .orderBy(desc(createdAt), desc(id))
          .limit(limit)
          .all(),
      ),
    positionAfter: () => undefined,
    positionOf: ({ job }: JobDetails) => ({
      at: job.createdAt,
      id: job.id,
    }),
    before: (position: PagePosition) => sql`${key} < (${position.at.getTime()}, ${position.id})`,
    notBefore: (position: PagePosition) => sql`${key} >= (${position.at.getTime()}, ${position.id})`,
  };
  const conditionsOf = (query: PageQuery, filter: JobFilter): Conditions => ({
    indexed: present([eq(tenantId, query.tenantId), given(filter.status, (value) => eq(status, value))]),
    residual: [],
  });
  return async (query, filter) => readPage(source, query, conditionsOf(query, filter));
}

type AuditRow = AuditEvent & { readonly sequence: number };

function withoutSequence({
  id,
  tenantId,
  entityType,
  entityId,
  eventType,
  actor,
  timestamp,
  correlationId,
  metadata,
}: AuditRow): AuditEvent {
  return { id, tenantId, entityType, entityId, eventType, actor, timestamp, correlationId, metadata };
}

/** The text filter of the audit list looks through everything a person would see of an event. */
function auditContains(text: string): SQL {
  const { actor, correlationId, entityId, eventType, metadata } = auditEvents;
  const parts = sql.join([actor, correlationId, entityId, eventType, metadata], sql`, `);
  return contains(sql`fold_case(concat_ws(char(10), ${parts}))`, text);
}

function prepareListAuditEvents({ database }: DatabaseAccess): Persistence['listAuditEvents'] {
  const { tenantId, entityId, timestamp, sequence } = auditEvents;
  const key = sql`(${timestamp}, ${sequence})`;
  const order = [desc(timestamp), desc(sequence)];
  const source = {
    select: (conditions: SQL | undefined, limit: number) =>
      database
        .select(getTableColumns(auditEvents))
        .from(auditEvents)
        .where(conditions)
        .orderBy(...order)
        .limit(limit)
        .all(),
    positionAfter: (conditions: SQL | undefined, count: number) => {
      const found = database
        .select({ at: timestamp, sequence })
        .from(auditEvents)
        .where(conditions)
        .orderBy(...order)
        .limit(1)
        .offset(count - 1)
        .get();
      return found === undefined ? undefined : { at: found.at, id: String(found.sequence) };
    },
    positionOf: (event: AuditRow) => ({
      at: event.timestamp,
      id: String(event.sequence),
    }),
    before: (position: PagePosition) => sql`${key} < (${position.at.getTime()}, ${Number(position.id)})`,
    notBefore: (position: PagePosition) => sql`${key} >= (${position.at.getTime()}, ${Number(position.id)})`,
  };
  const conditionsOf = (query: PageQuery, filter: AuditFilter): Conditions => ({
    indexed: present([
      eq(tenantId, query.tenantId),
      given(filter.entityId, (value) => eq(entityId, value)),
      given(filter.from, (value) => gte(timestamp, value)),
      given(filter.before, (value) => lt(timestamp, value)),
    ]),
    residual: present([
      given(filter.eventType, (value) => eq(auditEvents.eventType, value)),
      given(filter.text, auditContains),
    ]),
  });
  return async (query, filter) => {
    const page = await readPage(source, query, conditionsOf(query, filter));
    return { ...page, items: page.items.map(withoutSequence) };
  };
}
