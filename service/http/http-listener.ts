import { createServer, STATUS_CODES, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Configuration } from '../config/configuration.ts';
import { StationError } from '../domain/station-error.ts';
import { createBodyWatch, type BodyWatch } from './body-watch.ts';
import type { HttpApp } from './http-app.ts';
import { problemDetails, sendProblem } from './problem.ts';
import { collectFacts, hasBody } from './request-facts.ts';
import { readTlsFiles, watchTlsFiles, type TlsOptions } from './tls-files.ts';
import type { Logger } from '../telemetry/logger.ts';

const IPV6_LOOPBACK = '::1';

export interface HttpListener {
  readonly host: string;
  readonly port: number;
  /** `http://host:port` or `https://host:port`, without a slash at the end. */
  readonly url: string;
  /** Takes up a renewed certificate at once; otherwise it is noticed within seconds. */
  renewTls(): void;
  /** Takes no new connections, ends event streams, lets running requests end for `graceMilliseconds`, then cuts. */
  close(graceMilliseconds?: number): Promise<void>;
}

/**
 * Binds the app; where the host is the default, on ::1 as well. Rejects with the system's error (EADDRINUSE and the
 * like) or TlsFilesUnusable; it never moves to another port by itself.
 */
export async function listen(app: HttpApp, configuration: Configuration, logger: Logger): Promise<HttpListener> {
  const { Server, Signatures } = configuration;
  const tls = Server.Tls === null ? null : readTlsFiles(Server.Tls);
  const watch = createBodyWatch({
    // Twice the upload limit: the ad-hoc verification takes a signature and its original.
    maxBytes: 2 * Signatures.MaxUploadBytes + 16 * 1_048_576,
    intervalMilliseconds: 5_000,
    // 1 KiB/s.
    windowMilliseconds: 30_000,
    minBytesPerWindow: 30 * 1024,
  });
  const servers = [await listening(app, watch, tls, Server)];
  const address = addressOf(servers[0]);
  try {
    if (wantsBothLoopbacks(Server))
      servers.push(await listening(app, watch, tls, { Host: IPV6_LOOPBACK, Port: address.port }));
  } catch (error) {
    watch.stop();
    await closeServers(servers, app, 0);
    throw error;
  }
  const tlsWatch = Server.Tls === null ? undefined : renewTls(Server.Tls, servers, logger);
  return {
    host: Server.Host,
    port: address.port,
    url: urlOf(address, tls === null ? 'http' : 'https'),
    renewTls: () => tlsWatch?.look(),
    async close(graceMilliseconds = 5_000) {
      watch.stop();
      tlsWatch?.stop();
      await closeServers(servers, app, graceMilliseconds);
    },
  };
}

/**
 * Browsers and programs that are told `localhost` may try ::1 first: whoever else listened there would get what is
 * meant for the station. A port that the system picks was free on one address only, so it is left at that.
 */
function wantsBothLoopbacks({ Host, Port }: Configuration['Server']): boolean {
  if (Host !== '127.0.0.1' || Port === 0) return false;
  return Object.values(networkInterfaces()).some((entries) =>
    entries?.some(({ address, internal }) => internal && address === IPV6_LOOPBACK),
  );
}

type AnyServer = Server | TlsServer;

const HTTP_OPTIONS = { requireHostHeader: false, headersTimeout: 15_000, requestTimeout: 0 };
const HANDSHAKE_MILLISECONDS = 15_000;

async function listening(
  app: HttpApp,
  watch: BodyWatch,
  tls: TlsOptions | null,
  { Host, Port }: { readonly Host: string; readonly Port: number },
): Promise<AnyServer> {
  const server: AnyServer =
    tls === null
      ? createServer(HTTP_OPTIONS)
      : createTlsServer({ ...HTTP_OPTIONS, ...tls, handshakeTimeout: HANDSHAKE_MILLISECONDS });
  server.on('request', (request, response) => {
    if (hasBody(request)) watch.add(request);
    app.handler(request, response);
  });
  // The client waits with its body until the guard, the key and the length have been looked at.
  server.on('checkContinue', (request, response) => {
    if (hasBody(request)) watch.add(request);
    app.handler(request, response);
  });
  server.on('checkExpectation', (request, response) => {
    collectFacts(request);
    sendProblem(
      request,
      response,
      new StationError('SIGNATURE_REQUEST_INVALID', 'This expectation cannot be met.', { status: 417 }),
    );
  });
  server.on('clientError', answerUnreadable);
  await bind(server, Host, Port);
  return server;
}

/** Connections that are open keep the certificate that they began with. */
function renewTls(
  settings: NonNullable<Configuration['Server']['Tls']>,
  servers: readonly AnyServer[],
  logger: Logger,
): ReturnType<typeof watchTlsFiles> {
  return watchTlsFiles(
    settings,
    (options) => {
      for (const server of servers) if ('setSecureContext' in server) server.setSecureContext(options);
      logger.info('The renewed certificate of Server:Tls is in use.');
    },
    (reason) => logger.error('The files of Server:Tls have changed; the old ones stay in use.', { reason }),
  );
}

function addressOf(server: AnyServer | undefined): AddressInfo {
  const address = server?.address() ?? null;
  if (address === null || typeof address === 'string') throw new Error('The server has no address.');
  return address;
}

function bind(server: AnyServer, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: host.replace(/^\[(.*)\]$/, '$1'), port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function urlOf({ address, family, port }: AddressInfo, scheme: 'http' | 'https'): string {
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

async function closeServers(servers: readonly AnyServer[], app: HttpApp, graceMilliseconds: number): Promise<void> {
  const cut = setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, graceMilliseconds);
  const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
  app.endStreams();
  for (const server of servers) server.closeIdleConnections();
  await Promise.all(closed);
  clearTimeout(cut);
}

/** Bytes that are no HTTP request: too long headers, timeouts, malformed lines. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = statusOf(error.code);
  const problem = new StationError('SIGNATURE_REQUEST_INVALID', 'The request is not valid HTTP.', { status });
  const body = JSON.stringify(problemDetails(problem));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: application/problem+json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
}

function statusOf(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}
