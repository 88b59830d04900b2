import { execFile } from 'node:child_process';
import { mkdtemp, rm, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createStationClient,
  NotSigned,
  StationRefusal,
  StationUnreachable,
  StillRunning,
  type SignForm,
  type StationClient,
} from '../../client/station-client.ts';
import { makeApiKey } from '../actors/station/command-line.ts';
import { freePort, startStation, type RunningStation } from '../actors/station/running-station.ts';
import { smallPdfs } from '../documents/pdf/make-pdfs.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const NODE = path.join(ROOT, 'node_modules/node/bin/node');

/** The client as a program uses it, with a key, at a real station. */
describe('the typed client', () => {
  let dataDirectory: string;
  let station: RunningStation;
  let key: string;
  let client: StationClient;
  const pdf = new File([new Uint8Array(smallPdfs()['classic'] ?? Buffer.alloc(0))], 'Vertrag Zoë.pdf');
  const form: SignForm = { format: 'PAdES', profile: 'B', signingProvider: 'Pfx', file: [pdf] };

  beforeAll(async () => {
    dataDirectory = path.join(await mkdtemp(path.join(tmpdir(), 'client-')), 'data');
    key = (await makeApiKey(dataDirectory, '--name', 'Program')).key;
    station = await startStation({ dataDirectory, settings: { 'Authentication:Enabled': 'true' } });
    client = createStationClient({ url: station.url, apiKey: key });
  });
  afterAll(async () => {
    await station.stop();
    await rm(path.dirname(dataDirectory), { recursive: true, force: true });
  });

  it.each(['events', 'polling'] as const)('signs, waits by %s, verifies and inspects', async (by) => {
    const states: string[] = [];
    // A pause that would be noticed: events end the wait, not the next question.
    const pollMilliseconds = by === 'events' ? 200_000 : 50;
    const onChange = ({ status }: { readonly status: string }): void => void states.push(status);
    const { signature, fileName, bytes } = await client.sign(form, { by, pollMilliseconds, onChange });
    expect([signature.status, fileName, states.at(-1)]).toEqual(['Completed', 'Vertrag Zoë-signed.pdf', 'Completed']);
    const signed = new File([bytes], fileName);
    expect(await client.verify({ format: 'PAdES', file: signed })).toMatchObject({ overallStatus: 'VALID' });
    expect(await client.inspect({ file: signed })).toMatchObject({ detected: 'PDF', isSigned: true });
  });

  it('gets one request for one key, whatever is sent again', async () => {
    const [first, second] = await Promise.all([
      client.submit(form, { idempotencyKey: 'one' }),
      client.submit(form, { idempotencyKey: 'one' }),
    ]);
    expect(second.id).toBe(first.id);
    expect((await client.wait(first.id)).status).toBe('Completed');
  });

  it('sends a document again after a broken connection, with the key it chose by itself', async () => {
    const keys: unknown[] = [];
    const server = createServer((request, response) => {
      keys.push(request.headers['idempotency-key']);
      if (keys.length === 1) request.socket.destroy();
      else response.writeHead(202, { 'Content-Type': 'application/json' }).end('{"id":"x"}');
    });
    const port = await freePort();
    await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
    try {
      const other = createStationClient({ url: `http://127.0.0.1:${String(port)}` });
      expect(await other.submit(form)).toEqual({ id: 'x' });
      expect([keys.length, keys[1]]).toEqual([2, keys[0]]);
      expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('tells refusals, silence and requests that come to no signature apart', async () => {
    const refused = client.submit({ ...form, packaging: 'detached' });
    await expect(refused).rejects.toBeInstanceOf(StationRefusal);
    await expect(refused).rejects.toMatchObject({ status: 400, traceId: expect.any(String) as unknown });
    const unknown = createStationClient({ url: station.url, apiKey: `${key.slice(0, -4)}AAAA` });
    await expect(unknown.verify({ format: 'PAdES', file: pdf })).rejects.toMatchObject({
      ...{ status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
    });
    const nowhere = createStationClient({ url: `http://127.0.0.1:${String(await freePort())}` });
    await expect(nowhere.status('x')).rejects.toBeInstanceOf(StationUnreachable);
    const broken = new File(['no PDF'], 'broken.pdf');
    const failed = client.sign({ ...form, file: [broken] });
    await expect(failed).rejects.toBeInstanceOf(NotSigned);
    await expect(failed).rejects.toMatchObject({ signature: { status: 'Failed' } });
  });

  it('ends a wait when its time is over, or when it is broken off', async () => {
    const workers = station.children().filter(({ role }) => role === 'worker');
    for (const { pid } of workers) process.kill(pid, 'SIGSTOP');
    try {
      const { id } = await client.submit(form);
      await expect(client.wait(id, { timeoutMilliseconds: 100 })).rejects.toBeInstanceOf(StillRunning);
      const signal = AbortSignal.timeout(100);
      await expect(client.wait(id, { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
    } finally {
      for (const { pid } of workers) process.kill(pid, 'SIGCONT');
    }
  });

  it('is shown by a sample that runs', async () => {
    const file = path.join(path.dirname(dataDirectory), 'sample.pdf');
    const signed = path.join(path.dirname(file), 'sample-signed.pdf');
    const env = { PATH: process.env['PATH'], STATION_URL: station.url, STATION_KEY: key };
    const original = Buffer.from(await pdf.arrayBuffer());
    // A file that was changed since is not taken for the one of the same name that was signed before.
    for (const bytes of [original, Buffer.concat([original, Buffer.from('\n')])]) {
      await writeFile(file, bytes);
      const sample = path.join(ROOT, 'client/samples/sign-file.ts');
      const { stdout } = await promisify(execFile)(NODE, [sample, file], { env });
      expect(stdout).toBe(`${signed} VALID\n`);
      expect((await readFile(signed)).subarray(0, bytes.length)).toEqual(bytes);
    }
  });
});
