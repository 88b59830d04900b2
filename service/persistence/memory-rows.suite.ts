import { TERMINAL_SIGNATURE_STATUSES } from '../contract/vocabulary/states.ts';
import type { AuditEvent, SignatureRequest, StoredFile } from '../domain/records.ts';
import type { AcceptUnit, NewAuditEvent, RequestDetails } from './persistence.ts';

/** A request as `MemoryPersistence` keeps it. */
export interface Row {
  request: SignatureRequest;
  unit: AcceptUnit;
  output: StoredFile | null;
}

/** Whether nothing more will come of it. */
export function hasEnded({ status }: SignatureRequest): boolean {
  return TERMINAL_SIGNATURE_STATUSES.includes(status);
}

/** Whether it has ended without a signature. */
export function isInVain(request: SignatureRequest): boolean {
  return hasEnded(request) && request.status !== 'Completed';
}

/** What a real store puts together from several tables. */
export function detailsOf({ request, unit, output }: Row): RequestDetails {
  const byId = new Map(unit.files.map((file) => [file.id, file]));
  const input = byId.get(request.inputFileId);
  if (input === undefined) throw new Error('The input row is missing.');
  return {
    request,
    input,
    additionalInputs: request.additionalInputFileIds.flatMap((id) => byId.get(id) ?? []),
    output,
    appearance: byId.get(request.appearanceFileId ?? '') ?? null,
  };
}

/** Events as they are written for a request. */
export function auditOf(
  { tenantId, id: entityId, correlationId }: SignatureRequest,
  events: readonly NewAuditEvent[],
  timestamp: Date,
): AuditEvent[] {
  const of = { tenantId, entityType: 'SignatureRequest' as const, entityId, timestamp, correlationId };
  return events.map((event) => ({ ...event, ...of }));
}
