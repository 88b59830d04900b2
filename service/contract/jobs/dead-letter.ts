import { z } from 'zod';
import { JobMessage } from './job-message.ts';

export const DeadLetter = z.strictObject({
  message: JobMessage,
  kind: z.enum(['transient', 'permanent']),
  /** The error code of the failure. */
  reason: z.string(),
});
/** A job that has failed for good, and why. */
export type DeadLetter = z.infer<typeof DeadLetter>;
