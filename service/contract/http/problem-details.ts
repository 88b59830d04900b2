import { z } from 'zod';
import { FailureArea } from '../vocabulary/failures.ts';
import { ERROR_CODES } from '../vocabulary/error-catalogue.ts';

export const ProblemDetails = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errorCode: z.enum(ERROR_CODES),
  failureArea: FailureArea.describe('Where the cure lies'),
  traceId: z.string(),
});
/** RFC 7807 body of every error answer. */
export type ProblemDetails = z.infer<typeof ProblemDetails>;
