import { sql, type SQL } from 'drizzle-orm';
import type { AuditEvent } from '../../domain/records.ts';
import { foldCase } from '../fold-case.ts';
import type { NewAuditEvent } from '../persistence.ts';
import { auditEvents } from './schema.ts';
import { writtenStatement } from './statements.ts';
import type { Unit } from './units.ts';
import { insertRows, rowsAsJson } from './whole-rows.ts';

/** The request an audit event tells of; its tenant, id and correlation id go into the event. */
export interface AuditedRequest {
  readonly id: string;
  readonly tenantId: string;
  readonly correlationId: string | null;
}

const insertEvents = writtenStatement('insert_audit', () => insertRows({ table: auditEvents, parameter: 'audit' }));

/** Writes audit rows with what else the unit writes. */
export async function appendAudit(unit: Unit, events: readonly AuditEvent[]): Promise<void> {
  if (events.length === 0) return;
  await insertEvents(unit, { audit: auditRows(events) });
}

/** Whole events as a statement of `insertRows` takes them. */
export function auditRows(events: readonly AuditEvent[]): string {
  return rowsAsJson(
    auditEvents,
    events.map((event) => ({ ...event, searchText: searchText(event) })),
  );
}

export function appendAuditForRequest(
  unit: Unit,
  request: AuditedRequest,
  events: readonly NewAuditEvent[],
  timestamp: Date,
): Promise<void> {
  return appendAudit(unit, eventsOfRequest(request, events, timestamp));
}

/** The events of a change of a request, with what they say of the request. */
export function eventsOfRequest(
  { tenantId, id: entityId, correlationId }: AuditedRequest,
  events: readonly NewAuditEvent[],
  timestamp: Date,
): readonly AuditEvent[] {
  const subject = { tenantId, entityType: 'SignatureRequest', entityId, correlationId };
  return events.map((event) => ({ ...event, ...subject, timestamp }));
}

/** What the text filter of the audit list looks through of an event itself; the names of its documents are with its request. */
export function searchText({
  actor,
  correlationId,
  entityId,
  eventType,
  metadata,
}: Pick<AuditEvent, 'actor' | 'correlationId' | 'entityId' | 'eventType' | 'metadata'>): string {
  return foldCase([actor, correlationId ?? '', entityId, eventType, JSON.stringify(metadata)].join('\n'));
}

/** The events of a request as `auditAfter` takes them; what the request says of itself the statement fills in. */
export function auditAsJson(events: readonly NewAuditEvent[], timestamp: Date): string {
  return rowsAsJson(
    auditEvents,
    events.map((event) => {
      const searchText = foldCase([event.actor, event.eventType, JSON.stringify(event.metadata)].join('\n'));
      const ofRequest = { tenantId: null, entityId: null, correlationId: null };
      return { ...event, ...ofRequest, entityType: 'SignatureRequest', timestamp, searchText };
    }),
  );
}

/**
 * The INSERT of the events of a request in a statement of several parts; `after` names the part that gives its id,
 * tenant_id and correlation_id, which are ASCII (service/http/caller.ts): the server lowers their letters as `foldCase` does.
 */
export function auditAfter(after: string): SQL {
  return insertRows({
    ...{ table: auditEvents, parameter: 'audit', after },
    filled: {
      tenant_id: sql`earlier.tenant_id`,
      entity_id: sql`earlier.id`,
      correlation_id: sql`earlier.correlation_id`,
      search_text: sql`concat_ws(chr(10), given.search_text, lower(earlier.correlation_id), lower(earlier.id))`,
    },
  });
}
