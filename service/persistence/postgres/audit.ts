import type { AuditEvent } from '../../domain/records.ts';
import { foldCase } from '../fold-case.ts';
import type { NewAuditEvent } from '../persistence.ts';
import { auditEvents } from './schema.ts';
import type { Unit } from './units.ts';

/** The request an audit event tells of; its tenant, id and correlation id go into the event. */
export interface AuditedRequest {
  readonly id: string;
  readonly tenantId: string;
  readonly correlationId: string | null;
}

/** Writes audit rows with what else the unit writes. */
export async function appendAudit({ database }: Unit, events: readonly AuditEvent[]): Promise<void> {
  if (events.length === 0) return;
  await database.insert(auditEvents).values(events.map((event) => ({ ...event, searchText: searchText(event) })));
}

export function appendAuditForRequest(
  unit: Unit,
  { tenantId, id: entityId, correlationId }: AuditedRequest,
  events: readonly NewAuditEvent[],
  timestamp: Date,
): Promise<void> {
  return appendAudit(
    unit,
    events.map((event) => ({
      ...event,
      tenantId,
      entityType: 'SignatureRequest',
      entityId,
      correlationId,
      timestamp,
    })),
  );
}

/** What the text filter of the audit list looks through: everything a person would see of an event. */
export function searchText({
  actor,
  correlationId,
  entityId,
  eventType,
  metadata,
}: Pick<AuditEvent, 'actor' | 'correlationId' | 'entityId' | 'eventType' | 'metadata'>): string {
  return foldCase([actor, correlationId ?? '', entityId, eventType, JSON.stringify(metadata)].join('\n'));
}
