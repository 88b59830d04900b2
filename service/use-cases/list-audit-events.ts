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
  const nameOf = await fileNames(ports, caller, page.items);
  return {
    items: page.items.map((event) => auditEventView(event, nameOf(event))),
    nextCursor: page.nextCursor,
    ...count,
  };
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

/** An event names its document by an id alone: names are read where the documents are, and go with them. */
async function fileNames(
  { persistence }: Pick<UseCasePorts, 'persistence'>,
  { tenantId }: Caller,
  events: readonly AuditEvent[],
): Promise<(event: AuditEvent) => string | null> {
  const ids = new Set(events.filter(isOfRequest).map(({ entityId }) => entityId));
  const names = ids.size === 0 ? undefined : await persistence.fileNamesOf(tenantId, [...ids]);
  return (event) => (isOfRequest(event) ? (names?.get(event.entityId) ?? null) : null);
}

const isOfRequest = ({ entityType }: AuditEvent): boolean => entityType === 'SignatureRequest';

function auditEventView(event: AuditEvent, fileName: string | null): AuditEventView {
  return { ...event, fileName, timestamp: event.timestamp.toISOString(), metadata: { ...event.metadata } };
}
