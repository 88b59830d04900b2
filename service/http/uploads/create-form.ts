import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { ErrorCode } from '../../contract/vocabulary/error-catalogue.ts';
import { Certification, MAX_FIELD_NAME_LENGTH } from '../../contract/vocabulary/pdf-signing.ts';
import { ProviderType } from '../../contract/vocabulary/provider-types.ts';
import {
  ContainerSignature,
  Packaging,
  SignatureFormat,
  SignatureOperation,
  SignatureProfile,
} from '../../contract/vocabulary/signature-formats.ts';
import { MAX_ANCHOR_LENGTH } from '../../contract/vocabulary/stamp.ts';
import { tell } from '../../contract/vocabulary/sentences/sentences.ts';
import { refusedValue } from '../../contract/vocabulary/refused-value.ts';
import { StationError } from '../../domain/station-error.ts';
import type { CreateSignature, ReceivedFile } from '../../use-cases/accept-unit.ts';
import { placeOrder, type OrderWishes } from '../../use-cases/place-order.ts';
import { stampOptionsOf } from '../../use-cases/stamp-options.ts';
import { issueText } from '../operation.ts';
import { codePointCount, isPrintable, isWhole, normalisedNote, withPlainLineEnds } from './form-text.ts';
import { imageContentType } from './image-header.ts';
import type { ReceivedPart } from './part-sinks.ts';
import type { ReceivedForm } from './receive-form.ts';
import { invalidForm } from './upload-rules.ts';

export const MAX_FILES = 20;

/** The text fields of `POST /signatures`. Empty optional fields, as browsers send them, count as absent. */
export const CreateFields = z.strictObject({
  format: SignatureFormat,
  profile: SignatureProfile,
  signingProvider: ProviderType,
  packaging: Packaging.optional().describe(
    'XAdES: enveloped (default), enveloping, detached. CAdES: encapsulated (default), detached.',
  ),
  operation: SignatureOperation.optional().describe(
    'sign (default); CAdES, where the file is a CMS signature, and XAdES, where it is XML that bears signatures: cosign adds ' +
      'a signature beside those that are there, countersign one over one of those. A second file is what a detached signature is over. ASiC_S and ASiC_E, where ' +
      'the file is such a container: cosign adds a signature over the same files.',
  ),
  containerSignature: ContainerSignature.optional().describe(
    'Signatures in an ASiC container: CAdES (default) or XAdES',
  ),
  targetSignature: z
    .string()
    .max(200)
    .optional()
    .describe('countersign: the name of a signature in its verification report; not needed where there is only one'),
  certificateThumbprint: z
    .string()
    .max(200)
    .optional()
    .describe('SHA-1 or SHA-256, hexadecimal; case, spaces and colons do not matter'),
  visibleSignature: z
    .string()
    .regex(/^(true|false)$/i, 'must be true or false')
    .optional()
    .describe('PAdES only'),
  signatureNote: z
    .string()
    // Counted as it was sent: the normal form of a text may have more characters.
    .refine((note) => codePointCount(withPlainLineEnds(note)) <= 500, 'must have at most 500 characters')
    .refine(isWhole, 'must be sent in UTF-8')
    .overwrite(normalisedNote)
    .refine(isPrintable, 'must not hold control characters')
    .optional()
    .describe('Text of the stamp, at most 500 characters; PAdES only, implies a visible signature'),
  signaturePage: z
    .string()
    .regex(/^0*[1-9][0-9]{0,5}$/, 'must be a page number from 1 on')
    .optional()
    .describe('PAdES only; default 1'),
  signatureField: z
    .string()
    .max(MAX_FIELD_NAME_LENGTH)
    .refine(isPrintable, 'must not hold control characters')
    .optional()
    .describe('Full name of an empty signature field of the PDF to be signed; PAdES only, not with signaturePage'),
  certification: Certification.optional().describe(
    'Certifies the PDF as its first signature, and says what others may change afterwards; PAdES only',
  ),
  signatureRect: z
    .string()
    .max(100)
    .optional()
    .describe(
      'Place of the stamp: page,x,y,width,height; a page number or last, then points from the lower left corner of the page ' +
        'as it is shown. PAdES only, implies a visible signature, not with signaturePage, signatureField or signatureAnchor',
    ),
  signatureAnchor: z
    .string()
    .max(MAX_ANCHOR_LENGTH)
    .refine(isPrintable, 'must not hold control characters')
    .optional()
    .describe(
      'Text of the document next to which the stamp goes, where it stands last; PAdES only, implies a visible signature, ' +
        'not with signaturePage, signatureField or signatureRect',
    ),
  stampTemplate: z
    .string()
    .max(1000)
    .optional()
    .describe(
      'What the stamp says, as JSON: parts (of name, identityNumber, date, note, image), identityNumber (masked, full), ' +
        'dateFormat (as dd.MM.yyyy HH:mm), timeZone (local, UTC, an IANA name), language (en, de, fr, es); PAdES only, ' +
        'implies a visible signature',
    ),
});
const SomeFields = CreateFields.partial();

