import { StationRefusal, StationUnreachable } from './client-errors.ts';
import { formBody } from './form-body.ts';
import type { ProblemDetails } from './answer-types.ts';

export interface StationAddress {
  /** Such as `http://127.0.0.1:5080`, without `/api/v1`. */
  readonly url: string;
  /** Where the station asks for one. */
  readonly apiKey?: string;
  readonly tenantId?: string;
}

export interface Call {
  readonly method?: 'GET' | 'POST';
  readonly body?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** One call below `/api/v1`. */
export type Transport = (path: string, call?: Call) => Promise<Response>;

/**
 * Calls go by `fetch`, which browsers and Node have. What is not an answer of success rejects with StationRefusal or
 * StationUnreachable; a call that its caller has broken off rejects with the signal's reason.
 */
export function createTransport({ url, apiKey, tenantId }: StationAddress): Transport {
  const root = `${url.replace(/\/+$/, '')}/api/v1`;
  const own = {
    ...(apiKey === undefined ? {} : { 'X-Api-Key': apiKey }),
    ...(tenantId === undefined ? {} : { 'X-Tenant-Id': tenantId }),
  };
  return async (path, { method = 'GET', body, headers, signal } = {}) => {
    let answer: Response;
    try {
      answer = await fetch(`${root}${path}`, {
        ...{ method, headers: { ...own, ...headers }, body: body ? formBody(body) : null, signal: signal ?? null },
        // A key belongs to the station alone, wherever else it might send us.
        redirect: 'error',
        credentials: 'omit',
      });
    } catch (fault) {
      signal?.throwIfAborted();
      throw new StationUnreachable('The station cannot be reached.', fault);
    }
    if (answer.ok) return answer;
    throw await refusalOf(answer, signal);
  };
}

/**
 * The JSON of an answer. Rejects with StationUnreachable where it broke off in the middle, or is none, and with the
 * signal's reason.
 */
export async function jsonOf<T>(answer: Response, signal?: AbortSignal): Promise<T> {
  const text = await whole(answer.text(), signal);
  try {
    return JSON.parse(text) as T;
  } catch (fault) {
    throw new StationUnreachable(`Something that is no station has answered with ${answer.status}.`, fault);
  }
}

/** The bytes of an answer. Rejects as `jsonOf` does. */
export async function bytesOf(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await whole(answer.arrayBuffer()));
}

async function whole<T>(body: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await body;
  } catch (fault) {
    signal?.throwIfAborted();
    throw new StationUnreachable('The answer of the station broke off.', fault);
  }
}

async function refusalOf(answer: Response, signal: AbortSignal | undefined): Promise<Error> {
  const problem: unknown = await jsonOf(answer, signal).catch((fault: unknown) => fault);
  if (isProblem(problem)) return new StationRefusal(problem);
  return problem instanceof Error
    ? problem
    : new StationUnreachable(`Something that is no station has answered with ${answer.status}.`);
}

function isProblem(value: unknown): value is ProblemDetails {
  return typeof value === 'object' && value !== null && 'errorCode' in value && 'detail' in value;
}
