import { createHash, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SignatureCreated } from '../contract/http/signatures.ts';
import type { StoredFile } from '../domain/records.ts';
import { startTestStation, type TestStation } from './test-station.suite.ts';

const MIB = 1024 * 1024;
const SIZE = 160 * MIB;
/** What the engine lets come together of buffers that are garbage is twice this. */
const MOST_BYTES = 32 * MIB;
const BLOCK = Buffer.alloc(MIB);
const sha256 = ((): string => {
  const hash = createHash('sha256');
  for (let at = 0; at < SIZE; at += BLOCK.length) hash.update(BLOCK);
  return hash.digest('hex');
})();

let station: TestStation;
let taken: { readonly id: string; readonly peak: number };
beforeAll(async () => {
  station = await startTestStation({ settings: [`--Signatures:MaxUploadBytes=${String(SIZE)}`] });
  taken = await takeIn();
});
afterAll(() => station.stop());

/** The most memory of buffers above the start that was seen while `run` ran, and what it gave. */
async function peakWhile<Result>(run: () => Promise<Result>): Promise<{ peak: number; result: Result }> {
  const start = process.memoryUsage().arrayBuffers;
  let peak = start;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().arrayBuffers)), 2);
  const result = await run();
  clearInterval(timer);
  return { peak: peak - start, result };
}

/** Sends a request over a connection of its own, with one buffer for all that comes: the end of the answer, and its length. */
function exchange(parts: readonly Buffer[]): Promise<{ tail: string; length: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ tail: string; length: number }>();
  let [tail, length] = ['', 0];
  const callback = (count: number, buffer: Uint8Array): boolean => {
    length += count;
    tail = (tail + Buffer.from(buffer.subarray(0, count).slice(-1_000)).toString('latin1')).slice(-1_000);
    return true;
  };
  const socket = connect({ port: station.port, host: '127.0.0.1', onread: { buffer: Buffer.alloc(MIB), callback } });
  socket.on('error', reject).on('close', () => resolve({ tail, length }));
  const send = (index: number): void => {
    const part = parts[index];
    if (part !== undefined) socket.write(part, () => send(index + 1));
  };
  send(0);
  return promise;
}

function get(path: string): Promise<{ tail: string; length: number }> {
  const head = `GET /api/v1/signatures/${taken.id}${path} HTTP/1.1\r\nHost: 127.0.0.1:${String(station.port)}`;
  return exchange([Buffer.from(`${head}\r\nConnection: close\r\n\r\n`)]);
}

/** Sends the large file in, and how that went: the id of its request, and the most memory of buffers meanwhile. */
async function takeIn(): Promise<{ id: string; peak: number }> {
  const fields = { format: 'CAdES', profile: 'B', signingProvider: 'Pfx' };
  const disposition = '--x\r\nContent-Disposition: form-data; name=';
  const texts = Object.entries(fields).map(([name, value]) => `${disposition}"${name}"\r\n\r\n${value}\r\n`);
  const before = Buffer.from(`${texts.join('')}${disposition}"file"; filename="large.bin"\r\n\r\n`);
  const after = Buffer.from('\r\n--x--\r\n');
  const length = before.length + SIZE + after.length;
  const head = `POST /api/v1/signatures HTTP/1.1\r\nHost: 127.0.0.1:${String(station.port)}\r\nConnection: close`;
  const type = `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${String(length)}`;
  const blocks = Array.from({ length: SIZE / BLOCK.length }, () => BLOCK);
  const { peak, result } = await peakWhile(() =>
    exchange([Buffer.from(`${head}\r\n${type}\r\n\r\n`), before, ...blocks, after]),
  );
  const { id } = SignatureCreated.parse(JSON.parse(result.tail.slice(result.tail.indexOf('{'))));
  return { id, peak };
}

it('takes a large file in without holding more of it than what is on its way', () => {
  expect(station.kept.rows.get(taken.id)?.unit.files[0]).toMatchObject({ size: SIZE, sha256 });
  expect(taken.peak).toBeLessThan(MOST_BYTES);
});

it('hands a large file out in the same way, as it was sent and signed', async () => {
  const input = await peakWhile(() => get('/inputs/1'));
  const [file] = station.kept.rows.get(taken.id)?.unit.files ?? [];
  if (file === undefined) throw new Error('Nothing was accepted.');
  const output: StoredFile = { ...file, id: randomUUID(), stagedKey: null };
  station.kept.complete(taken.id, output);
  const content = await peakWhile(() => get('/content'));
  for (const { peak, result } of [input, content]) {
    expect(result.length).toBeGreaterThan(SIZE);
    expect(result.length).toBeLessThan(SIZE + 5_000);
    expect(peak).toBeLessThan(MOST_BYTES);
  }
});
