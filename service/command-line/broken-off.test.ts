import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { interrupted } from './command-failure.ts';
import { runLanes, type FinishedDocument } from './document-lanes.ts';
import { checkTargets, ordersLeft, targetOf, type DocumentOrder } from './document-orders.ts';
import { EXIT } from './exit-codes.ts';
import { inputFiles } from './input-files.ts';
import { saveBody, whyUnwritable } from './output-file.ts';
import { parseOptions, type ParsedOptions } from './parse-options.ts';
import { createStationApi } from './station-api.ts';
import type { Terminal } from './terminal.ts';
import { z } from 'zod';

let folder: string;
let stop: AbortController;
let printed: string[];
let told: string[];
let terminal: Terminal;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'broken-off-'));
  stop = new AbortController();
  [printed, told] = [[], []];
  terminal = { output: into(printed), messages: into(told), signal: stop.signal } as unknown as Terminal;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function into(lines: string[]): Writable {
  return new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
}

function given(...words: string[]): ParsedOptions {
  const names = ['skip-existing', 'overwrite', 'quiet', 'json'] as const;
  const flags = names.map((name) => ({ name, kind: 'flag', meaning: '' }) as const);
  return parseOptions(words, [...flags, { name: 'out', kind: 'value', meaning: '' }], () => '');
}

/** One for each of the files, which comes to be `a-signed.txt` for `a.txt`. */
function ordersOf(names: readonly string[], options: ParsedOptions): DocumentOrder[] {
  for (const name of names) writeFileSync(path.join(folder, name), 'text');
  return inputFiles([path.join(folder, '*.txt')], undefined, terminal).map((file, index) => ({
    files: [file],
    target: targetOf(file, file.name.replace('.txt', '-signed.txt'), options),
    idempotencyKey: String(index),
  }));
}

it('tells after Ctrl-C how many documents are done, failed and under way, and begins no other', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `${index + 10}.txt`);
  const options = given('--json');
  const orders = ordersOf(names, options);
  let begun = 0;
  const carryOut = async (): Promise<FinishedDocument> => {
    begun += 1;
    if (begun <= 3) return { id: 'done', status: 'Completed', output: 'x', kind: 'CAdES' };
    await new Promise((resolve) => {
      stop.signal.addEventListener('abort', resolve);
      if (begun === 11) stop.abort();
    });
    throw begun === 11 ? interrupted().about({ id: 'sent', status: 'Processing' }) : interrupted();
  };
  const ended = runLanes(orders, options, terminal, carryOut);
  await expect(ended).rejects.toMatchObject({
    exitCode: EXIT.interrupted,
    message: 'Interrupted: 3 of 20 done, 8 under way.',
  });
  expect(begun).toBe(11);
  const lines = printed.map((line) => JSON.parse(line) as { id: string; status: string });
  expect(lines.map(({ id, status }) => `${id} ${status}`)).toEqual([
    ...Array<string>(3).fill('done Completed'),
    ...Array<string>(8).fill('sent Processing'),
  ]);
});

it('takes an answer, and a document, that Ctrl-C cuts off for no fault of theirs', async () => {
  const cut = (): Response =>
    new Response(
      new ReadableStream({
        start: (controller) => {
          stop.signal.addEventListener('abort', () => controller.error(stop.signal.reason));
          setImmediate(() => stop.abort());
        },
      }),
    );
  await expect(saveBody(cut(), path.join(folder, 'x'), false)).rejects.toMatchObject({ exitCode: EXIT.interrupted });
  const api = createStationApi({ url: 'data:application/json,{', apiKey: null }, stop.signal);
  await expect(api.read(z.object({}), { method: 'GET', path: '' })).rejects.toMatchObject({
    exitCode: EXIT.interrupted,
  });
});

it('says that an answer, and a document, broke off, not that another program answers or the disk is at fault', async () => {
  // Announces more than it sends.
  const server = createServer((socket) => {
    const head = (status: string) =>
      `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"id`;
    socket.once('data', (request) => socket.end(head(String(request).includes('/refused') ? '503 No' : '200 OK')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${String(port)}`;
  const api = createStationApi({ url, apiKey: null }, stop.signal);
  const brokenOff = { exitCode: EXIT.unreachable, message: expect.stringContaining('broke off') as string };
  for (const path of ['/', '/refused'])
    await expect(api.read(z.object({}), { method: 'GET', path })).rejects.toMatchObject(brokenOff);
  await expect(saveBody(await fetch(url), path.join(folder, 'x'), false)).rejects.toMatchObject(brokenOff);
  expect(existsSync(path.join(folder, 'x'))).toBe(false);
  server.close();
});

it('says of a name that is too long that it cannot be written, before anything is signed', async () => {
  const options = given();
  const [order] = ordersOf(['a.txt'], options);
  if (order === undefined) throw new Error('It is there.');
  const target = path.join(folder, 'x'.repeat(300));
  const refused = { exitCode: EXIT.failed, message: `${target} cannot be written: the name is too long.` };
  expect(() => checkTargets([{ ...order, target }], options, terminal)).toThrow(expect.objectContaining(refused));
  await expect(saveBody(new Response('x'), target, false)).rejects.toMatchObject(refused);
});

it.each([
  ['ENOSPC', 'there is no space left; make room, or choose another folder'],
  ['EROFS', 'its file system is read-only'],
  ['EIO', 'its disk has a fault'],
  ['EXDEV', 'the system says EXDEV'],
])('says in words why a file cannot be written: %s', (code, words) => {
  expect(whyUnwritable(Object.assign(new Error('of the system'), { code }))).toBe(words);
});

it('finds a link that leads nowhere before anything is signed, and writes nothing through it', async () => {
  const options = given(`--out=${folder}`);
  const [order] = ordersOf(['a.txt'], options);
  if (order?.target == null) throw new Error('It has a target.');
  symlinkSync(path.join(folder, 'nowhere'), order.target);
  expect(() => checkTargets([order], options, terminal)).toThrow('is there already');
  await expect(saveBody(new Response('x'), order.target, false)).rejects.toThrow('is there already');
  expect(existsSync(path.join(folder, 'nowhere'))).toBe(false);
});

it('goes on with --skip-existing: neither what is done nor what came of it is signed again', () => {
  const options = given('--skip-existing');
  const left = ordersLeft(ordersOf(['a.txt', 'b.txt', 'a-signed.txt'], options), options, terminal);
  expect(left.map(({ files: [file] }) => file?.name)).toEqual(['b.txt']);
  expect(told.join('')).toBe('2 of 3 left out: done before.\n');
  const all = ordersOf([], given());
  expect(ordersLeft(all, given(), terminal)).toEqual(all);
});

it.each([
  [['--skip-existing', '--overwrite'], /exclude each other/],
  [['--skip-existing', '--out=-'], /not at stdout/],
])('refuses what --skip-existing cannot mean: %j', (words, sentence) => {
  const options = given(...words);
  expect(() => ordersLeft(ordersOf(['a.txt'], options), options, terminal)).toThrow(sentence);
});
