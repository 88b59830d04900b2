import type { ExtensionList, ExtensionView } from '../contract/http/extensions.ts';
import type { RequestFilter } from '../persistence/persistence.ts';
import { extensionView, type ExtensionKind } from './extension-view.ts';
import { requireRequest } from './get-signature.ts';
import type { Paging } from './list-signatures.ts';
import type { Caller, UseCasePorts } from './ports.ts';

type Ports = Pick<UseCasePorts, 'persistence'>;

/** The status of one. Throws SIGNATURE_INPUT_NOT_FOUND for ids of another kind, too. */
export async function getExtension(
  ports: Ports,
  caller: Caller,
  id: string,
  kind: ExtensionKind,
): Promise<ExtensionView> {
  return extensionView(await requireRequest(ports, caller, id, kind));
}

/** A page of the tenant's extensions, newest first. */
export function listExtensions(ports: Ports, caller: Caller, paging: Paging): Promise<ExtensionList> {
  return listOf(ports, caller, paging, { kind: 'Extension' });
}

/** A page of the renewals of a signature, newest first. Throws SIGNATURE_INPUT_NOT_FOUND. */
export async function listRenewals(
  ports: Ports,
  caller: Caller,
  paging: Paging,
  signatureId: string,
): Promise<ExtensionList> {
  await requireRequest(ports, caller, signatureId);
  return listOf(ports, caller, paging, { kind: 'Renewal', renewalOf: signatureId });
}

/** A page of all renewals of the tenant, newest first. */
export function listAllRenewals(ports: Ports, caller: Caller, paging: Paging): Promise<ExtensionList> {
  return listOf(ports, caller, paging, { kind: 'Renewal' });
}

async function listOf(ports: Ports, caller: Caller, paging: Paging, filter: RequestFilter): Promise<ExtensionList> {
  const { items, nextCursor } = await ports.persistence.listRequests({ tenantId: caller.tenantId, ...paging }, filter);
  return { items: items.map(extensionView), nextCursor };
}
