import type { SignatureView } from '../contract/http/signatures.ts';
import type { RequestKind } from '../contract/vocabulary/request-kinds.ts';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../domain/station-error.ts';
import type { RequestDetails } from '../persistence/persistence.ts';
import type { Caller, UseCasePorts } from './ports.ts';
import { signatureView, signersOf } from './signature-view.ts';

/** The status of one request. Throws SIGNATURE_INPUT_NOT_FOUND for an unknown id and for another tenant's alike. */
export async function getSignature(
  ports: Pick<UseCasePorts, 'persistence'>,
  caller: Caller,
  id: string,
): Promise<SignatureView> {
  const details = await requireRequest(ports, caller, id);
  return signatureView(details, await signersOf(ports, [details.request]));
}

/** The request with its files. Throws SIGNATURE_INPUT_NOT_FOUND, for one of another kind as well. */
export async function requireRequest(
  ports: Pick<UseCasePorts, 'persistence'>,
  caller: Caller,
  id: string,
  kind: RequestKind = 'Signature',
): Promise<RequestDetails> {
  const details = await ports.persistence.findRequest(caller.tenantId, id);
  if (details?.request.kind !== kind) throw unknownSignature();
  return details;
}

/** The one answer for ids that do not exist, that belong to another tenant, or that are no ids. */
export function unknownSignature(): StationError {
  return new StationError('SIGNATURE_INPUT_NOT_FOUND', tell('REQUEST_UNKNOWN'));
}
