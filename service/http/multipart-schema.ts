import { z } from 'zod';

interface FileField {
  readonly isRequired: boolean;
  /** How many of the name may come; null: one. */
  readonly maxCount: number | null;
  readonly description: string;
}

/**
 * JSON Schema of a multipart form: its text fields from the schema that checks them, and its files. How many files there
 * may be stands in an `allOf`: the Go generator of openapi-generator writes a check of a limit beside `type: array` that
 * does not compile for files, and leaves one in there alone.
 */
export function multipartSchema(
  fields: z.ZodObject,
  files: Readonly<Record<string, FileField>>,
): Readonly<Record<string, unknown>> {
  const text = z.toJSONSchema(fields, { io: 'input', unrepresentable: 'any' });
  const binary = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };
  const properties = Object.entries(files).map(([name, { maxCount, description }]) => {
    const schema =
      maxCount === null ? binary : { type: 'array', items: binary, allOf: [{ minItems: 1, maxItems: maxCount }] };
    return [name, { ...schema, description }] as const;
  });
  const required = Object.keys(files).filter((name) => files[name]?.isRequired);
  return {
    type: 'object',
    properties: { ...Object.fromEntries(properties), ...text.properties },
    required: [...required, ...(text.required ?? [])],
    additionalProperties: false,
  };
}
