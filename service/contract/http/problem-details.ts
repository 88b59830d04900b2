import { z } from 'zod';
import { ERROR_CODES } from '../vocabulary/error-catalogue.ts';

export const ProblemDetails = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errorCode: z.enum(ERROR_CODES),
  traceId: z.string(),
});
/** RFC 7807 body of every error answer. */
export type ProblemDetails = z.infer<typeof ProblemDetails>;
