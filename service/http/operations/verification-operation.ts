import { z } from 'zod';
import type { Configuration } from '../../config/configuration.ts';
import { VerificationReport } from '../../contract/http/verification.ts';
import { SignatureFormat } from '../../contract/vocabulary/signature-formats.ts';
import { verifyUpload } from '../../use-cases/verify-upload.ts';
import { operation, type Operation } from '../operation.ts';
import { uploadBody } from '../uploads/upload-body.ts';

const VERIFIED = ['PAdES', 'XAdES', 'CAdES'] as const;
/** ASiC containers are verified as stored outputs only (specification, section 4); the extension takes any. */
const UploadFields = z.strictObject({
  format: SignatureFormat.extract(VERIFIED, {
    error: ({ input }) =>
      SignatureFormat.safeParse(input).success
        ? `takes one of ${VERIFIED.join(', ')}; containers are judged by POST /api/v1/inspections`
        : undefined,
  }),
});

/** `POST /verifications`: the upload stays in memory and is gone afterwards. */
export function verificationOperation(settings: Configuration['Signatures']): Operation {
  return operation({
    id: 'verifyUpload',
    method: 'post',
    path: '/api/v1/verifications',
    tag: 'Verification',
    summary: 'Verify a signed document without storing it',
    permission: 'Verify',
    body: uploadBody({
      maxUploadBytes: settings.MaxUploadBytes,
      fields: UploadFields,
      file: { description: 'The signed document' },
      originals: { maxCount: 1, description: 'The signed content of a detached signature' },
    }),
    replies: { 200: { description: 'The report', json: { name: 'VerificationReport', schema: VerificationReport } } },
    errors: ['SIGNATURE_REQUEST_INVALID', 'SIGNATURE_FORMAT_UNSUPPORTED', 'SERVICE_UNAVAILABLE'],
    async handle({ ports }, { body: { fields, document, originals, client, form } }) {
      try {
        const upload = { format: fields.format, document, original: originals[0] ?? null, client };
        return { status: 200, body: await verifyUpload(ports, upload) };
      } finally {
        await form.discard();
      }
    },
  });
}
