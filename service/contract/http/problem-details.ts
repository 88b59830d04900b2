import { z } from 'zod';
import { FailureArea } from '../vocabulary/failures.ts';
import { ERROR_CODES } from '../vocabulary/error-catalogue.ts';
import { Sentence } from '../vocabulary/sentence.ts';

export const ProblemDetails = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().describe('In English'),
  sentence: Sentence.nullable().describe('The detail as a code and parameters; null where it has none'),
  errorCode: z.enum(ERROR_CODES),
  failureArea: FailureArea.describe('Where the cure lies'),
  traceId: z.string(),
});
/** RFC 7807 body of every error answer. */
export type ProblemDetails = z.infer<typeof ProblemDetails>;
