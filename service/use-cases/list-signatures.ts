import type { SignatureList } from '../contract/http/signatures.ts';
import type { ItemCount, PageOrder, RequestFilter } from '../persistence/persistence.ts';
import type { Caller, UseCasePorts } from './ports.ts';
import { signatureView, signersOf } from './signature-view.ts';

/** Where a list page begins and how long it may be (1 to 200). */
export interface Paging {
  readonly limit: number;
  readonly cursor: string | null;
  /** `newest` first without it. */
  readonly order?: PageOrder;
  /** Whether the answer has the number of items in all pages. */
  readonly isCounted?: boolean;
}

/** The member `count` of a list's answer, where it was asked for. */
export async function countOf(
  { isCounted = false }: Paging,
  read: () => Promise<ItemCount>,
): Promise<{ count?: ItemCount }> {
  return isCounted ? { count: await read() } : {};
}

/** One page of the tenant's requests. Throws SIGNATURE_REQUEST_INVALID for a cursor that is not ours. */
export async function listSignatures(
  ports: Pick<UseCasePorts, 'persistence'>,
  caller: Caller,
  paging: Paging,
  filter: RequestFilter,
): Promise<SignatureList> {
  const { tenantId } = caller;
  const signatures = { ...filter, kind: 'Signature' } as const;
  const page = await ports.persistence.listRequests({ tenantId, ...paging }, signatures);
  const signers = await signersOf(
    ports,
    page.items.map(({ request }) => request),
  );
  const items = page.items.map((details) => signatureView(details, signers));
  const count = await countOf(paging, () => ports.persistence.countRequests(tenantId, signatures));
  return { items, nextCursor: page.nextCursor, ...count };
}
