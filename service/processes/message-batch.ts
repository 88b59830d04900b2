import { deserialize, serialize } from 'node:v8';

/**
 * Sent as it is where the channel itself can't be closed, as that of an Electron utility process: the receiver takes its
 * link for closed. A batch is bytes, so that no message of ours looks like it.
 */
export const CLOSE_SIGNAL = 'close';

/**
 * Gathers what is posted in one turn of the event loop and sends it as one message: a commit that answers many callers
 * at once costs one write to the channel, not one for each, and wakes the other process once. Order is kept.
 *
 * The channel gets bytes of our own making. Electron's message ports write the whole ArrayBuffer behind a view, and Node
 * makes small Buffers as views of one pool: a certificate posted as it is would take along whatever else lies in that
 * pool, a password or a private key among it. `v8.serialize` writes of each view what the view shows.
 */
export function createBatchSender(send: (batch: Uint8Array) => void): (message: unknown) => void {
  let batch: unknown[] = [];
  const flush = (): void => {
    const full = batch;
    batch = [];
    send(exactly(serialize(full)));
  };
  return (message) => {
    if (batch.length === 0) setImmediate(flush);
    batch.push(message);
  };
}

/** The messages of a received batch; anything else, also bytes that are no batch, stands for itself, whoever sent it. */
export function messagesOf(received: unknown): readonly unknown[] {
  if (!(received instanceof Uint8Array)) return [received];
  try {
    const batch: unknown = deserialize(received);
    return Array.isArray(batch) ? (batch as unknown[]) : [received];
  } catch {
    return [received];
  }
}

/** The same bytes with nothing before or behind them in their buffer. */
function exactly(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
