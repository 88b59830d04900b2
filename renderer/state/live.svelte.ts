import { followEvents } from '../api/follow-events.ts';
import type { StateChange } from '../../service/contract/http/signatures.ts';
import { createListeners } from './listeners.ts';
import { createRecentChanges } from './recent-changes.ts';

export interface LiveOptions {
  readonly url: string;
  readonly headers: () => Record<string, string>;
}

export interface Live {
  readonly isConnected: boolean;
  /** The station answers, and gives no events to this key, or to nobody without one. */
  readonly isRefused: boolean;
  /** Calls back for every state change; returns what ends it. */
  readonly onChange: (listener: (change: StateChange) => void) => () => void;
  /**
   * Calls back when events may have been missed: the stream was lost, could not be opened again, or is open again.
   * So whoever refetches then keeps polling, ever more slowly, while there is no stream. Returns what ends it.
   */
  readonly onGap: (listener: () => void) => () => void;
  /** Calls back when a token was put in or taken out; returns what ends it. */
  readonly onTokens: (listener: () => void) => () => void;
  /** The last status heard of a signature: an event may be faster than the answer that tells its id. */
  readonly lastHeard: (signatureId: string) => StateChange | undefined;
  /** Connects anew, for example with other credentials. */
  readonly restart: () => void;
  readonly stop: () => void;
}

const REMEMBERED = 1000;

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** The station's stream of state changes. */
export function createLive(options: LiveOptions): Live {
  const changes = createListeners<[StateChange]>();
  const gaps = createListeners<[]>();
  const tokens = createListeners<[]>();
  const heard = createRecentChanges(REMEMBERED);
  let isConnected = $state(false);
  let isRefused = $state(false);
  let connection = new AbortController();

  function start(): void {
    connection = new AbortController();
    void followEvents({
      url: options.url,
      headers: options.headers,
      fetch: (input, init) => fetch(input, init),
      signal: connection.signal,
      wait: sleep,
      onChange: (change) => {
        heard.put(change);
        changes.call(change);
      },
      onTokens: () => tokens.call(),
      onLost: (why) => {
        isConnected = false;
        isRefused = why === 'refused';
        gaps.call();
      },
      onOpen: () => {
        isConnected = true;
        isRefused = false;
        gaps.call();
      },
    });
  }

  start();
  return {
    get isConnected() {
      return isConnected;
    },
    get isRefused() {
      return isRefused;
    },
    onChange: changes.add,
    onGap: gaps.add,
    onTokens: tokens.add,
    lastHeard: heard.of,
    restart: () => {
      connection.abort();
      start();
    },
    stop: () => connection.abort(),
  };
}
