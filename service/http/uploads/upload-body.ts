import type { z } from 'zod';
import { clientOf } from '../caller.ts';
import { multipartSchema } from '../multipart-schema.ts';
import type { RequestBody } from '../operation.ts';
import { checkedFields } from './create-form.ts';
import { createFormReceiver, type ReceivedForm } from './receive-form.ts';
import { invalidDocument, invalidForm } from './upload-rules.ts';

/** What uploads in memory may take of it beside one of the largest kind. */
const SHARED_MEMORY_BYTES = 128 * 1024 * 1024;

export interface UploadRules<S extends z.ZodObject> {
  readonly maxUploadBytes: number;
  /** Text fields, all of them required. */
  readonly fields: S;
  readonly file: { readonly description: string };
  /** The originals of a detached signature. */
  readonly originals: { readonly maxCount: number; readonly description: string };
}

export interface UploadBody<S extends z.ZodObject> {
  readonly fields: z.output<S>;
  readonly document: Uint8Array;
  readonly originals: readonly Uint8Array[];
  /** Tells senders apart that share the verifiers. */
  readonly client: string;
  /** The bytes are its: whoever handles the request discards it. */
  readonly form: ReceivedForm;
}

/**
 * The body of a request that asks about a file: `file`, its originals as `originalFile`, and text fields. All stays in
 * memory. What is missing, empty or unknown is SIGNATURE_REQUEST_INVALID.
 */
export function uploadBody<S extends z.ZodObject>(rules: UploadRules<S>): RequestBody<UploadBody<S>> {
  const { maxUploadBytes, fields, originals } = rules;
  const receive = createFormReceiver(
    {
      files: new Map([
        ['file', { maxCount: 1, maxBytes: maxUploadBytes }],
        ['originalFile', { maxCount: originals.maxCount, maxBytes: maxUploadBytes }],
      ]),
      maxTotalBytes: 2 * maxUploadBytes,
    },
    // One upload of the largest kind always fits.
    { kind: 'memory', budget: { maxBytes: 2 * maxUploadBytes + SHARED_MEMORY_BYTES, usedBytes: 0 } },
  );
  return {
    mediaType: 'multipart/form-data',
    schema: () => schemaOf(rules),
    async read(station, request, response, caller) {
      const client = clientOf(station, request, caller);
      const form = await receive(request, response, client);
      try {
        return { ...partsOf(fields, form), client, form };
      } catch (error) {
        await form.discard();
        throw error;
      }
    },
  };
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
  if (document.length === 0) throw invalidDocument('The file is empty.');
  return { fields, document, originals: bytesOf(form, 'originalFile') };
}

function bytesOf(form: ReceivedForm, fieldName: string): readonly Uint8Array[] {
  return form.parts.flatMap((part) => (part.fieldName === fieldName && part.bytes !== null ? [part.bytes] : []));
}
