import { z } from 'zod';

/** Bytes as they cross a link (structured clone keeps Uint8Array). */
export const BytesSchema: z.ZodType<Uint8Array, Uint8Array> = z.custom<Uint8Array>(
  (value) => value instanceof Uint8Array,
  'bytes expected',
);
