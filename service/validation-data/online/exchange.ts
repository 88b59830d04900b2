import { request as httpRequest, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect as tlsConnect, type SecureContext } from 'node:tls';
import { connectionReason } from '../../https/connection-reason.ts';
import { outgoingContext, outgoingTrustNote } from '../../https/outgoing-trust.ts';
import { FetchFault } from './fetch-fault.ts';

export interface Address {
  readonly address: string;
  /** 4 or 6. */
  readonly family: number;
}

export interface HttpRequest {
  readonly url: string;
  /** Sent by POST; null: GET. */
  readonly body: Uint8Array | null;
  readonly contentType: string | null;
  readonly accept: string;
  /** Where less is enough than is allowed for everything. */
  readonly maxBytes?: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly location: string | null;
  /** Of an answer with status 200; empty otherwise. */
  readonly bytes: Uint8Array;
}

export interface Proxy {
  /** `http://host:port`. */
  readonly url: URL;
  /** Proxy-Authorization (RFC 9110 11.7.2); null sends none. */
  readonly authorization: string | null;
}

export interface Connection {
  /** What the host name stands for, checked; connections go nowhere else. Not looked at with a proxy. */
  readonly addresses: readonly Address[];
  readonly proxy: Proxy | null;
  readonly maxBytes: number;
  /** The setting that says so, where one does. */
  readonly limitSetting?: string | undefined;
  readonly signal: AbortSignal;
}

/** One request and its answer, without redirects, on a connection of its own. Throws FetchFault. */
export async function exchange(url: URL, request: HttpRequest, connection: Connection): Promise<HttpAnswer> {
  try {
    const sent = await open(url, optionsFor(url, request, connection), connection);
    const answered = answerOf(url, sent);
    sent.end(request.body ?? undefined);
    return await readAnswer(url, await answered, connection);
  } catch (fault) {
    if (fault instanceof FetchFault) throw fault;
    const code = connectionReason(fault) ?? 'unknown fault';
    if (code.startsWith('HPE_')) throw new FetchFault('refused', `${url.host} answers with what is no HTTP (${code})`);
    const note = url.protocol === 'https:' ? outgoingTrustNote() : '';
    throw new FetchFault('unreachable', `${url.host} cannot be reached (${code}${note})`, fault);
  }
}

function optionsFor(
  url: URL,
  { body, contentType, accept }: HttpRequest,
  { signal, proxy }: Connection,
): RequestOptions {
  return {
    method: body === null ? 'GET' : 'POST',
    headers: {
      Host: url.host,
      Accept: accept,
      'Accept-Encoding': 'identity',
      Connection: 'close',
      ...(contentType === null ? {} : { 'Content-Type': contentType }),
      ...(body === null ? {} : { 'Content-Length': body.length }),
      ...(proxy !== null && url.protocol === 'http:' && authorizationFor(proxy)),
    },
    agent: false,
    signal,
  };
}

async function open(url: URL, options: RequestOptions, connection: Connection): Promise<ClientRequest> {
  const { proxy, addresses } = connection;
  if (proxy === null) {
    const direct = { ...options, lookup: lookupOf(addresses) };
    if (url.protocol === 'http:') return httpRequest(url, direct);
    // It goes on to the connection, which Node's types of requests do not say.
    const secure: RequestOptions & { secureContext: SecureContext } = { ...direct, secureContext: secureContext() };
    return httpsRequest(url, secure);
  }
  if (url.protocol === 'http:') {
    return httpRequest({ ...options, ...placeOf(proxy), path: url.href });
  }
  const tunnel = await openTunnel(url, proxy, connection.signal);
  return httpsRequest(url, {
    ...options,
    createConnection: () =>
      tlsConnect({ socket: tunnel, secureContext: secureContext(), ...identityOf(bare(url.hostname)) }),
  });
}

let context: SecureContext | undefined;
function secureContext(): SecureContext {
  context ??= outgoingContext();
  return context;
}

/** The connection goes to the addresses that were checked, whatever the name stands for by now. */
function lookupOf(addresses: readonly Address[]): NonNullable<RequestOptions['lookup']> {
  const [first = { address: '', family: 4 }] = addresses;
  return (_hostName, options, done) => {
    if (options.all === true) done(null, [...addresses]);
    else done(null, first.address, first.family);
  };
}