/** The code that a wrong value of a field is answered with. */
const FIELD_CODES: Readonly<Partial<Record<string, ErrorCode>>> = {
  format: 'SIGNATURE_FORMAT_UNSUPPORTED',
  profile: 'SIGNATURE_PROFILE_UNSUPPORTED',
  signingProvider: 'SIGNING_PROVIDER_UNAVAILABLE',
};
/** Parts that are files in every form: one without a file name comes as text, as curl sends `file=x` for `file=@x`. */
const FILE_FIELDS = ['file', 'originalFile', 'signatureImage'];
const REQUIRED = new Set(['format', 'profile', 'signingProvider']);

/**
 * Checks the form of `POST /signatures` field by field. Throws the catalogue's code for the first rule that is broken.
 */
export async function createSignatureOf(form: ReceivedForm, idempotencyKey: string | null): Promise<CreateSignature> {
  const fields = checkedFields(CreateFields, form.fields, REQUIRED);
  const files = form.parts.filter((part) => part.fieldName === 'file').map(receivedFile);
  const image = form.parts.find((part) => part.fieldName === 'signatureImage');
  const order = placeOrder({ ...wishesOf(fields), hasImage: image !== undefined });
  return {
    ...order,
    signingProvider: fields.signingProvider,
    certificateThumbprint: fields.certificateThumbprint ?? null,
    files,
    appearance: image === undefined ? null : await appearanceOf(image),
    idempotencyKey,
    retryOf: null,
  };
}

function wishesOf(fields: z.output<typeof CreateFields>): Omit<OrderWishes, 'hasImage'> {
  const { format, profile, operation = 'sign', packaging = null, targetSignature = null } = fields;
  const { containerSignature = null, signatureNote = null, signatureField = null, certification = null } = fields;
  return {
    ...{ format, profile, operation, packaging, targetSignature, containerSignature },
    ...{ signatureNote, signatureField, certification },
    visibleSignature: fields.visibleSignature?.toLowerCase() === 'true',
    ...placeOfStamp(fields),
  };
}

function placeOfStamp(
  fields: z.output<typeof CreateFields>,
): Pick<OrderWishes, 'appearancePageNumber' | 'stampOptions'> {
  const { signatureRect = null, signatureAnchor = null, stampTemplate = null, signaturePage } = fields;
  return {
    appearancePageNumber: signaturePage === undefined ? null : Number(signaturePage),
    stampOptions: stampOptionsOf({ signatureRect, signatureAnchor, stampTemplate }),
  };
}

/** The fields as the schema gives them; missing ones and unknown names, empty or not, are SIGNATURE_REQUEST_INVALID. */
export function checkedFields<S extends z.ZodObject>(
  schema: S,
  fields: ReadonlyMap<string, string>,
  required: ReadonlySet<string>,
): z.output<S> {
  for (const name of FILE_FIELDS) {
    if (fields.has(name)) throw invalidForm(`The field ${name} has to be sent as a file, with the name of the file.`);
  }
  for (const name of required) {
    if (!fields.has(name)) throw invalidForm(tell('FIELD_MISSING', { field: name }));
  }
  const isKept = (name: string): boolean => required.has(name) || !Object.hasOwn(schema.shape, name);
  const given = [...fields].filter(([name, value]) => value !== '' || isKept(name));
  const result = schema.safeParse(Object.fromEntries(given), { error: refusedValue });
  if (result.success) return result.data;
  const code = FIELD_CODES[String(result.error.issues[0]?.path[0])] ?? 'SIGNATURE_REQUEST_INVALID';
  throw new StationError(code, issueText(result.error));
}

/** Checks the fields that are there, whether or not more will come; throws like `createSignatureOf`. */
export function checkEarlyFields(fields: ReadonlyMap<string, string>): void {
  checkedFields(SomeFields, fields, new Set());
}

function receivedFile(part: ReceivedPart): ReceivedFile {
  return { path: part.path ?? '', clientFileName: part.clientFileName, size: part.size, sha256: part.sha256 };
}

async function appearanceOf(image: ReceivedPart): Promise<NonNullable<CreateSignature['appearance']>> {
  const file = receivedFile(image);
  return { file, contentType: imageContentType(await readFile(file.path)) };
}
