import { readFileSync } from 'node:fs';
import { Agent, request as plainRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';

/** Milliseconds until a server has to have let us in. */
export const CONNECT_MILLISECONDS = 5_000;
/** Of silence, not of the whole request: a large part over a slow line takes its time. */
export const SILENCE_MILLISECONDS = 30_000;
/** Of silence before the answer to a small request begins: whoever asked can ask once more. */
const ANSWER_MILLISECONDS = 10_000;

const MAX_SOCKETS = 50;

export interface StoreRequest {
  readonly method: string;
  /** As it goes over the wire. */
  readonly path: string;
  /** With `host`, and with the length of a body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}

/** Sends one request and answers with the head of what comes, whose body has to be read to its end. */
export type Send = (request: StoreRequest) => Promise<IncomingMessage>;

/**
 * Keeps connections to the server at `place`; its name is verified against `certificateAuthorities` (a PEM file) or, where
 * that is null, the well-known ones. Sending rejects where there is no connection, or nothing comes over it.
 */
export function storeConnection(
  place: Pick<URL, 'protocol' | 'hostname' | 'port'>,
  certificateAuthorities: string | null,
  limits = { answer: ANSWER_MILLISECONDS, silence: SILENCE_MILLISECONDS },
): Send {
  const isTls = place.protocol === 'https:';
  const kept = { keepAlive: true, maxSockets: MAX_SOCKETS };
  const ca = certificateAuthorities === null ? {} : { ca: readFileSync(certificateAuthorities) };
  const options = {
    // An IPv6 address stands in brackets in an address alone.
    host: place.hostname.replace(/^\[(.*)\]$/, '$1'),
    ...(place.port === '' ? {} : { port: Number(place.port) }),
    agent: isTls ? new TlsAgent({ ...kept, ...ca }) : new Agent(kept),
    timeout: limits.answer,
  };
  const open = isTls ? tlsRequest : plainRequest;
  return ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      // A list is written at once: Node keeps no table of its names.
      const call = open({ ...options, method, path, headers: Object.entries(headers).flat() });
      call.once('response', (response) => {
        call.setTimeout(limits.silence);
        resolve(response);
      });
      call.on('error', reject);
      call.once('timeout', () => call.destroy(timedOut('The object store is silent.')));
      limitConnecting(call);
      call.end(body);
    });
}

/** A connection that was kept is there. */
function limitConnecting(call: ClientRequest): void {
  call.once('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => call.destroy(timedOut('The object store cannot be reached.')), CONNECT_MILLISECONDS);
    const stop = (): void => clearTimeout(timer);
    socket.once('connect', stop);
    call.once('close', stop);
  });
}

/** By the code that Node itself has for it. */
function timedOut(message: string): Error {
  return Object.assign(new Error(message), { code: 'ETIMEDOUT' });
}
