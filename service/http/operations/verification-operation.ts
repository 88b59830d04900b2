import { z } from 'zod';
import { VerificationReport } from '../../contract/http/verification.ts';
import { SignatureFormat } from '../../contract/vocabulary/signature-formats.ts';
import type { Configuration } from '../../config/configuration.ts';
import { verifyUpload, type VerifyUpload } from '../../use-cases/verify-upload.ts';
import { multipartSchema } from '../multipart-schema.ts';
import { clientOf } from '../caller.ts';
import { operation, type Operation, type RequestBody } from '../operation.ts';
import { checkedFields } from '../uploads/create-form.ts';
import { createFormReceiver, type ReceivedForm } from '../uploads/receive-form.ts';
import { invalidDocument, invalidForm } from '../uploads/upload-rules.ts';

/** What uploads being verified may take of the memory beside one of the largest kind. */
const SHARED_MEMORY_BYTES = 128 * 1024 * 1024;

/** ASiC containers are verified as stored outputs only (specification, section 4). */
const UploadFields = z.strictObject({ format: SignatureFormat.extract(['PAdES', 'XAdES', 'CAdES']) });

/** `POST /verifications`: the upload stays in memory and is gone afterwards. */
export function verificationOperation(settings: Configuration['Signatures']): Operation {
  return operation({
    id: 'verifyUpload',
    method: 'post',
    path: '/api/v1/verifications',
    tag: 'Verification',
    summary: 'Verify a signed document without storing it',
    permission: 'Verify',
    body: uploadBody(settings.MaxUploadBytes),
    replies: { 200: { description: 'The report', json: { name: 'VerificationReport', schema: VerificationReport } } },
    errors: ['SIGNATURE_REQUEST_INVALID', 'SIGNATURE_FORMAT_UNSUPPORTED', 'SERVICE_UNAVAILABLE'],
    async handle({ ports }, { body }) {
      try {
        return { status: 200, body: await verifyUpload(ports, body.upload) };
      } finally {
        await body.form.discard();
      }
    },
  });
}

interface VerificationBody {
  readonly upload: VerifyUpload;
  readonly form: ReceivedForm;
}

function uploadBody(maxUploadBytes: number): RequestBody<VerificationBody> {
  const rule = { maxCount: 1, maxBytes: maxUploadBytes };
  const files = new Map([
    ['file', rule],
    ['originalFile', rule],
  ]);
  const receive = createFormReceiver(
    { files, maxTotalBytes: 2 * maxUploadBytes },
    // One upload of the largest kind always fits.
    { kind: 'memory', budget: { maxBytes: 2 * maxUploadBytes + SHARED_MEMORY_BYTES, usedBytes: 0 } },
  );
  return {
    mediaType: 'multipart/form-data',
    schema: () =>
      multipartSchema(UploadFields, {
        file: { isRequired: true, maxCount: null, description: 'The signed document' },
        originalFile: {
          isRequired: false,
          maxCount: null,
          description: 'The signed content of a detached signature',
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

function uploadOf(form: ReceivedForm): Omit<VerifyUpload, 'client'> {
  const { format } = checkedFields(UploadFields, form.fields, new Set(['format']));
  const document = bytesOf(form, 'file');
  if (document === null) throw invalidForm('The field file is missing.');
  if (document.length === 0) throw invalidDocument('The file is empty.');
  return { format, document, original: bytesOf(form, 'originalFile') };
}

function bytesOf(form: ReceivedForm, fieldName: string): Uint8Array | null {
  return form.parts.find((part) => part.fieldName === fieldName)?.bytes ?? null;
}
