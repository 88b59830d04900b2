import type { StateChange } from '../../service/contract/http/signatures.ts';
import { createEventStreamParser, readStateChange } from './event-stream.ts';

export interface FollowOptions {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly headers: () => Record<string, string>;
  /** The stream is open: what happened before it is unknown, so refetch. */
  readonly onOpen: () => void;
  readonly onChange: (change: StateChange) => void;
  /** A token was put in or taken out. */
  readonly onTokens: () => void;
  /** The stream ended or was not given: `refused` when the station wants a key, or another one. */
  readonly onLost: (why: 'offline' | 'refused') => void;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

const FIRST_WAIT_MILLISECONDS = 500;
const LONGEST_WAIT_MILLISECONDS = 10_000;

/**
 * Follows `GET /events` until `signal` is aborted, and connects again after every loss (0.5 s, doubling, at most 10 s).
 * fetch instead of EventSource, because EventSource cannot send an API key. Never rejects.
 */
export async function followEvents(options: FollowOptions): Promise<void> {
  let waitMilliseconds = FIRST_WAIT_MILLISECONDS;
  const isStopped = (): boolean => options.signal.aborted;
  while (!isStopped()) {
    const end = await readOneStream(options);
    if (end === 'ended') waitMilliseconds = FIRST_WAIT_MILLISECONDS;
    if (isStopped()) return;
    options.onLost(end === 'refused' ? 'refused' : 'offline');
    await options.wait(waitMilliseconds, options.signal);
    waitMilliseconds = Math.min(waitMilliseconds * 2, LONGEST_WAIT_MILLISECONDS);
  }
}

/** `ended`: the stream had been open, however it ended. */
async function readOneStream(options: FollowOptions): Promise<'ended' | 'refused' | 'unreachable'> {
  let opened = false;
  try {
    const headers = { Accept: 'text/event-stream', ...options.headers() };
    const response = await options.fetch(options.url, { headers, signal: options.signal, cache: 'no-store' });
    if (response.status === 401 || response.status === 403) return 'refused';
    if (!response.ok || response.body === null) return 'unreachable';
    opened = true;
    options.onOpen();
    const feed = createEventStreamParser((event) => {
      const change = readStateChange(event);
      if (change !== null) options.onChange(change);
      else if (event.event === 'tokens') options.onTokens();
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) feed(piece.value);
  } catch {
    // A broken stream is an ordinary event: the loop above connects again.
  }
  return opened ? 'ended' : 'unreachable';
}