function placeOf({ url }: Proxy): { host: string; port: number } {
  return { host: bare(url.hostname), port: portOf(url) };
}

/** For the proxy alone: what goes through a tunnel never bears it. */
function authorizationFor({ authorization }: Proxy): { 'Proxy-Authorization'?: string } {
  return authorization === null ? {} : { 'Proxy-Authorization': authorization };
}

function refusedByProxy(url: URL, status = 0): FetchFault {
  return new FetchFault('unreachable', `The proxy answers ${status} for ${url.host}`);
}

function openTunnel(url: URL, proxy: Proxy, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const target = `${url.hostname}:${portOf(url)}`;
  const asked = httpRequest({
    method: 'CONNECT',
    ...placeOf(proxy),
    path: target,
    headers: { Host: target, ...authorizationFor(proxy) },
    agent: false,
    signal,
  });
  asked.on('connect', (answer, socket: Socket) => {
    if (answer.statusCode === 200) resolve(socket);
    else {
      socket.destroy();
      reject(refusedByProxy(url, answer.statusCode));
    }
  });
  asked.on('response', (answer) => {
    answer.destroy();
    reject(refusedByProxy(url, answer.statusCode));
  });
  asked.on('error', reject);
  asked.on('close', () => reject(refusedByProxy(url)));
  asked.end();
  return promise;
}

/** Whose certificate is expected; the server is only told a name (RFC 6066 3), never an address. */
function identityOf(host: string): { host: string; servername?: string } {
  return isIP(host) === 0 ? { host, servername: host } : { host };
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function bare(hostName: string): string {
  return hostName.replace(/^\[|\]$/g, '');
}

/** Others send one, to say that they are at it (RFC 9110 15.2). */
const MAX_INTERIM_REPLIES = 20;

function answerOf(url: URL, sent: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  let interim = 0;
  sent.on('information', () => {
    if (++interim > MAX_INTERIM_REPLIES) {
      sent.destroy(new FetchFault('refused', `${url.host} announces answers and gives none`));
    }
  });
  sent.on('response', resolve);
  sent.on('error', reject);
  // Whoever offers another protocol gives neither an answer nor an error: Node closes the connection.
  sent.on('close', () => reject(new FetchFault('refused', `${url.host} gives no answer by HTTP`)));
  return promise;
}

async function readAnswer(
  url: URL,
  answer: IncomingMessage,
  { maxBytes, limitSetting }: Pick<Connection, 'limitSetting' | 'maxBytes'>,
): Promise<HttpAnswer> {
  const { statusCode: status = 0, headers } = answer;
  if (status !== 200) {
    answer.destroy();
    // Only proxies answer so (RFC 9110 15.5.8).
    if (status === 407) throw refusedByProxy(url, status);
    return { status, location: headers.location ?? null, bytes: new Uint8Array() };
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  const isTooLarge = Number(headers['content-length'] ?? 0) > maxBytes;
  try {
    if (encoding !== 'identity') throw new FetchFault('refused', `${url.host} answers compressed`);
    const bytes = isTooLarge ? null : await readAtMost(url, answer, maxBytes);
    if (bytes === null) throw tooLarge(url, { maxBytes, limitSetting });
    return { status, location: null, bytes };
  } finally {
    answer.destroy();
  }
}

function tooLarge(
  { host }: URL,
  { maxBytes, limitSetting: key }: Pick<Connection, 'limitSetting' | 'maxBytes'>,
): FetchFault {
  if (key === undefined) return new FetchFault('refused', `${host} answers more than ${maxBytes} bytes`);
  return new FetchFault('refused', `${host} answers more than ${maxBytes} bytes; set ${key} higher to take them`);
}

/** What comes beside the content, as heads and the lengths of its pieces (RFC 9112 7.1), and what is read ahead of it. */
const MAX_BYTES_BESIDE = 262_144;

/** Null for more than `maxBytes`. Throws FetchFault for content in pieces of a few bytes, which only cost time. */
async function readAtMost(url: URL, answer: IncomingMessage, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return null;
    // The connection is that of this answer alone.
    if (answer.socket.bytesRead > 2 * size + MAX_BYTES_BESIDE) {
      throw new FetchFault('refused', `${url.host} answers in pieces of a few bytes`);
    }
    chunks.push(chunk);
  }
  // A copy of its own: what is parsed keeps views into it.
  return new Uint8Array(Buffer.concat(chunks));
}
