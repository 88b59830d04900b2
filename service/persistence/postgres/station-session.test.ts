import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStationSession } from './station-session.ts';

let server: Server;
const sockets: Socket[] = [];
beforeEach(async () => {
  server = createServer((socket) => void sockets.push(socket.resume()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

it('does not wait without end for a server that takes the connection and says nothing', async () => {
  const { port } = server.address() as AddressInfo;
  const address = { host: '127.0.0.1', port, user: 'station', database: 'station', ssl: false as const };
  const opening = openStationSession({
    connection: { address, password: undefined, schema: 'station', maxConnections: 1 },
    ...{ stationId: 'station-1', company: 'among-others', channel: 'stations', connectMilliseconds: 50 },
    ...{ onLost: () => undefined, onNotification: () => undefined },
  });
  await expect(opening).rejects.toThrow(/timeout/);
  expect(sockets).toHaveLength(1);
});
