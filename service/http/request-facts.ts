import type { IncomingMessage } from 'node:http';

/** Headers the station acts on, with every value that was sent: a repeated header is a finding, not a detail. */
const WATCHED = [
  'host',
  'origin',
  'referer',
  'sec-fetch-site',
  'sec-fetch-mode',
  'x-tenant-id',
  'x-correlation-id',
  'idempotency-key',
  'authorization',
  'x-api-key',
  'content-encoding',
  'transfer-encoding',
  'expect',
  'traceparent',
] as const;
type WatchedHeader = (typeof WATCHED)[number];

const WATCHED_NAMES: ReadonlySet<string> = new Set(WATCHED);
const NONE: readonly string[] = [];

/** What is known of a request before anything of its body is read. */
export interface RequestFacts {
  all(header: WatchedHeader): readonly string[];
  /** The first value. */
  first(header: WatchedHeader): string | undefined;
  /** The client waits for `100 Continue` before it sends the body, and was not told yet. */
  awaitsContinue: boolean;
}

const factsByRequest = new WeakMap<IncomingMessage, RequestFacts>();

/** Reads the raw headers once; Node's own `headers` drops or joins repeated ones. */
export function collectFacts(request: IncomingMessage): RequestFacts {
  const values = new Map<string, string[]>();
  const { rawHeaders } = request;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    if (!WATCHED_NAMES.has(name)) continue;
    const value = rawHeaders[index + 1] ?? '';
    const sofar = values.get(name);
    if (sofar === undefined) values.set(name, [value]);
    else sofar.push(value);
  }
  const facts: RequestFacts = {
    all: (header) => values.get(header) ?? NONE,
    first: (header) => values.get(header)?.[0],
    awaitsContinue: values.get('expect')?.[0]?.toLowerCase() === '100-continue',
  };
  factsByRequest.set(request, facts);
  return facts;
}

export function factsOf(request: IncomingMessage): RequestFacts {
  return factsByRequest.get(request) ?? collectFacts(request);
}

/** True when the request announces a body. */
export function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && Number(length) > 0);
}
