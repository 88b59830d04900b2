import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { createServer } from 'node:tls';

/** TLS in front of a server of this machine that speaks none; whatever is said goes through as it is. */
export interface TlsLine {
  readonly port: number;
  close(): Promise<void>;
}

/** `certificate` and `key` are PEM; `target` is a port. */
export async function openTlsLine(target: number, identity: { certificate: string; key: string }): Promise<TlsLine> {
  const sockets = new Set<Socket>();
  const server = createServer({ cert: identity.certificate, key: identity.key }, (client) => {
    const behind = connect(target, '127.0.0.1');
    for (const socket of [client, behind]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('error', () => behind.destroy());
    behind.on('error', () => client.destroy());
    client.pipe(behind).pipe(client);
  });
  // A client that does not believe the certificate breaks off; it says why itself.
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
