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
