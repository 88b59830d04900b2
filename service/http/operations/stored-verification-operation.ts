import { VerificationReport } from '../../contract/http/verification.ts';
import type { RequestKind } from '../../contract/vocabulary/request-kinds.ts';
import { unknownSignature } from '../../use-cases/get-signature.ts';
import { verifyStored } from '../../use-cases/verify-stored.ts';
import { noteSignature } from '../note-signature.ts';
import { operation, type Operation } from '../operation.ts';
import { IdParams } from './parameters.ts';

interface StoredPlace {
  readonly id: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly kind: RequestKind;
}

/** `GET .../{id}/verification`: the report of the stored output of a completed request of any kind. */
export function storedVerificationAt({ kind, ...place }: StoredPlace): Operation {
  return operation({
    ...place,
    method: 'get',
    permission: 'SignaturesRead',
    params: IdParams,
    onUnknownParams: unknownSignature,
    replies: { 200: { description: 'The report', json: { name: 'VerificationReport', schema: VerificationReport } } },
    errors: [
      'SIGNATURE_REQUEST_INVALID',
      'SIGNATURE_INPUT_NOT_FOUND',
      'SIGNATURE_OUTPUT_NOT_FOUND',
      'SERVICE_UNAVAILABLE',
    ],
    async handle({ ports }, { caller, params }) {
      noteSignature(params.id);
      return { status: 200, body: await verifyStored(ports, caller, params.id, kind) };
    },
  });
}
