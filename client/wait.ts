import { NotSigned, StillRunning } from './client-errors.ts';
import { changedSignatures } from './event-stream.ts';
import { jsonOf, type Transport } from './transport.ts';
import type { SignatureView } from './answer-types.ts';

export interface WaitOptions {
  /** `events` (default): told by the station, and asked now and then besides; `polling`: asked only. */
  readonly by?: 'events' | 'polling';
  /** Between two questions; 500 without events, 5,000 with them. */
  readonly pollMilliseconds?: number;
  /** Without it the wait has no end but the request's. */
  readonly timeoutMilliseconds?: number;
  readonly signal?: AbortSignal;
  /** Told of every state that was seen. */
  readonly onChange?: (signature: SignatureView) => void;
}

const ENDED: readonly SignatureView['status'][] = ['Completed', 'Failed', 'Rejected', 'Cancelled'];
const POLL_MILLISECONDS = { events: 5_000, polling: 500 };

/**
 * Waits until a request is Completed, and answers it. Rejects with NotSigned when it ended otherwise, with StillRunning when the
 * time is over, with StationRefusal or StationUnreachable when the station does not say.
 */
export async function waitForSignature(call: Transport, id: string, options: WaitOptions = {}): Promise<SignatureView> {
  const { by = 'events', timeoutMilliseconds = Infinity, signal, onChange } = options;
  const pause = options.pollMilliseconds ?? POLL_MILLISECONDS[by];
  const deadline = performance.now() + timeoutMilliseconds;
  const listening = new AbortController();
  const bell = createBell();
  if (by === 'events') void listen(call, id, bell.ring, listening.signal);
  try {
    for (let last = ''; ;) {
      const rung = bell.next();
      const answer = await call(`/signatures/${encodeURIComponent(id)}`, { signal });
      const view = await jsonOf<SignatureView>(answer, signal);
      if (view.status !== last) onChange?.(view);
      last = view.status;
      if (view.status === 'Completed') return view;
      if (ENDED.includes(view.status)) throw new NotSigned(view);
      const left = deadline - performance.now();
      if (left <= 0) throw new StillRunning(view);
      await oneOf(rung, Math.min(pause, left), signal);
    }
  } finally {
    listening.abort();
  }
}

interface Bell {
  readonly ring: () => void;
  /** Resolves at the next ring after it was asked for. */
  readonly next: () => Promise<void>;
}

function createBell(): Bell {
  let ringing = Promise.withResolvers<undefined>();
  return {
    ring() {
      ringing.resolve(undefined);
      ringing = Promise.withResolvers<undefined>();
    },
    next: () => ringing.promise,
  };
}

/** Without events the wait goes on by asking: it is slower and not wrong. */
async function listen(call: Transport, id: string, ring: () => void, signal: AbortSignal): Promise<void> {
  try {
    const { body } = await call('/events', { signal });
    // What happened before the stream was open nobody tells.
    ring();
    if (body === null) return;
    for await (const changed of changedSignatures(body)) if (changed === id) ring();
  } catch {
    // The wait goes on by asking.
  }
}

/** Until the bell rings, the time is over, or the caller breaks it off. */
async function oneOf(rung: Promise<void>, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const end = (): void => resolve(undefined);
  const timer = setTimeout(end, milliseconds);
  signal?.addEventListener('abort', end, { once: true });
  await Promise.race([rung, promise]);
  clearTimeout(timer);
  signal?.removeEventListener('abort', end);
  signal?.throwIfAborted();
}
