import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** An answer read off the socket. `status` is null when the connection ended without one. */
export interface RawAnswer {
  readonly status: number | null;
  readonly head: string;
  readonly body: string;
  /** How many bytes of the request were taken by the system before the answer was complete. */
  readonly bytesWritten: number;
}

export interface RawOptions {
  readonly host?: string;
  /** The request has no body in its answer (HEAD). */
  readonly isHead?: boolean;
  readonly timeoutMilliseconds?: number;
}

/**
 * Writes bytes to a port and reads one answer: to its Content-Length, to the end of its chunks, or to the end of the
 * connection. Informational answers are skipped.
 */
export function sendRaw(
  port: number,
  request: string | Uint8Array | Iterable<Uint8Array>,
  options: RawOptions = {},
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect({ host: options.host ?? '127.0.0.1', port });
    let received = Buffer.alloc(0);
    const finish = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ ...parsedAnswer(received), bytesWritten: socket.bytesWritten });
    };
    const timer = setTimeout(finish, options.timeoutMilliseconds ?? 3_000);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (isComplete(received, options.isHead === true)) finish();
    });
    socket.once('close', finish);
    socket.on('error', () => undefined);
    void write(socket, request);
  });
}

async function write(socket: Socket, request: string | Uint8Array | Iterable<Uint8Array>): Promise<void> {
  if (typeof request === 'string') socket.write(request, 'latin1');
  else if (request instanceof Uint8Array) socket.write(request);
  else {
    for (const chunk of request) {
      if (socket.destroyed) return;
      socket.write(chunk);
      // A turn of the event loop each time: a peer that takes everything at once would keep us from reading.
      await nextTurn();
      while (isHeldUp(socket)) await nextTurn();
    }
  }
}

function isHeldUp(socket: Socket): boolean {
  return socket.writableNeedDrain && !socket.destroyed;
}

function withoutInformational(received: Buffer): Buffer {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0 || !/^HTTP\/1\.1 1\d\d /.test(received.toString('latin1', 0, 20))) return received;
  return withoutInformational(received.subarray(end + 4));
}

function isComplete(all: Buffer, isHead: boolean): boolean {
  const received = withoutInformational(all);
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = received.toString('latin1', 0, end);
  if (isHead || /^HTTP\/1\.1 (204|304) /.test(head)) return true;
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  if (length !== undefined) return received.length >= end + 4 + Number(length);
  return /^transfer-encoding: chunked$/im.test(head) && received.toString('latin1').endsWith('\r\n0\r\n\r\n');
}

function parsedAnswer(all: Buffer): Omit<RawAnswer, 'bytesWritten'> {
  const text = withoutInformational(all).toString('latin1');
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1];
  const end = text.indexOf('\r\n\r\n');
  return {
    status: status === undefined ? null : Number(status),
    head: end < 0 ? text : text.slice(0, end),
    body: end < 0 ? '' : text.slice(end + 4),
  };
}
