import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAuthorityConnections, type AuthorityConnections } from './authority-connection.ts';

const ENDS = ['reset', 'end and reset', 'half an answer'] as const;

/**
 * Answers the first request of each connection, and ends the first connection by itself or with half of its second answer.
 * In a thread of its own: a connection is to end while the one who keeps it cannot see it yet.
 */
const AUTHORITY = `
const net = require('node:net');
const { parentPort, workerData: { how, flag } } = require('node:worker_threads');
const HEAD = 'HTTP/1.1 200 OK\\r\\nContent-Type: application/timestamp-reply\\r\\nContent-Length: 2\\r\\n\\r\\n';
let connections = 0;
const said = () => { Atomics.store(flag, 0, 1); Atomics.notify(flag, 0); };
const server = net.createServer((socket) => {
  connections += 1;
  const isFirst = connections === 1;
  let requests = 0;
  socket.on('error', () => undefined);
  socket.on('data', () => {
    requests += 1;
    if (requests === 1) socket.write(HEAD + 'ok');
    else if (how === 'half an answer') socket.end(HEAD.slice(0, 20));
    else socket.resetAndDestroy();
    parentPort.postMessage({ connections });
  });
  parentPort.once('message', () => {
    if (!isFirst || how !== 'end and reset') return said();
    socket.on('close', said);
    socket.end(() => socket.resetAndDestroy());
  });
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage({ port: server.address().port }));
`;

describe('a connection that an authority has kept and then ended', () => {
  let connections: AuthorityConnections;
  let authority: Worker;
  beforeEach(() => {
    connections = openAuthorityConnections({
      ...{ credentials: null, timeoutMilliseconds: 60_000, maxResponseBytes: 1000 },
      ...{ trustedRoots: null, clientCertificate: null, proxyUrl: null },
    });
  });
  afterEach(async () => {
    connections.close();
    await authority.terminate();
  });

  it.each(ENDS)('is asked once more by a new one only where nothing of the answer came (%s)', async (how) => {
    const flag = new Int32Array(new SharedArrayBuffer(4));
    authority = new Worker(AUTHORITY, { eval: true, workerData: { how, flag } });
    const [{ port }] = (await once(authority, 'message')) as [{ port: number }];
    let opened = 0;
    authority.on('message', (said: { connections: number }) => (opened = said.connections));
    const url = new URL(`http://127.0.0.1:${String(port)}/`);
    const ask = async (): Promise<string> => Buffer.from(await connections.post(url, Buffer.from('query'))).toString();
    expect(await ask()).toBe('ok');
    authority.postMessage('end it');
    expect(Atomics.wait(flag, 0, 0, 120_000)).not.toBe('timed-out');
    // In this turn, before the end of the connection can be seen here.
    const second = ask();
    if (how === 'half an answer') {
      await expect(second).rejects.toThrow('cannot be reached');
      expect(opened).toBe(1);
    } else {
      expect(await second).toBe('ok');
      await expect.poll(() => opened).toBe(2);
    }
  });
});
