import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const WINDOW_MILLISECONDS = 30_000;
const MIN_BYTES_PER_WINDOW = 30 * 1024;

interface Watched {
  readonly socket: Socket;
  readonly startBytes: number;
  windowBytes: number;
  windowStart: number;
}

/**
 * Ends uploads that crawl (below 1 KiB/s over 30 s) or never stop. A fixed time limit would cut off honest senders of
 * large files; this one looks at the rate.
 */
export interface BodyWatch {
  add(request: IncomingMessage): void;
  stop(): void;
}

export function createBodyWatch(maxBytes: number, intervalMilliseconds = 5_000): BodyWatch {
  const watched = new Map<IncomingMessage, Watched>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [request, entry] of watched) {
      if (request.complete || request.destroyed) watched.delete(request);
      else if (isTooMuch(entry, maxBytes) || isTooSlow(entry, now)) entry.socket.destroy();
    }
  }, intervalMilliseconds);
  timer.unref();
  return {
    add(request) {
      const { socket } = request;
      const bytes = socket.bytesRead;
      watched.set(request, { socket, startBytes: bytes, windowBytes: bytes, windowStart: performance.now() });
      request.once('close', () => watched.delete(request));
    },
    stop: () => clearInterval(timer),
  };
}

function isTooMuch(entry: Watched, maxBytes: number): boolean {
  return entry.socket.bytesRead - entry.startBytes > maxBytes;
}

function isTooSlow(entry: Watched, now: number): boolean {
  if (now - entry.windowStart < WINDOW_MILLISECONDS) return false;
  const isSlow = entry.socket.bytesRead - entry.windowBytes < MIN_BYTES_PER_WINDOW;
  entry.windowBytes = entry.socket.bytesRead;
  entry.windowStart = now;
  return isSlow;
}
