/**
 * Gathers what is posted in one turn of the event loop and sends it as one message: a commit that answers many callers
 * at once costs one write to the channel, not one for each, and wakes the other process once. Order is kept.
 */
export function createBatchSender(send: (batch: readonly unknown[]) => void): (message: unknown) => void {
  let batch: unknown[] = [];
  const flush = (): void => {
    const full = batch;
    batch = [];
    send(full);
  };
  return (message) => {
    if (batch.length === 0) setImmediate(flush);
    batch.push(message);
  };
}

/** The messages of a received batch; anything else stands for itself, whoever sent it. */
export function messagesOf(received: unknown): readonly unknown[] {
  return Array.isArray(received) ? received : [received];
}
