import { z } from 'zod';
import type { Configuration } from '../../config/configuration.ts';
import { Inspection } from '../../contract/http/inspection.ts';
import { inspectUpload } from '../../use-cases/inspect-upload.ts';
import { operation, type Operation } from '../operation.ts';
import { uploadBody } from '../uploads/upload-body.ts';

/** `POST /inspections`: any file; the upload stays in memory and is gone afterwards. Not part of the specification. */
export function inspectionOperation(settings: Configuration['Signatures']): Operation {
  return operation({
    id: 'inspectUpload',
    method: 'post',
    path: '/api/v1/inspections',
    tag: 'Verification',
    summary: 'Tell what a file is and verify its signatures, without storing it',
    permission: 'Verify',
    body: uploadBody({
      maxUploadBytes: settings.MaxUploadBytes,
      fields: z.strictObject({}),
      file: { description: 'Any file' },
      originals: { maxCount: 10, description: 'What a detached signature may be over' },
    }),
    replies: { 200: { description: 'What was found', json: { name: 'Inspection', schema: Inspection } } },
    errors: ['SIGNATURE_REQUEST_INVALID', 'SERVICE_UNAVAILABLE'],
    async handle({ ports }, { body: { document, originals, client, form } }) {
      try {
        return { status: 200, body: await inspectUpload(ports, { document, originals, client }) };
      } finally {
        await form.discard();
      }
    },
  });
}
