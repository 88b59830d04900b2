import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../station/running-station.ts';

/** A way to a server that can be shut: connections are refused then, and those that there are break. */
export interface Door {
  readonly port: number;
  shut(): Promise<void>;
  open(): Promise<void>;
}

export async function openDoor(target: number): Promise<Door> {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Either end may break off; the other one is told.
    socket.on('error', () => undefined);
  };
  const pass = (from: Socket): void => {
    const to = connect(target, '127.0.0.1');
    keep(from);
    keep(to);
    from.pipe(to).pipe(from);
    from.on('close', () => to.destroy());
    to.on('close', () => from.destroy());
  };
  const door: Door = {
    port,
    async shut() {
      const closing = server;
      server = undefined;
      if (closing === undefined) return;
      const closed = once(closing, 'close');
      closing.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async open() {
      server = createServer(pass).listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
  await door.open();
  return door;
}
