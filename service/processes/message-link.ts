/**
 * One end of a two-way message channel between a parent and its child process. Messages are structured-clone values
 * (Uint8Array and Date survive); order is kept; a closed link stays closed.
 */
export interface MessageLink {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, when the other side is gone or `close` was called; at once if that has happened already. */
  onClose(listener: () => void): void;
  close(): void;
}

/** Two connected ends in one process: roles that share a process use the same code paths as separate ones, as do tests. */
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
