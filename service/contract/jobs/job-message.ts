import { z } from 'zod';

/** Largest message a consumer parses; a job message carries references only. */
export const MAX_MESSAGE_BYTES = 16_384;

/** Header of a message that carries the W3C Trace Context of the request behind it. */
export const TRACEPARENT_HEADER = 'traceparent';

export const JobMessage = z.strictObject({
  jobId: z.uuid(),
  tenantId: z.string().min(1).max(64),
  signatureId: z.uuid(),
  inputPath: z.string().min(1).max(1024),
  requestedFormat: z.string().min(1).max(32),
  requestedProfile: z.string().min(1).max(32),
  createdAt: z.iso.datetime(),
  attempt: z.int().min(1).max(1_000_000),
});
/** The reference message a worker consumes. It is a hint: everything that matters is re-read from the database. */
export type JobMessage = z.infer<typeof JobMessage>;
