import { z } from 'zod';

/**
 * What a request is for: a signature; the same signatures with more evidence, of an upload (Extension) or of what the
 * station has signed (Renewal). Only the first needs a key.
 */
export const REQUEST_KINDS = ['Signature', 'Extension', 'Renewal'] as const;
export const RequestKind = z.enum(REQUEST_KINDS);
export type RequestKind = z.infer<typeof RequestKind>;
