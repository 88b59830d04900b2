import { z } from 'zod';
import { formBody } from '../../client/form-body.ts';
import { ProblemDetails } from '../contract/http/problem-details.ts';
import { CommandFailure, interrupted, stationFailure } from './command-failure.ts';
import { EXIT } from './exit-codes.ts';

export interface StationAddress {
  /** Without a slash at the end. */
  readonly url: string;
  /** Text of an API key; null: none is sent. */
  readonly apiKey: string | null;
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: FormData | string;
  /** Statuses beside 2xx that carry an answer and no problem. */
  readonly alsoAnswers?: readonly number[];
}

/** The REST interface of one station. Every call throws CommandFailure for what the station refuses. */
export interface StationApi {
  readonly url: string;
  call(request: ApiRequest): Promise<Response>;
  read<S extends z.ZodType>(schema: S, request: ApiRequest): Promise<z.output<S>>;
}

const ErrorAnswer = ProblemDetails.pick({ detail: true }).extend({ errorCode: z.string() });

/**
 * Speaks to the station at `address` until `signal` is aborted; the key goes there and, since redirections are refused,
 * nowhere else.
 */
export function createStationApi({ url, apiKey }: StationAddress, signal: AbortSignal): StationApi {
  const api: StationApi = {
    url,
    async call({ method, path, headers = {}, body, alsoAnswers = [] }) {
      const key = apiKey === null ? {} : { 'X-Api-Key': apiKey };
      const type = typeof body === 'string' ? { 'Content-Type': 'application/json' } : {};
      const init: RequestInit = { method, headers: { ...type, ...key, ...headers }, redirect: 'error', signal };
      if (body !== undefined) init.body = typeof body === 'string' ? body : formBody(body);
      const response = await fetch(url + path, init).catch((cause: unknown) => {
        throw signal.aborted ? interrupted() : unreachable(url, cause);
      });
      if (response.ok || alsoAnswers.includes(response.status)) return response;
      throw await refusalOf(response, url);
    },
    async read(schema, request) {
      const response = await api.call(request);
      const text = await response.text().catch((cause: unknown) => {
        throw signal.aborted ? interrupted() : brokenOff(url, cause);
      });
      const parsed = schema.safeParse(jsonOf(text));
      if (parsed.success) return parsed.data;
      throw new CommandFailure(`What answers at ${url} is not a Signing Station of this version.`, EXIT.failed);
    },
  };
  return api;
}

function unreachable(url: string, cause: unknown): CommandFailure {
  return new CommandFailure(`The station at ${url} does not answer${codeIn(cause)}.`, EXIT.unreachable);
}

/** It began to answer: what it was asked for may be done. */
function brokenOff(url: string, cause: unknown): CommandFailure {
  return new CommandFailure(`The answer of the station at ${url} broke off${codeIn(cause)}.`, EXIT.unreachable);
}

function codeIn(cause: unknown): string {
  const inner = cause instanceof Error ? cause.cause : undefined;
  return inner instanceof Error && 'code' in inner && typeof inner.code === 'string' ? ` (${inner.code})` : '';
}

async function refusalOf(response: Response, url: string): Promise<CommandFailure> {
  const text = await response.text().catch((cause: unknown) => brokenOff(url, cause));
  if (typeof text !== 'string') return text;
  const parsed = ErrorAnswer.safeParse(jsonOf(text));
  if (parsed.success) return stationFailure(parsed.data.errorCode, `${parsed.data.detail} (${parsed.data.errorCode})`);
  return new CommandFailure(`The station answered ${response.status} without saying why.`, EXIT.failed);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
