import { z } from 'zod';
import type { Configuration } from '../../config/configuration.ts';
import { Inspection } from '../../contract/http/inspection.ts';
import { inspectUpload, type InspectUpload } from '../../use-cases/inspect-upload.ts';
import { clientOf } from '../caller.ts';
import { multipartSchema } from '../multipart-schema.ts';
import { operation, type Operation, type RequestBody } from '../operation.ts';
import { createFormReceiver, type ReceivedForm } from '../uploads/receive-form.ts';
import { invalidDocument, invalidForm } from '../uploads/upload-rules.ts';

/** What uploads being inspected may take of the memory beside one of the largest kind. */
const SHARED_MEMORY_BYTES = 128 * 1024 * 1024;
const MAX_ORIGINALS = 10;

/** `POST /inspections`: any file; the upload stays in memory and is gone afterwards. Not part of the specification. */
export function inspectionOperation(settings: Configuration['Signatures']): Operation {
  return operation({
    id: 'inspectUpload',
    method: 'post',
    path: '/api/v1/inspections',
    tag: 'Verification',
    summary: 'Tell what a file is and verify its signatures, without storing it',
    permission: 'Verify',
    body: uploadBody(settings.MaxUploadBytes),
    replies: { 200: { description: 'What was found', json: { name: 'Inspection', schema: Inspection } } },
    errors: ['SIGNATURE_REQUEST_INVALID', 'SERVICE_UNAVAILABLE'],
    async handle({ ports }, { body }) {
      try {
        return { status: 200, body: await inspectUpload(ports, body.upload) };
      } finally {
        await body.form.discard();
      }
    },
  });
}

interface InspectionBody {
  readonly upload: InspectUpload;
  readonly form: ReceivedForm;
}

function uploadBody(maxUploadBytes: number): RequestBody<InspectionBody> {
  const files = new Map([
    ['file', { maxCount: 1, maxBytes: maxUploadBytes }],
    ['originalFile', { maxCount: MAX_ORIGINALS, maxBytes: maxUploadBytes }],
  ]);
  const receive = createFormReceiver(
    { files, maxTotalBytes: 2 * maxUploadBytes },
    // One upload of the largest kind always fits.
    { kind: 'memory', budget: { maxBytes: 2 * maxUploadBytes + SHARED_MEMORY_BYTES, usedBytes: 0 } },
  );
  return {
    mediaType: 'multipart/form-data',
    schema: () =>
      multipartSchema(z.strictObject({}), {
        file: { isRequired: true, maxCount: null, description: 'Any file' },
        originalFile: {
          isRequired: false,
          maxCount: MAX_ORIGINALS,
          description: 'What a detached signature may be over',
        },
      }),
    async read(station, request, response, caller) {
      const client = clientOf(station, request, caller);
      const form = await receive(request, response, client);
      try {
        return { upload: { ...uploadOf(form), client }, form };
      } catch (error) {
        await form.discard();
        throw error;
      }
    },
  };
}

function uploadOf(form: ReceivedForm): Omit<InspectUpload, 'client'> {
  const [unknown] = form.fields.keys();
  if (unknown !== undefined) throw invalidForm('The form has a field that does not belong there.');
  const [document] = bytesOf(form, 'file');
  if (document === undefined) throw invalidForm('The field file is missing.');
  if (document.length === 0) throw invalidDocument('The file is empty.');
  return { document, originals: bytesOf(form, 'originalFile') };
}

function bytesOf(form: ReceivedForm, fieldName: string): Uint8Array[] {
  return form.parts.flatMap((part) => (part.fieldName === fieldName && part.bytes !== null ? [part.bytes] : []));
}
