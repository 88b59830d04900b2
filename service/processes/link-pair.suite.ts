import type { MessageLink } from './message-link.ts';

/** Two connected ends in one process, behaving like the two ends of a channel between processes; for tests. */
export function createLinkPair(): readonly [MessageLink, MessageLink] {
  const left = new LocalEnd();
  const right = new LocalEnd();
  left.connect(right);
  right.connect(left);
  return [left, right];
}

class LocalEnd implements MessageLink {
  #other: LocalEnd | undefined;
  #isClosed = false;
  #messageListeners: ((message: unknown) => void)[] = [];
  #closeListeners: (() => void)[] = [];

  connect(other: LocalEnd): void {
    this.#other = other;
  }

  post(message: unknown): void {
    if (this.#isClosed) return;
    const copy: unknown = structuredClone(message);
    queueMicrotask(() => this.#other?.receive(copy));
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#messageListeners.push(listener);
  }

  onClose(listener: () => void): void {
    if (this.#isClosed) listener();
    else this.#closeListeners.push(listener);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const listener of this.#closeListeners.splice(0)) listener();
    this.#other?.close();
  }

  receive(message: unknown): void {
    if (this.#isClosed) return;
    for (const listener of this.#messageListeners) listener(message);
  }
}
