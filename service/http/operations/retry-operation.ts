import { z } from 'zod';
import { SignatureCreated } from '../../contract/http/signatures.ts';
import { Certification } from '../../contract/vocabulary/pdf-signing.ts';
import { ProviderType } from '../../contract/vocabulary/provider-types.ts';
import { Packaging, SignatureFormat, SignatureProfile } from '../../contract/vocabulary/signature-formats.ts';
import { unknownSignature } from '../../use-cases/get-signature.ts';
import { retrySignature } from '../../use-cases/retry-signature.ts';
import { idempotencyKeyOf } from '../caller.ts';
import { optionalJsonBody } from '../json-body.ts';
import { noteSignature } from '../note-signature.ts';
import { operation } from '../operation.ts';
import { factsOf } from '../request-facts.ts';
import { CreateFields } from '../uploads/create-form.ts';
import { IdParams } from './parameters.ts';

const RetryOptions = z
  .strictObject({
    format: SignatureFormat,
    profile: SignatureProfile,
    packaging: Packaging.nullable(),
    signingProvider: ProviderType,
    certificateThumbprint: CreateFields.shape.certificateThumbprint.unwrap().nullable(),
    visibleSignature: z.boolean(),
    signatureNote: CreateFields.shape.signatureNote.unwrap().nullable(),
    signaturePage: z.int().min(1).max(999_999),
    signatureField: CreateFields.shape.signatureField.unwrap().nullable(),
    certification: Certification.nullable(),
    signatureRect: CreateFields.shape.signatureRect.unwrap().nullable(),
    signatureAnchor: CreateFields.shape.signatureAnchor.unwrap().nullable(),
    stampTemplate: CreateFields.shape.stampTemplate.unwrap().nullable(),
  })
  .partial();

/** `POST /signatures/{id}/retries`. */
export const retryOperation = operation({
  id: 'retrySignature',
  method: 'post',
  path: '/api/v1/signatures/:id/retries',
  tag: 'Signatures',
  summary: 'Do a failed request again, as a new one with a copy of its documents; what the body names is changed',
  permission: 'SignaturesCreate',
  params: IdParams,
  onUnknownParams: unknownSignature,
  body: optionalJsonBody(RetryOptions),
  replies: { 202: { description: 'Accepted and kept', json: { name: 'SignatureCreated', schema: SignatureCreated } } },
  errors: [
    'SIGNATURE_REQUEST_INVALID',
    'SIGNATURE_FORMAT_UNSUPPORTED',
    'SIGNING_PROVIDER_UNAVAILABLE',
    'SIGNING_CERTIFICATE_NOT_FOUND',
    'SIGNING_CERTIFICATE_EXPIRED',
    'SIGNATURE_INPUT_NOT_FOUND',
    'SIGNATURE_ALREADY_COMPLETED',
    'SIGNATURE_NOT_RETRYABLE',
  ],
  async handle({ ports }, { caller, params, body, request }) {
    const { signaturePage: appearancePageNumber, ...options } = body;
    const changed = { ...options, appearancePageNumber };
    const created = await retrySignature(ports, caller, params.id, changed, idempotencyKeyOf(factsOf(request)));
    noteSignature(created.id);
    return { status: 202, body: created, headers: { Location: created.statusUrl } };
  },
});
