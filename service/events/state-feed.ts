import type { StateChange } from '../contract/http/signatures.ts';
import { createSignal } from './signal.ts';

/**
 * State changes of requests as they are committed, for the live UI. A hint like every event: a listener that missed
 * one reads the status again. Listeners are called in commit order and must not throw.
 */
export interface StateFeed {
  announce(change: StateChange): void;
  /** Changes of one tenant; returns the function that ends the subscription. */
  subscribe(tenantId: string, listener: (change: StateChange) => void): () => void;
  /** A token was put in or taken out somewhere; which one is for the lists to say. */
  announceTokens(): void;
  subscribeTokens(listener: () => void): () => void;
  /** Changes were committed that cannot be told any more. */
  announceMissed(): void;
  subscribeMissed(listener: () => void): () => void;
}

export function createStateFeed(): StateFeed {
  const listeners = new Map<string, Set<(change: StateChange) => void>>();
  const [tokens, missed] = [createSignal(), createSignal()];
  return {
    announceTokens: tokens.announce,
    subscribeTokens: tokens.subscribe,
    announceMissed: missed.announce,
    subscribeMissed: missed.subscribe,
    announce(change) {
      for (const listener of listeners.get(change.tenantId) ?? []) listener(change);
    },
    subscribe(tenantId, listener) {
      const ofTenant = listeners.get(tenantId) ?? new Set();
      listeners.set(tenantId, ofTenant.add(listener));
      return () => {
        ofTenant.delete(listener);
        if (ofTenant.size === 0) listeners.delete(tenantId);
      };
    },
  };
}
