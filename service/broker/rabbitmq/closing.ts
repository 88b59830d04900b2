/** A channel or a connection of the library. */
interface Closable {
  close(): Promise<void>;
  once(event: 'close', listener: () => void): unknown;
}

/**
 * Closes a channel or a connection; resolves when it is closed. The library's own promise waits for the server's answer
 * and never hears that the connection has died in the meantime (amqplib 2.3), which its event tells. Rejects for what is
 * closed already.
 */
export async function closing(what: Closable): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    what.once('close', () => resolve());
  });
  await Promise.race([ended, Promise.try(() => what.close())]);
}
