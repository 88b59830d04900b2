import { sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { AuditEvent } from '../../domain/records.ts';
import type { NewAuditEvent } from '../persistence.ts';
import { auditEvents } from './schema.ts';

/** The request an audit event tells of; its tenant, id and correlation id go into the event. */
export interface AuditedRequest {
  readonly id: string;
  readonly tenantId: string;
  readonly correlationId: string | null;
}

/** Writes audit rows inside a running transaction. */
export interface AuditTrail {
  append(event: AuditEvent): void;
  appendForRequest(request: AuditedRequest, events: readonly NewAuditEvent[], timestamp: Date): void;
}

export function createAuditTrail(database: BetterSQLite3Database): AuditTrail {
  const insert = database
    .insert(auditEvents)
    .values({
      id: sql.placeholder('id'),
      tenantId: sql.placeholder('tenantId'),
      entityType: sql.placeholder('entityType'),
      entityId: sql.placeholder('entityId'),
      eventType: sql.placeholder('eventType'),
      actor: sql.placeholder('actor'),
      timestamp: sql.placeholder('timestamp'),
      correlationId: sql.placeholder('correlationId'),
      metadata: sql.placeholder('metadata'),
    })
    .prepare();
  const append = (event: AuditEvent): void => {
    insert.run({ ...event });
  };
  return {
    append,
    appendForRequest: (request, events, timestamp) => {
      const { tenantId, id: entityId, correlationId } = request;
      for (const event of events) {
        append({ ...event, tenantId, entityType: 'SignatureRequest', entityId, correlationId, timestamp });
      }
    },
  };
}
