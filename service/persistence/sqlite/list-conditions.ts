import { eq, gte, inArray, lt, sql, type Column, type SQL } from 'drizzle-orm';
import { foldCase } from '../fold-case.ts';
import type { AuditFilter, JobFilter, OfOne, RequestFilter } from '../pages.ts';
import { joinKey } from './database.ts';
import { given, type Condition, type Conditions } from './page-reader.ts';
import { auditEvents, signatureRequests, signingJobs } from './schema.ts';

function equal(column: Column, name: string, value: string | undefined): Condition | undefined {
  return given(name, value, (key) => eq(column, joinKey(column, key)));
}

/** An equality that leads to no index (the plus sign is SQLite's way to say so): another condition does. */
function tested(column: Column, name: string, value: string | undefined): Condition | undefined {
  return given(name, value, (key) => sql`+${column} = ${joinKey(column, key)}`);
}

/** Plain substring search, so that no character of the text has a meaning of its own. */
function contains(haystack: SQL, name: string): SQL {
  return sql`instr(${haystack}, ${sql.placeholder(name)}) > 0`;
}

/** SQLite knows no other truth. */
function bit(value: boolean | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

function folded(text: string | undefined): string | undefined {
  return text === undefined ? undefined : foldCase(text);
}

/** Whether a retry was accepted; one that was refused has changed nothing. */
export const IS_RETRIED = sql`EXISTS (SELECT 1 FROM ${signatureRequests} AS again
  WHERE again.retry_of = ${signatureRequests}.id AND again.status <> 'Rejected')`;

/** The requests of a list. One equality leads along its index, where none has to be looked at for its text; the others are tested row by row. */
export function requestConditions(tenant: string, filter: OfOne<RequestFilter, 'status'>): Conditions {
  const { tenantId, status, createdAt, format, profile, signingProvider, searchText } = signatureRequests;
  const { kind, renewalOf, errorCode, waitReason } = signatureRequests;
  const isRare = filter.kind !== undefined && filter.kind !== 'Signature';
  const equalities = [
    { column: renewalOf, name: 'renewalOf', value: filter.renewalOf },
    { column: errorCode, name: 'errorCode', value: filter.errorCode },
    { column: waitReason, name: 'waitReason', value: filter.waitReason },
    { column: kind, name: 'rareKind', value: isRare ? filter.kind : undefined },
    { column: status, name: 'status', value: filter.status },
    { column: format, name: 'format', value: filter.format },
    { column: profile, name: 'profile', value: filter.profile },
    { column: signingProvider, name: 'provider', value: filter.signingProvider },
  ];
  const wanted = equalities.filter(({ value }) => value !== undefined);
  // The index of all requests has the text: of those that do not have what is looked for no row is read.
  const leading = filter.text === undefined || filter.renewalOf !== undefined ? wanted.shift() : undefined;
  return {
    indexed: [
      equal(tenantId, 'tenantId', tenant),
      leading && equal(leading.column, leading.name, leading.value),
      leading?.column === kind ? { test: sql`${kind} <> 'Signature'`, values: {} } : undefined,
      given('createdFrom', filter.createdFrom, (name) => gte(createdAt, joinKey(createdAt, name))),
      given('createdBefore', filter.createdBefore, (name) => lt(createdAt, joinKey(createdAt, name))),
    ],
    residual: [
      given('text', folded(filter.text), (name) => contains(sql`${searchText}`, name)),
      ...wanted.map(({ column, name, value }) => tested(column, name, value)),
      tested(kind, 'kind', isRare ? undefined : filter.kind),
      given('isRetried', bit(filter.isRetried), (name) => sql`${IS_RETRIED} = ${sql.placeholder(name)}`),
    ],
    // Nearly all requests are of the kind that is asked for most.
    endsEarly: filter.text !== undefined || wanted.length > 0,
  };
}

/** The jobs of a list. */
export function jobConditions(tenant: string, filter: OfOne<JobFilter, 'status'>): Conditions {
  const { tenantId, status } = signingJobs;
  return {
    indexed: [equal(tenantId, 'tenantId', tenant), equal(status, 'status', filter.status)],
    residual: [],
    endsEarly: false,
  };
}

/** The audit events of a list. Those of one entity are few, so their types need no index. */
export function auditConditions(tenant: string, filter: OfOne<AuditFilter, 'eventType'>): Conditions {
  const { tenantId, entityId, eventType, timestamp } = auditEvents;
  const isOfEntity = filter.entityId !== undefined;
  return {
    indexed: [
      isOfEntity ? tested(tenantId, 'tenantId', tenant) : equal(tenantId, 'tenantId', tenant),
      equal(entityId, 'entityId', filter.entityId),
      filter.entityId === undefined
        ? equal(eventType, 'eventType', filter.eventType)
        : tested(eventType, 'eventType', filter.eventType),
      given('from', filter.from, (name) => gte(timestamp, joinKey(timestamp, name))),
      given('before', filter.before, (name) => lt(timestamp, joinKey(timestamp, name))),
    ],
    residual: [
      given(
        'text',
        folded(filter.text),
        (name) =>
          sql`(${contains(foldedAuditText(), name)} OR ${contains(sql`coalesce(${documentText()}, '')`, name)})`,
      ),
    ],
    endsEarly: true,
  };
}

/** The same but for the text, where other ways lead to the rows: none of the conditions leads to an index. */
export function auditTests(tenant: string, filter: AuditFilter): readonly Condition[] {
  const { tenantId, eventType, timestamp } = auditEvents;
  const types = filter.eventType;
  return [
    tested(tenantId, 'tenantId', tenant),
    types && { test: inArray(sql`+${eventType}`, [...types]), values: {} },
    given('from', filter.from, (name) => sql`+${timestamp} >= ${joinKey(timestamp, name)}`),
    given('before', filter.before, (name) => sql`+${timestamp} < ${joinKey(timestamp, name)}`),
  ].filter((condition) => condition !== undefined);
}

/** What the text filter of the audit list looks through: everything a person would see of an event, its document's name included. */
export function auditText(): SQL {
  return sql`concat_ws(char(10), ${eventText()}, ${documentText()})`;
}

function eventText(): SQL {
  const { actor, correlationId, entityId, eventType, metadata } = auditEvents;
  return sql`concat_ws(char(10), ${sql.join([actor, correlationId, entityId, eventType, metadata], sql`, `)})`;
}

/** The names of the documents of the request that an event tells of, by its key; NULL where it is gone, or none. */
function documentText(): SQL {
  return sql`(SELECT request.search_text FROM ${signatureRequests} AS request
    WHERE request.id = ${auditEvents}.entity_id AND request.tenant_id = ${auditEvents}.tenant_id)`;
}

/** Nearly all of it is ASCII, which SQLite folds by itself in a fraction of the time. */
function foldedAuditText(): SQL {
  const { actor, correlationId, entityId, metadata } = auditEvents;
  const texts = [actor, sql`coalesce(${correlationId}, '')`, entityId, metadata];
  const sumOf = (length: string): SQL =>
    sql.join(
      texts.map((text) => sql`${sql.raw(length)}(${text})`),
      sql` + `,
    );
  const text = eventText();
  return sql`CASE WHEN ${sumOf('octet_length')} = ${sumOf('length')} THEN lower(${text}) ELSE fold_case(${text}) END`;
}
