import type { SignatureList } from '../contract/http/signatures.ts';
import type { RequestFilter } from '../persistence/persistence.ts';
import type { Caller, UseCasePorts } from './ports.ts';
import { signatureView, signersOf } from './signature-view.ts';

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
  const page = await ports.persistence.listRequests(
    { tenantId: caller.tenantId, ...paging },
    { ...filter, kind: 'Signature' },
  );
  const signers = await signersOf(
    ports,
    page.items.map(({ request }) => request),
  );
  return { items: page.items.map((details) => signatureView(details, signers)), nextCursor: page.nextCursor };
}
