import type { Configuration } from '../../config/configuration.ts';
import { StampPreview } from '../../contract/http/stamp-previews.ts';
import { previewStamp, type PreviewStamp } from '../../use-cases/preview-stamp.ts';
import { checkStampOptions, stampOptionsOf } from '../../use-cases/stamp-options.ts';
import { multipartSchema } from '../multipart-schema.ts';
import { operation, type Operation, type RequestBody } from '../operation.ts';
import { checkedFields, CreateFields } from '../uploads/create-form.ts';
import { memoryBody, type InMemory } from '../uploads/memory-body.ts';
import type { ReceivedForm } from '../uploads/receive-form.ts';
import { emptyDocument, invalidForm } from '../uploads/upload-rules.ts';

const Fields = CreateFields.pick({
  certificateThumbprint: true,
  signatureNote: true,
  signaturePage: true,
  signatureRect: true,
  signatureAnchor: true,
  stampTemplate: true,
});

type PreviewBody = PreviewStamp & InMemory;

/** `POST /stamp-previews`; the upload stays in memory and is gone afterwards. Not part of the specification. */
export function stampPreviewOperation(settings: Configuration['Signatures']): Operation {
  return operation({
    id: 'previewStamp',
    method: 'post',
    path: '/api/v1/stamp-previews',
    tag: 'Signatures',
    summary: 'Draw the stamp of a signature that is not made yet, and tell what takes up places on its page',
    permission: 'SignaturesCreate',
    body: previewBody(settings),
    replies: { 200: { description: 'The stamp and its page', json: { name: 'StampPreview', schema: StampPreview } } },
    errors: ['SIGNATURE_REQUEST_INVALID', 'SIGNING_CERTIFICATE_NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    async handle({ ports }, { caller, body: { form, ...wanted } }) {
      try {
        return { status: 200, body: await previewStamp(ports, caller, wanted) };
      } finally {
        await form.discard();
      }
    },
  });
}

function previewBody({
  MaxUploadBytes,
  MaxAppearanceImageBytes,
}: Configuration['Signatures']): RequestBody<PreviewBody> {
  const files = new Map([
    ['file', { maxCount: 1, maxBytes: MaxUploadBytes }],
    ['signatureImage', { maxCount: 1, maxBytes: MaxAppearanceImageBytes }],
  ]);
  const schema = (): Readonly<Record<string, unknown>> =>
    multipartSchema(Fields, {
      file: { isRequired: true, maxCount: null, description: 'The PDF' },
      signatureImage: { isRequired: false, maxCount: null, description: 'PNG or JPEG of the stamp' },
    });
  return memoryBody({ files, maxTotalBytes: MaxUploadBytes + MaxAppearanceImageBytes }, schema, wantedOf);
}

function wantedOf(form: ReceivedForm): Omit<PreviewStamp, 'client'> {
  const fields = checkedFields(Fields, form.fields, new Set());
  const document = bytesOf(form, 'file');
  if (document === null) throw invalidForm('The field file is missing.');
  if (document.length === 0) throw emptyDocument();
  const image = bytesOf(form, 'signatureImage');
  const { signatureRect = null, signatureAnchor = null, stampTemplate = null, signatureNote = null } = fields;
  const options = stampOptionsOf({ signatureRect, signatureAnchor, stampTemplate });
  checkStampOptions(options, {
    format: 'PAdES',
    hasPage: fields.signaturePage !== undefined,
    hasField: false,
    hasNote: signatureNote !== null,
    hasImage: image !== null,
  });
  return {
    ...{ document, image, signatureNote, options },
    certificateThumbprint: fields.certificateThumbprint ?? null,
    appearancePageNumber: Number(fields.signaturePage ?? 1),
  };
}

function bytesOf(form: ReceivedForm, fieldName: string): Uint8Array | null {
  return form.parts.find((part) => part.fieldName === fieldName)?.bytes ?? null;
}
