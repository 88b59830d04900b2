import type { ApprovalGroup, ApprovalItem, ApprovalList } from '../../service/contract/http/approvals.ts';
import { MAX_APPROVED_DOCUMENTS } from '../../service/contract/vocabulary/approval-rules.ts';

/** Of each request, the hashes of its files that were on the screen. */
export type SeenFiles = ReadonlyMap<string, ReadonlySet<string>>;

/** A document that waits, with what it came with. */
export interface Waiting {
  readonly item: ApprovalItem;
  readonly group: ApprovalGroup;
}

/** All that wait, in the order in which they are shown. */
export function waitingIn({ groups }: ApprovalList): readonly Waiting[] {
  return groups.flatMap((group) => group.items.map((item) => ({ item, group })));
}

/** What is decided about together with one: its batch where that is approved at once, else the document alone. */
export function decidedWith({ item, group }: Waiting): readonly ApprovalItem[] {
  if (group.rule !== 'OncePerBatch' || group.batchId === null) return [item];
  const others = group.items.filter(({ signature }) => signature.id !== item.signature.id);
  return [item, ...others.slice(0, MAX_APPROVED_DOCUMENTS - 1)];
}

/** Whether every file of the document was on the screen. */
export function isSeen({ signature }: ApprovalItem, seen: SeenFiles): boolean {
  const shown = seen.get(signature.id);
  return signature.inputs.every(({ sha256 }) => shown?.has(sha256) === true);
}

/** The body of an approval: each document with the hashes that were on the screen. */
export function approvalOf(
  items: readonly ApprovalItem[],
  seen: SeenFiles,
): readonly { readonly id: string; readonly shown: readonly string[] }[] {
  return items.map(({ signature }) => ({ id: signature.id, shown: [...(seen.get(signature.id) ?? [])] }));
}
