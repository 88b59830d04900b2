import { z } from 'zod';
import { SignatureView } from './signatures.ts';

/** Requests of one batch at most: a page shows them all, and one answer tells of them all. */
export const MAX_BATCH_REQUESTS = 1000;

export const NewBatch = z.strictObject({
  signatureIds: z
    .array(z.uuid().toLowerCase())
    .min(1)
    .max(MAX_BATCH_REQUESTS)
    .describe('Requests, in the order to show'),
});
/** Body of `POST /batches`. */
export type NewBatch = z.infer<typeof NewBatch>;

export const BatchItem = z.object({
  signature: SignatureView,
  duplicateOf: z.uuid().nullable().describe('An earlier request of the batch whose document has the same SHA-256'),
});
export type BatchItem = z.infer<typeof BatchItem>;

export const BatchView = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  counts: z.object({
    total: z.int(),
    completed: z.int(),
    failed: z.int().describe('Failed and Rejected'),
    cancelled: z.int(),
    open: z.int().describe('Not at their end yet, whether they wait or are being signed'),
  }),
  contentUrl: z.string().describe('All signed files in one ZIP'),
  items: z.array(BatchItem),
});
/** `GET /batches/{id}`, and the answer of making and of stopping one. */
export type BatchView = z.infer<typeof BatchView>;
