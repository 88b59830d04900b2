import { z } from 'zod';
import { SignatureRect } from '../vocabulary/stamp.ts';

/** Points from the lower left corner of a page as it is shown. */
const SeenPlace = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** What takes up a place on a page. `drawing` is what is neither text nor a picture. */
export const TAKEN_KINDS = ['text', 'image', 'drawing', 'field', 'stamp', 'annotation'] as const;

export const StampPreview = z.object({
  pageCount: z.int().min(1),
  page: z.int().min(1).describe('The page that the rest is about'),
  width: z.number().describe('Of the page as it is shown, in points'),
  height: z.number(),
  isSigned: z.boolean().describe('Whether a stamp must hide nothing, because earlier signatures are over it'),
  taken: z.array(SeenPlace.extend({ kind: z.enum(TAKEN_KINDS), isPlain: z.boolean() })),
  isComplete: z.boolean().describe('False where part of what the page shows could not be told'),
  place: SignatureRect.nullable().describe('Where the stamp would stand; null where it is refused'),
  refusal: z.object({ code: z.string(), detail: z.string() }).nullable().describe('Why the place is refused'),
  stamp: z
    .string()
    .nullable()
    .describe('The stamp alone as a PDF of its size, in base64; null where it cannot be drawn'),
});
/** Answer of `POST /stamp-previews`. */
export type StampPreview = z.infer<typeof StampPreview>;
