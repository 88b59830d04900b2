import type { BulkCancellation } from '../contract/http/reasons.ts';
import type { WaitReason } from '../contract/vocabulary/failures.ts';
import { cancelSignature } from './cancel-signature.ts';
import { withEach } from './many-requests.ts';
import type { Caller, UseCasePorts } from './ports.ts';

export interface WaitingRequests {
  /** What they wait for; undefined: everything in the queue, whether it waits for something or for its turn. */
  readonly waitReason: WaitReason | undefined;
  readonly createdBefore: Date | undefined;
  readonly cursor: string | null;
}

/** Cancels requests that no worker has begun, a page of them at a call; a repeated call finds none of them. */
export async function cancelWaiting(
  ports: Pick<UseCasePorts, 'persistence' | 'clock' | 'newId'>,
  caller: Caller,
  { waitReason, createdBefore, cursor }: WaitingRequests,
): Promise<BulkCancellation> {
  const filter = {
    ...({ status: ['Created', 'Queued'] } as const),
    ...(waitReason !== undefined && { waitReason }),
    ...(createdBefore !== undefined && { createdBefore }),
  };
  const { done, ...rest } = await withEach(ports, caller, { filter, cursor }, async (id) => {
    await cancelSignature(ports, caller, id);
    return id;
  });
  return { cancelled: [...done], ...rest };
}
