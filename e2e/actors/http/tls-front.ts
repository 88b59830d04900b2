import { request as sendRequest } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** HTTPS in front of a server of this machine that speaks HTTP. */
export interface TlsFront {
  readonly url: string;
  /** Common names of the certificates that callers showed, in order; null for none. */
  readonly callers: (string | null)[];
  close(): Promise<void>;
}

export interface TlsFrontOptions {
  /** Address of what is behind. */
  readonly target: string;
  /** PEM. */
  readonly certificate: string;
  readonly key: string;
  /** PEM: callers need a certificate that ends in these; null: they need none. */
  readonly callersRoots?: string | null;
}

/** The name in the caller's certificate; null without one, for which Node gives an empty object. */
function callerOf(socket: Socket): string | null {
  if (!(socket instanceof TLSSocket)) return null;
  const certificate = socket.getPeerCertificate();
  return Object.keys(certificate).length === 0 ? null : String(certificate.subject.CN);
}

/** Starts one on a free port of 127.0.0.1. */
export async function startTlsFront({ target, certificate, key, ...options }: TlsFrontOptions): Promise<TlsFront> {
  const { callersRoots = null } = options;
  const callers: (string | null)[] = [];
  const asksCallers = callersRoots === null ? {} : { ca: callersRoots, requestCert: true, rejectUnauthorized: true };
  const server = createServer({ cert: certificate, key, ...asksCallers }, (request, response) => {
    callers.push(callerOf(request.socket));
    const sent = sendRequest(target, { method: request.method, headers: request.headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    sent.on('error', () => response.destroy());
    request.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${String((server.address() as AddressInfo).port)}${new URL(target).pathname}`,
    callers,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
