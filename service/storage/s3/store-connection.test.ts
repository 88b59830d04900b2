import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storeConnection, type StoreRequest } from './store-connection.ts';

const BODY = Buffer.from('the object');
const PUT: StoreRequest = {
  method: 'PUT',
  path: '/bucket/a%20key',
  headers: { host: 'store.example', 'content-length': String(BODY.length), 'x-amz-meta-sha256': 'abc' },
  body: BODY,
};
const GET: StoreRequest = { method: 'GET', path: '/bucket/key', headers: { host: 'store.example' }, body: undefined };

describe('storeConnection', () => {
  let server: Server;
  let answer: RequestListener;
  let sockets: Socket[];
  beforeEach(async () => {
    sockets = [];
    server = createServer((request, response) => answer(request, response));
    server.on('connection', (socket) => sockets.push(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  function place(hostname = '127.0.0.1'): URL {
    const address = server.address();
    return new URL(`http://${hostname}:${String(typeof address === 'object' ? address?.port : 0)}`);
  }

  it('sends method, path, headers and body as they are given, and answers with what comes', async () => {
    answer = (request, response) => {
      const { method, url, headers } = request;
      void text(request).then((body) => response.end(JSON.stringify({ method, url, headers, body })));
    };
    const response = await storeConnection(place(), null)(PUT);
    expect(response.statusCode).toBe(200);
    expect(JSON.parse(await text(response))).toMatchObject({
      ...{ method: 'PUT', url: PUT.path, body: 'the object' },
      headers: { ...PUT.headers, connection: 'keep-alive' },
    });
  });

  it('keeps its connection for the next request', async () => {
    answer = (_request, response) => response.end('bytes');
    const send = storeConnection(place(), null);
    for (let n = 0; n < 3; n += 1) expect(await text(await send(GET))).toBe('bytes');
    expect(sockets).toHaveLength(1);
  });

  it('waits less long for an answer to begin than for what follows, since a document waits and can be asked for again', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '5' });
      response.write('by');
      setTimeout(() => response.end('tes'), 300);
    };
    const send = storeConnection(place(), null, { answer: 100, silence: 5_000 });
    expect(await text(await send(GET))).toBe('bytes');
    answer = (_request, response) => void setTimeout(() => response.end(), 300);
    await expect(send(GET)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  });

  it('rejects where the server hangs up, says nothing, or is not there', async () => {
    answer = (request) => request.socket.destroy();
    await expect(storeConnection(place(), null)(GET)).rejects.toThrow('socket hang up');
    answer = () => undefined;
    await expect(storeConnection(place(), null, { answer: 50, silence: 5_000 })(GET)).rejects.toThrow('silent');
    const gone = place();
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
    await expect(storeConnection(gone, null)(GET)).rejects.toThrow('ECONNREFUSED');
  });
});
