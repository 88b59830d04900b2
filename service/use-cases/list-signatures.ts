import type { SignatureList } from '../contract/http/signatures.ts';
import type { RequestFilter } from '../persistence/persistence.ts';
import type { Caller, UseCasePorts } from './ports.ts';
import { signatureView } from './signature-view.ts';

/** Where a list page begins and how long it may be (1 to 200). */
export interface Paging {
  readonly limit: number;
  readonly cursor: string | null;
}

/** One page of the tenant's requests, newest first. Throws SIGNATURE_REQUEST_INVALID for a cursor that is not ours. */
export async function listSignatures(
  ports: Pick<UseCasePorts, 'persistence'>,
  caller: Caller,
  paging: Paging,
  filter: RequestFilter,
): Promise<SignatureList> {
  const page = await ports.persistence.listRequests({ tenantId: caller.tenantId, ...paging }, filter);
  return { items: page.items.map(signatureView), nextCursor: page.nextCursor };
}
