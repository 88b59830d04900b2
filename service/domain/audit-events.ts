import type { AuditEventType } from '../contract/vocabulary/audit-events.ts';
import type { AuditEvent, AuditMetadata } from './records.ts';

/** An audit event the driver stores in the same unit as the change it tells of, which says whose it is and when. */
export type NewAuditEvent = Omit<AuditEvent, 'tenantId' | 'entityType' | 'entityId' | 'correlationId' | 'timestamp'>;

/** What an event of its own tells of, and who did it. */
export type AuditSubject = Pick<AuditEvent, 'tenantId' | 'entityType' | 'entityId' | 'actor' | 'correlationId'>;

interface EventPorts {
  readonly newId: () => string;
  readonly clock: () => Date;
}

/** Makes the events of what an actor changes. */
export function eventsBy(
  { newId }: Pick<EventPorts, 'newId'>,
  actor: string,
): (eventType: AuditEventType, metadata?: AuditMetadata) => NewAuditEvent {
  return (eventType, metadata = {}) => ({ id: newId(), eventType, actor, metadata });
}

/** An event of what the worker changes of a job. */
export function workerEvent(
  ports: Pick<EventPorts, 'newId'>,
  eventType: AuditEventType,
  metadata: AuditMetadata,
): NewAuditEvent {
  return eventsBy(ports, 'worker')(eventType, metadata);
}

/** An event that is stored by itself, as of now. */
export function eventOf(
  ports: EventPorts,
  { tenantId, entityType, entityId, actor, correlationId }: AuditSubject,
  eventType: AuditEventType,
  metadata: AuditMetadata,
): AuditEvent {
  const subject = { tenantId, entityType, entityId, correlationId };
  return { ...subject, ...eventsBy(ports, actor)(eventType, metadata), timestamp: ports.clock() };
}
