import { z } from 'zod';
import type { Configuration } from '../../config/configuration.ts';
import { ReportLanguage } from '../../contract/vocabulary/report-languages.ts';
import { reportOnUploads, type UploadedFile } from '../../use-cases/report-on-uploads.ts';
import { contentDisposition } from '../content-disposition.ts';
import { multipartSchema } from '../multipart-schema.ts';
import { operation, type Operation, type RequestBody } from '../operation.ts';
import { checkedFields } from '../uploads/create-form.ts';
import { memoryBody, type InMemory } from '../uploads/memory-body.ts';
import type { ReceivedForm } from '../uploads/receive-form.ts';
import { emptyDocument, invalidForm } from '../uploads/upload-rules.ts';

const MAX_FILES = 20;
const MAX_ORIGINALS = 10;

const Fields = z.strictObject({
  language: ReportLanguage.optional().describe('Language of the report; default en'),
});

interface ReportBody extends InMemory {
  readonly files: readonly UploadedFile[];
  readonly originals: readonly UploadedFile[];
  readonly language: ReportLanguage;
}

/**
 * `POST /reports`: the report that the verification page hands over, as a PDF; the uploads stay in memory and are gone
 * afterwards. Not part of the specification.
 */
export function reportOperation(settings: Configuration['Signatures']): Operation {
  return operation({
    id: 'reportOnUploads',
    method: 'post',
    path: '/api/v1/reports',
    tag: 'Verification',
    summary:
      'Verify files and write the report on them as a PDF, of several with a summary first, without storing them',
    permission: 'Verify',
    body: reportBody(settings),
    replies: { 200: { description: 'The report', mediaType: 'application/pdf' } },
    errors: ['SIGNATURE_REQUEST_INVALID', 'SERVICE_UNAVAILABLE'],
    async handle({ ports }, { request, response, body: { form, ...wanted } }) {
      try {
        const { fileName, bytes } = await reportOnUploads(ports, { ...wanted, station: request.headers.host ?? '' });
        response.statusCode = 200;
        response.setHeader('Content-Type', 'application/pdf');
        response.setHeader('Content-Disposition', contentDisposition(fileName));
        response.setHeader('Content-Length', bytes.length);
        response.end(bytes);
        return 'sent' as const;
      } finally {
        await form.discard();
      }
    },
  });
}

function reportBody({ MaxUploadBytes }: Configuration['Signatures']): RequestBody<ReportBody> {
  const files = new Map([
    ['file', { maxCount: MAX_FILES, maxBytes: MaxUploadBytes }],
    ['originalFile', { maxCount: MAX_ORIGINALS, maxBytes: MaxUploadBytes }],
  ]);
  const schema = (): Readonly<Record<string, unknown>> =>
    multipartSchema(Fields, {
      file: { isRequired: true, maxCount: MAX_FILES, description: 'Any files, signed ones and others' },
      originalFile: {
        ...{ isRequired: false, maxCount: MAX_ORIGINALS },
        description: 'What detached signatures among them may be over',
      },
    });
  return memoryBody({ files, maxTotalBytes: 2 * MaxUploadBytes }, schema, wantedOf);
}

function wantedOf(form: ReceivedForm): Pick<ReportBody, 'files' | 'originals' | 'language'> {
  const { language = 'en' } = checkedFields(Fields, form.fields, new Set());
  const files = filesOf(form, 'file');
  if (files.length === 0) throw invalidForm('The field file is missing.');
  if (files.some(({ bytes }) => bytes.length === 0)) throw emptyDocument();
  return { files, originals: filesOf(form, 'originalFile'), language };
}

function filesOf({ parts }: ReceivedForm, name: string): readonly UploadedFile[] {
  return parts.flatMap(({ fieldName, clientFileName, bytes }) =>
    fieldName === name && bytes !== null ? [{ clientFileName, bytes }] : [],
  );
}
