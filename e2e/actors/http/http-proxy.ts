import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** A proxy for HTTP, and for TLS by CONNECT (RFC 9110 9.3.6). */
export interface HttpProxy {
  readonly url: string;
  /** What it was asked for: `POST http://host:port/path` or `CONNECT host:port`. */
  readonly asked: string[];
  /** Header fields by which it was asked, in order. */
  readonly headers: IncomingMessage['headers'][];
  /** Answers everything with this status from now on; null: lets it through. */
  refuse(status: number | null): void;
  close(): Promise<void>;
}

/** Starts one on a free port of 127.0.0.1. */
export async function startHttpProxy(): Promise<HttpProxy> {
  const asked: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const sockets = new Set<Socket>();
  let refusal: number | null = null;
  const note = (request: IncomingMessage): void => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    headers.push(request.headers);
  };
  const server = createServer((request, response) => {
    note(request);
    if (refusal === null) forward(request, response);
    else response.writeHead(refusal).end();
  });
  server.on('connect', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    note(request);
    if (refusal === null) tunnel(request, socket, head, sockets);
    else socket.end(`HTTP/1.1 ${String(refusal)} Refused\r\nContent-Length: 0\r\n\r\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    ...{ asked, headers },
    refuse: (status) => {
      refusal = status;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forward(request: IncomingMessage, response: ServerResponse): void {
  const sent = sendRequest(request.url ?? '', { method: request.method, headers: request.headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
  });
  sent.on('error', () => response.destroy());
  request.pipe(sent);
}

function tunnel({ url = '' }: IncomingMessage, socket: Socket, head: Buffer, sockets: Set<Socket>): void {
  const { hostname, port } = new URL(`http://${url}`);
  const other = connect(Number(port), hostname, () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    other.write(head);
    other.pipe(socket);
    socket.pipe(other);
  });
  for (const one of [socket, other]) {
    sockets.add(one);
    one.on('error', () => [socket, other].forEach((end) => end.destroy()));
    one.on('close', () => sockets.delete(one));
  }
}
