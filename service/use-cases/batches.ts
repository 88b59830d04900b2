import type { BatchView, NewBatch } from '../contract/http/batches.ts';
import { TERMINAL_SIGNATURE_STATUSES, type SignatureStatus } from '../contract/vocabulary/states.ts';
import { eventsBy } from '../domain/audit-events.ts';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../domain/station-error.ts';
import type { BatchDetails } from '../persistence/persistence.ts';
import type { Caller, UseCasePorts } from './ports.ts';
import { signatureView } from './signature-view.ts';

type Ports = Pick<UseCasePorts, 'persistence' | 'clock' | 'newId'>;

/** Makes a batch of requests of the tenant. Throws SIGNATURE_INPUT_NOT_FOUND where one of them is not known. */
export async function createBatch(ports: Ports, caller: Caller, { signatureIds }: NewBatch): Promise<BatchView> {
  const id = ports.newId();
  const result = await ports.persistence.addBatch({
    id,
    tenantId: caller.tenantId,
    createdAt: ports.clock(),
    createdBy: caller.actor,
    // The same request twice is one document.
    signatureIds: [...new Set(signatureIds)],
  });
  if (result === 'unknown-request') {
    throw new StationError('SIGNATURE_INPUT_NOT_FOUND', tell('BATCH_REQUEST_UNKNOWN'));
  }
  return getBatch(ports, caller, id);
}

/** A batch with the state of each request. Throws SIGNATURE_INPUT_NOT_FOUND. */
export async function getBatch(ports: Pick<Ports, 'persistence'>, caller: Caller, id: string): Promise<BatchView> {
  return batchView(await requireBatch(ports, caller, id));
}

/** The batch with its requests and files. Throws SIGNATURE_INPUT_NOT_FOUND, for another tenant's as well. */
export async function requireBatch(
  ports: Pick<Ports, 'persistence'>,
  caller: Caller,
  id: string,
): Promise<BatchDetails> {
  const details = await ports.persistence.findBatch(caller.tenantId, id);
  if (details === undefined) throw unknownBatch();
  return details;
}

export function unknownBatch(): StationError {
  return new StationError('SIGNATURE_INPUT_NOT_FOUND', tell('BATCH_UNKNOWN'));
}

/** Cancels what no worker has begun; what is being signed is signed. Throws SIGNATURE_INPUT_NOT_FOUND. */
export async function stopBatch(ports: Ports, caller: Caller, id: string): Promise<BatchView> {
  const { members } = await requireBatch(ports, caller, id);
  for (const { request } of members) {
    if (TERMINAL_SIGNATURE_STATUSES.includes(request.status)) continue;
    // One that a worker has begun meanwhile is not cancellable, and that is no fault.
    await ports.persistence.cancelRequest({
      tenantId: caller.tenantId,
      id: request.id,
      at: ports.clock(),
      audit: [eventsBy(ports, caller.actor)('SignatureCancelled', { batchId: id })],
    });
  }
  return getBatch(ports, caller, id);
}

function batchView({ batch, members }: BatchDetails): BatchView {
  const firstOf = new Map<string, string>();
  const items = members.map((member) => {
    const signature = signatureView(member);
    const first = firstOf.get(signature.inputSha256);
    if (first === undefined) firstOf.set(signature.inputSha256, signature.id);
    return { signature, duplicateOf: first ?? null };
  });
  const count = (...statuses: SignatureStatus[]): number =>
    items.filter(({ signature }) => statuses.includes(signature.status)).length;
  const ended = { completed: count('Completed'), failed: count('Failed', 'Rejected'), cancelled: count('Cancelled') };
  const open = items.length - ended.completed - ended.failed - ended.cancelled;
  return {
    id: batch.id,
    createdAt: batch.createdAt.toISOString(),
    counts: { total: items.length, ...ended, open },
    contentUrl: `/api/v1/batches/${batch.id}/content`,
    items,
  };
}
