import http from 'node:http';
import https from 'node:https';
import { connectionReason } from '../../https/connection-reason.ts';
import { outgoingContext, outgoingTrustNote } from '../../https/outgoing-trust.ts';
import { AuthorityFault, quoted } from './authority-fault.ts';

export interface ConnectionOptions {
  /** Basic authentication (RFC 7617); null sends no Authorization header. */
  readonly credentials: { readonly username: string; readonly password: string } | null;
  /** For the whole exchange, from the connection to the last byte. */
  readonly timeoutMilliseconds: number;
  readonly maxResponseBytes: number;
  /** PEM; null for the roots of the runtime and of the system. */
  readonly trustedRoots: string | null;
  /** PEM, for authorities that ask for a certificate of the caller. */
  readonly clientCertificate: { readonly certificate: string; readonly key: string } | null;
  /** Address of an HTTP proxy; null connects directly, whatever the environment says. */
  readonly proxyUrl: string | null;
}

/** Connections to authorities, kept open between requests. */
export interface AuthorityConnections {
  /** Sends a TimeStampReq by HTTP (RFC 3161 3.4) and answers the body of the reply. Throws AuthorityFault. */
  post(url: URL, request: Uint8Array): Promise<Uint8Array>;
  close(): void;
}

class StaleConnection extends AuthorityFault {}

/** Others send one, to say that they are at it (RFC 9110 15.2). */
const MAX_INTERIM_REPLIES = 20;

const TUNNEL_REST_MILLISECONDS = 1_000;

const QUERY_TYPE = 'application/timestamp-query';
const REPLY_TYPE = 'application/timestamp-reply';

/** Redirects are not followed: the next address would be told the password and the imprint. */
export function openAuthorityConnections(options: ConnectionOptions): AuthorityConnections {
  const { proxyUrl } = options;
  const proxyEnv = proxyUrl === null ? {} : { HTTP_PROXY: proxyUrl, HTTPS_PROXY: proxyUrl };
  const plain = new http.Agent({ keepAlive: true, proxyEnv });
  let secure: https.Agent | undefined;
  // Not before an authority is asked by HTTPS: reading the system's certificates takes its time.
  const secureAgent = (): https.Agent =>
    (secure ??= new https.Agent({ keepAlive: true, proxyEnv, ...trustOf(options) }));
  return {
    async post(url, request) {
      const agent = url.protocol === 'https:' ? secureAgent() : plain;
      try {
        return await exchange(url, request, options, agent);
      } catch (fault) {
        // The authority closed a kept connection in the moment of the request: nothing of an answer came.
        if (!(fault instanceof StaleConnection)) throw fault;
        closeIdle(agent);
        return await exchange(url, request, options, agent);
      }
    },
    close() {
      plain.destroy();
      secure?.destroy();
    },
  };
}

/** Others that were kept as long are most likely closed, too: what comes next opens a new one. */
function closeIdle({ freeSockets }: http.Agent): void {
  for (const socket of Object.values(freeSockets).flat()) socket?.destroy();
}

function trustOf({ trustedRoots, clientCertificate }: ConnectionOptions): https.AgentOptions {
  const identity = clientCertificate && { cert: clientCertificate.certificate, key: clientCertificate.key };
  if (trustedRoots === null) return { secureContext: outgoingContext(identity ?? {}) };
  return { ...identity, ca: trustedRoots };
}

async function exchange(
  url: URL,
  request: Uint8Array,
  options: ConnectionOptions,
  agent: http.Agent,
): Promise<Uint8Array> {
  const { credentials, timeoutMilliseconds } = options;
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  // Not the URL itself: Node would send a user and a password in it, which the settings do not name.
  const address = {
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port,
    path: `${url.pathname}${url.search}`,
    method: 'POST',
  };
  const headers = {
    'Content-Type': QUERY_TYPE,
    'Content-Length': request.length,
    Accept: REPLY_TYPE,
    ...(credentials !== null && { Authorization: basic(credentials) }),
  };
  const { request: open } = url.protocol === 'https:' ? https : http;
  try {
    // By the timeout Node closes a tunnel that a proxy says nothing about; whoever waits is told by the signal, before that.
    const timeout = timeoutMilliseconds + TUNNEL_REST_MILLISECONDS;
    const sent = open({ ...address, headers, agent, signal, timeout });
    const reply = replyTo(sent, signal, options.maxResponseBytes);
    sent.end(request);
    return await reply;
  } catch (fault) {
    if (signal.aborted) {
      throw new AuthorityFault('failed', `it did not answer within ${String(timeoutMilliseconds)} ms`);
    }
    if (fault instanceof AuthorityFault) throw fault;
    throw new AuthorityFault('failed', describe(fault, url, options));
  }
}

