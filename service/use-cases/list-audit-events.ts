import type { AuditEventList, AuditEventView } from '../contract/http/signatures.ts';
import type { AuditEvent } from '../domain/records.ts';
import type { AuditFilter } from '../persistence/persistence.ts';
import { requireRequest } from './get-signature.ts';
import { countOf, type Paging } from './list-signatures.ts';
import type { Caller, UseCasePorts } from './ports.ts';

/** One page of the tenant's audit events, newest first. */
export async function listAuditEvents(
  ports: Pick<UseCasePorts, 'persistence'>,
  caller: Caller,
  paging: Paging,
  filter: AuditFilter,
): Promise<AuditEventList> {
  const page = await ports.persistence.listAuditEvents({ tenantId: caller.tenantId, ...paging }, filter);
  const count = await countOf(paging, () => ports.persistence.countAuditEvents(caller.tenantId, filter));
  return { items: page.items.map(auditEventView), nextCursor: page.nextCursor, ...count };
}

/** The history of one request. Throws SIGNATURE_INPUT_NOT_FOUND. */
export async function listSignatureAuditEvents(
  ports: Pick<UseCasePorts, 'persistence'>,
  caller: Caller,
  paging: Paging,
  signatureId: string,
): Promise<AuditEventList> {
  await requireRequest(ports, caller, signatureId);
  return listAuditEvents(ports, caller, paging, { entityId: signatureId });
}

function auditEventView(event: AuditEvent): AuditEventView {
  return { ...event, timestamp: event.timestamp.toISOString(), metadata: { ...event.metadata } };
}
