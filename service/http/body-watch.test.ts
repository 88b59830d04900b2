import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBodyWatch, type BodyWatch } from './body-watch.ts';

const SETTINGS = { maxBytes: 50_000, intervalMilliseconds: 10, windowMilliseconds: 100, minBytesPerWindow: 100 };

let watch: BodyWatch;
let server: Server;
let received = 0;
beforeEach(async () => {
  watch = createBodyWatch(SETTINGS);
  received = 0;
  server = createServer((request, response) => {
    watch.add(request);
    request.on('data', (chunk: Buffer) => (received += chunk.length));
    request.on('error', () => undefined);
    request.on('end', () => response.end('done'));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
});
afterEach(async () => {
  watch.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function upload(contentLength: number): { socket: Socket; ended: Promise<string> } {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  const ended = new Promise<string>((resolve) => {
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${contentLength}\r\n\r\n`);
  return { socket, ended };
}

describe('the body watch', () => {
  it('ends an upload that crawls', async () => {
    const { socket, ended } = upload(10_000);
    const drip = setInterval(() => socket.write('x'), 20);
    expect(await ended).toBe('');
    clearInterval(drip);
    expect(received).toBeLessThan(100);
  });

  it('lets a slow but steady upload take longer than a window', async () => {
    watch.stop();
    // No stall of a busy machine is as long as this window.
    watch = createBodyWatch({ ...SETTINGS, windowMilliseconds: 2_000 });
    const { socket, ended } = upload(4_000);
    const drip = setInterval(() => socket.write('x'.repeat(100)), 60);
    expect(await ended).toContain('done');
    clearInterval(drip);
    expect(received).toBe(4_000);
  });

  it('ends an upload that is larger than anything that is accepted', async () => {
    const { socket, ended } = upload(1_000_000);
    const flood = setInterval(() => socket.write('x'.repeat(5_000)), 5);
    expect(await ended).toBe('');
    clearInterval(flood);
    expect(received).toBeLessThan(1_000_000);
  });

  it('leaves a request alone whose body is complete, however long the answer takes', async () => {
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      watch.add(request);
      request.resume();
      setTimeout(() => response.end('done'), 300);
    });
    const { socket, ended } = upload(1);
    socket.write('x');
    expect(await ended).toContain('done');
  });
});