/** The body of the reply. Rejects with AuthorityFault, and with what breaks a connection. */
function replyTo(sent: http.ClientRequest, signal: AbortSignal, maxBytes: number): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  let readBefore = 0;
  let interim = 0;
  let isAnswered = false;
  sent.on('response', (reply) => {
    isAnswered = true;
    readReply(reply, maxBytes).then(resolve, (fault: unknown) => {
      sent.destroy();
      reject(fault instanceof Error ? fault : new Error('The reply could not be read.'));
    });
  });
  sent.on('socket', (socket) => {
    readBefore = socket.bytesRead;
  });
  sent.on('information', () => {
    if (++interim > MAX_INTERIM_REPLIES) {
      sent.destroy(new AuthorityFault('failed', 'it announces an answer and gives none'));
    }
  });
  // Node has no connection to break off while it waits for a proxy's tunnel, and would tell nobody.
  signal.addEventListener('abort', () => reject(new AuthorityFault('failed', 'it did not answer in time')), {
    once: true,
  });
  sent.on('error', (fault) => {
    // Which code the system gives (ECONNRESET, EPIPE) hangs on whether the end was there before the request.
    const isStale = sent.reusedSocket && !signal.aborted && sent.socket?.bytesRead === readBefore;
    reject(isStale ? new StaleConnection('failed', 'it closed the connection') : fault);
  });
  // Whoever offers another protocol gives neither an answer nor an error: Node closes the connection.
  sent.on('close', () => {
    if (!isAnswered) reject(new AuthorityFault('failed', 'it gives no answer by HTTP'));
  });
  return promise;
}

/** The end of a sentence on why there is no reply. */
function describe(fault: unknown, { protocol }: URL, { proxyUrl, trustedRoots }: ConnectionOptions): string {
  const reason = quoted(connectionReason(fault) ?? 'the connection broke');
  if (reason === 'ERR_PROXY_TUNNEL') return refusalOf(fault);
  if (proxyUrl !== null && isOfConnecting(fault)) return `the proxy before it cannot be reached (${reason})`;
  if (reason.startsWith('HPE_')) return `it answers with what is no HTTP (${reason})`;
  const note = protocol === 'https:' && trustedRoots === null ? outgoingTrustNote() : '';
  return `it cannot be reached (${reason}${note})`;
}

/** What a proxy answers that is asked for a tunnel. */
function refusalOf(fault: unknown): string {
  const status = fault instanceof Error && 'statusCode' in fault ? Number(fault.statusCode) : NaN;
  if (Number.isNaN(status)) return 'the proxy before it gives no answer by HTTP';
  return status === 407
    ? 'the proxy before it does not let this station through (HTTP 407)'
    : `the proxy before it refuses the way to it (HTTP ${String(status)})`;
}

function basic({ username, password }: { readonly username: string; readonly password: string }): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}

async function readReply(reply: http.IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  refuseReply(reply);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of reply as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw new AuthorityFault('failed', `its answer is longer than ${String(maxBytes)} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refuseReply({ statusCode = 0, headers }: http.IncomingMessage): void {
  if (statusCode >= 300 && statusCode < 400) {
    throw new AuthorityFault(
      'failed',
      `it answers with a redirect (HTTP ${String(statusCode)}), which is not followed`,
    );
  }
  if (statusCode === 401 || statusCode === 403) {
    throw new AuthorityFault('failed', `it does not let this station in (HTTP ${String(statusCode)})`);
  }
  // Only proxies answer so (RFC 9110 15.5.8).
  if (statusCode === 407) {
    throw new AuthorityFault(
      'failed',
      `the proxy before it does not let this station through (HTTP ${String(statusCode)})`,
    );
  }
  if (statusCode !== 200) throw new AuthorityFault('failed', `it answers with HTTP ${String(statusCode)}`);
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== REPLY_TYPE) {
    throw new AuthorityFault('failed', `its answer is of type "${quoted(type)}" and not ${REPLY_TYPE}`);
  }
}

/** Where there is a proxy, nobody else is connected to from here. */
function isOfConnecting(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && CONNECTING.has(String(fault.code));
}

const CONNECTING: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
]);
