import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

export interface BodyWatchSettings {
  /** What a body may have at most. */
  readonly maxBytes: number;
  /** How often all bodies are looked at. */
  readonly intervalMilliseconds: number;
  readonly windowMilliseconds: number;
  /** What must have come within a window. */
  readonly minBytesPerWindow: number;
}

/**
 * Ends uploads that crawl or never stop. A fixed time limit would cut off honest senders of large files; this looks at
 * the rate.
 */
export interface BodyWatch {
  add(request: IncomingMessage): void;
  stop(): void;
}

interface Watched {
  readonly socket: Socket;
  readonly startBytes: number;
  windowBytes: number;
  windowStart: number;
}

export function createBodyWatch(settings: BodyWatchSettings): BodyWatch {
  const watched = new Map<IncomingMessage, Watched>();
  const timer = setInterval(() => {
    for (const [request, entry] of watched) {
      if (request.complete || request.destroyed) watched.delete(request);
      else if (isTooMuch(entry, settings) || isTooSlow(entry, settings)) entry.socket.destroy();
    }
  }, settings.intervalMilliseconds);
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

function isTooMuch(entry: Watched, settings: BodyWatchSettings): boolean {
  return entry.socket.bytesRead - entry.startBytes > settings.maxBytes;
}

function isTooSlow(entry: Watched, settings: BodyWatchSettings): boolean {
  const now = performance.now();
  if (now - entry.windowStart < settings.windowMilliseconds) return false;
  const isSlow = entry.socket.bytesRead - entry.windowBytes < settings.minBytesPerWindow;
  entry.windowBytes = entry.socket.bytesRead;
  entry.windowStart = now;
  return isSlow;
}
