import type { z } from 'zod';
import { multipartSchema } from '../multipart-schema.ts';
import type { RequestBody } from '../operation.ts';
import { checkedFields } from './create-form.ts';
import { memoryBody, type InMemory } from './memory-body.ts';
import type { ReceivedForm } from './receive-form.ts';
import { emptyDocument, invalidForm } from './upload-rules.ts';

export interface UploadRules<S extends z.ZodObject> {
  readonly maxUploadBytes: number;
  /** Text fields, all of them required. */
  readonly fields: S;
  readonly file: { readonly description: string };
  /** The originals of a detached signature. */
  readonly originals: { readonly maxCount: number; readonly description: string };
}

export interface UploadBody<S extends z.ZodObject> extends InMemory {
  readonly fields: z.output<S>;
  readonly document: Uint8Array;
  readonly originals: readonly Uint8Array[];
}

/**
 * The body of a request that asks about a file: `file`, its originals as `originalFile`, and text fields. All stays in
 * memory. What is missing, empty or unknown is SIGNATURE_REQUEST_INVALID.
 */
export function uploadBody<S extends z.ZodObject>(rules: UploadRules<S>): RequestBody<UploadBody<S>> {
  const { maxUploadBytes, fields, originals } = rules;
  const files = new Map([
    ['file', { maxCount: 1, maxBytes: maxUploadBytes }],
    ['originalFile', { maxCount: originals.maxCount, maxBytes: maxUploadBytes }],
  ]);
  return memoryBody(
    { files, maxTotalBytes: 2 * maxUploadBytes },
    () => schemaOf(rules),
    (form) => partsOf(fields, form),
  );
}

function schemaOf<S extends z.ZodObject>(rules: UploadRules<S>): Readonly<Record<string, unknown>> {
  const { fields, file, originals } = rules;
  const maxCount = originals.maxCount === 1 ? null : originals.maxCount;
  return multipartSchema(fields, {
    file: { ...file, isRequired: true, maxCount: null },
    originalFile: { ...originals, isRequired: false, maxCount },
  });
}

function partsOf<S extends z.ZodObject>(
  schema: S,
  form: ReceivedForm,
): Pick<UploadBody<S>, 'fields' | 'document' | 'originals'> {
  const fields = checkedFields(schema, form.fields, new Set(Object.keys(schema.shape)));
  const [document] = bytesOf(form, 'file');
  if (document === undefined) throw invalidForm('The field file is missing.');
  if (document.length === 0) throw emptyDocument();
  return { fields, document, originals: bytesOf(form, 'originalFile') };
}

function bytesOf(form: ReceivedForm, fieldName: string): readonly Uint8Array[] {
  return form.parts.flatMap((part) => (part.fieldName === fieldName && part.bytes !== null ? [part.bytes] : []));
}
