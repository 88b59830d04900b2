import type { ZodType } from 'zod';
import { ProblemDetails } from '../../service/contract/http/problem-details.ts';
import { ApiError } from './api-error.ts';

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new ApiError('unexpected', 'The answer is not JSON', { cause });
  }
}

function problemFrom(status: number, body: string): ApiError {
  const parsed = ProblemDetails.safeParse(parseJsonOrNull(body));
  if (!parsed.success) return new ApiError('unexpected', `The station answered ${String(status)}`, { status });
  const { title, errorCode, failureArea: area, detail, sentence, traceId } = parsed.data;
  return new ApiError('problem', title, { status, errorCode, area, detail, sentence, traceId });
}

function parseJsonOrNull(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/**
 * Turns an HTTP answer into the value that `schema` describes.
 * Throws ApiError: `problem` for Problem Details, `unexpected` for anything that the contract does not know.
 */
export function readAnswer<T>(schema: ZodType<T>, status: number, body: string): T {
  if (status < 200 || status > 299) throw problemFrom(status, body);
  const parsed = schema.safeParse(parseJson(body));
  if (parsed.success) return parsed.data;
  throw new ApiError('unexpected', 'The answer does not follow the contract', { status, cause: parsed.error });
}
