import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { multipartBody, openLoadClient, type LoadClient } from './load-client.ts';

const CREATED = JSON.stringify({
  id: '0191a7a0-0000-7000-8000-000000000001',
  status: 'Queued',
  createdAt: '2026-01-01T00:00:00.000Z',
  statusUrl: '/api/v1/signatures/0191a7a0-0000-7000-8000-000000000001',
});
let posts: Socket[];
let events: ServerResponse | undefined;
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    events = response;
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
    return;
  }
  // What comes on a connection that was idle meets its end.
  if (posts.includes(request.socket)) {
    request.socket.resetAndDestroy();
    return;
  }
  posts.push(request.socket);
  request.resume().on('end', () => response.writeHead(202, { 'Content-Type': 'application/json' }).end(CREATED));
});
let client: LoadClient;

beforeEach(async () => {
  posts = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  client = await openLoadClient(`http://127.0.0.1:${port}`, multipartBody({}, Buffer.alloc(10)), 1);
});
afterEach(async () => {
  client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it('sends a document again whose connection the station had just closed', async () => {
  const first = await client.create();
  expect(await client.create()).toBe(first);
  expect(new Set(posts).size).toBe(2);
});

it('says that nothing is heard any more instead of waiting for ever', async () => {
  const waiting = client.ended('one');
  events?.destroy();
  await expect(waiting).rejects.toThrow('The stream of events ended.');
  await expect(client.ended('another')).rejects.toThrow('The stream of events ended.');
});
