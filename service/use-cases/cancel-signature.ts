import type { SignatureView } from '../contract/http/signatures.ts';
import { eventsBy } from '../domain/audit-events.ts';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../domain/station-error.ts';
import { getSignature, requireRequest, unknownSignature } from './get-signature.ts';
import type { Caller, UseCasePorts } from './ports.ts';

/**
 * Cancels a request that no worker has begun. Throws SIGNATURE_INPUT_NOT_FOUND, or SIGNATURE_NOT_CANCELLABLE in every
 * state but Created and Queued.
 */
export async function cancelSignature(
  ports: Pick<UseCasePorts, 'persistence' | 'clock' | 'newId'>,
  caller: Caller,
  id: string,
): Promise<SignatureView> {
  await requireRequest(ports, caller, id);
  const result = await ports.persistence.cancelRequest({
    tenantId: caller.tenantId,
    id,
    at: ports.clock(),
    audit: [eventsBy(ports, caller.actor)('SignatureCancelled')],
  });
  if (result === 'not-found') throw unknownSignature();
  if (result === 'not-cancellable') {
    const { status } = await getSignature(ports, caller, id);
    throw new StationError('SIGNATURE_NOT_CANCELLABLE', tell('NOT_CANCELLABLE', { status }));
  }
  return getSignature(ports, caller, id);
}
