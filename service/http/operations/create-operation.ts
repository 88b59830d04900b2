import { SignatureCreated } from '../../contract/http/signatures.ts';
import type { Configuration } from '../../config/configuration.ts';
import type { CreateSignature } from '../../use-cases/accept-unit.ts';
import { createSignature } from '../../use-cases/create-signature.ts';
import { idempotencyKeyOf } from '../caller.ts';
import { multipartSchema } from '../multipart-schema.ts';
import { noteSignature } from '../note-signature.ts';
import { clientOf } from '../caller.ts';
import { operation, type Operation, type RequestBody } from '../operation.ts';
import { factsOf } from '../request-facts.ts';
import { checkEarlyFields, CreateFields, createSignatureOf, MAX_FILES } from '../uploads/create-form.ts';
import { createFormReceiver, type ReceivedForm } from '../uploads/receive-form.ts';

interface CreateBody {
  readonly wanted: CreateSignature;
  readonly form: ReceivedForm;
}

/** `POST /signatures`; received files lie in `uploadDirectory` until they are stored. */
export function createOperation(settings: Configuration['Signatures'], uploadDirectory: string): Operation {
  return operation({
    id: 'createSignature',
    method: 'post',
    path: '/api/v1/signatures',
    tag: 'Signatures',
    summary: 'Accept a document for signing',
    permission: 'SignaturesCreate',
    body: createBody(settings, uploadDirectory),
    replies: {
      202: { description: 'Accepted and kept', json: { name: 'SignatureCreated', schema: SignatureCreated } },
    },
    errors: [
      'SIGNATURE_REQUEST_INVALID',
      'SIGNATURE_FORMAT_UNSUPPORTED',
      'SIGNATURE_PROFILE_UNSUPPORTED',
      'SIGNING_PROVIDER_UNAVAILABLE',
      'SIGNING_CERTIFICATE_NOT_FOUND',
      'SIGNING_CERTIFICATE_EXPIRED',
      'SERVICE_UNAVAILABLE',
    ],
    async handle({ ports }, { caller, body }) {
      try {
        const created = await createSignature(ports, caller, body.wanted);
        noteSignature(created.id);
        return { status: 202, body: created, headers: { Location: created.statusUrl } };
      } finally {
        await body.form.discard();
      }
    },
  });
}

function createBody(settings: Configuration['Signatures'], uploadDirectory: string): RequestBody<CreateBody> {
  const { MaxUploadBytes, MaxAppearanceImageBytes } = settings;
  const receive = createFormReceiver(
    {
      files: new Map([
        ['file', { maxCount: MAX_FILES, maxBytes: MaxUploadBytes }],
        ['signatureImage', { maxCount: 1, maxBytes: MaxAppearanceImageBytes }],
      ]),
      maxTotalBytes: MaxUploadBytes + MaxAppearanceImageBytes,
      checkEarly: checkEarlyFields,
    },
    { kind: 'folder', directory: uploadDirectory },
  );
  return {
    mediaType: 'multipart/form-data',
    schema: () =>
      multipartSchema(CreateFields, {
        file: { isRequired: true, maxCount: MAX_FILES, description: 'The document; several for ASiC_E only' },
        signatureImage: { isRequired: false, maxCount: null, description: 'PNG or JPEG stamp; PAdES only' },
      }),
    async read(station, request, response, caller) {
      station.onDocumentComing();
      const idempotencyKey = idempotencyKeyOf(factsOf(request));
      const form = await receive(request, response, clientOf(station, request, caller));
      try {
        return { wanted: await createSignatureOf(form, idempotencyKey), form };
      } catch (error) {
        await form.discard();
        throw error;
      }
    },
  };
}
