import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkTargets, type DocumentOrder } from './document-orders.ts';
import { raisedName } from './extend-command.ts';
import { findStationCommand } from './find-station-command.ts';
import { inputFiles } from './input-files.ts';
import { parseOptions } from './parse-options.ts';
import { runStationCommand } from './run-station-command.ts';
import type { CommandSurroundings } from './run-station-command.ts';
import { createStationApi, type ApiRequest } from './station-api.ts';
import { patienceOf } from './station-work.ts';
import type { Terminal } from './terminal.ts';
import { prepareApiCommand } from './run-api-command.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'prepared-'));
  file = path.join(folder, 'a.txt');
  writeFileSync(file, 'text');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function terminal(): { readonly printed: string[]; readonly told: string[]; readonly terminal: Terminal } {
  const [printed, told]: [string[], string[]] = [[], []];
  const into = (lines: string[]): Writable =>
    new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk));
        done();
      },
    });
  const { signal } = new AbortController();
  return { printed, told, terminal: { output: into(printed), messages: into(told), signal } as unknown as Terminal };
}

/** As the program does it, but that nobody may look for a station or start one. */
async function run(...words: string[]): Promise<number> {
  const found = findStationCommand(words);
  if (found === undefined) throw new Error('no such command');
  const untouched = {
    get configuration(): never {
      throw new Error('a station was looked for');
    },
    terminal: terminal().terminal,
    nearest: (_name: string, names: readonly string[]) => names[0] ?? '',
  } as unknown as CommandSurroundings;
  return runStationCommand(found.command, found.args, untouched);
}

describe('a command that cannot work', () => {
  it.each([
    [['sign'], /^Name the files/],
    [['sign', '/nowhere/a.pdf'], /^There is no file/],
    [['sign', 'FILE', '--out', '/nowhere'], /^There is no folder/],
    [['sign', 'FILE', '--out', 'FILE'], /is no folder/],
    [['sign', 'FILE', '--timeout', 'soon'], /^--timeout is a number/],
    [['sign', 'FILE', '--signature-image', '/nowhere/x.png'], /^The file .* of --signature-image cannot be read/],
    [['extend', 'FILE'], /^extend needs --profile/],
    [['extend', 'FILE', '--profile', 'B'], /^--profile is one of T, LT, LTA/],
    [['extend', '/nowhere/a.pdf', '--profile', 'T'], /^There is no file/],
    [['extend', 'FILE', '--profile', 'T', '--original-file', '/nowhere'], /of --original-file cannot be read/],
    [['verify', 'FILE', '--original-file', '/nowhere'], /of --original-file cannot be read/],
    [['inspect', '/nowhere/a.pdf'], /^There is no file/],
    [['report', 'FILE', '--language', 'it'], /^--language is one of en, de, fr, es/],
    [['report', 'FILE', '--out', 'FILE', '--overwrite'], /is one of the documents/],
    [['report', 'FILE', '--original-file', 'OTHER', '--out', 'OTHER', '--overwrite'], /is one of the documents/],
    [['report', 'FILE', '--out', 'OTHER'], /is there already/],
    [['report', 'FILE', '--original-file', '/nowhere'], /of --original-file cannot be read/],
    [['queue', 'show'], /^queue show is followed by id/],
    [['stamps', 'preview', '--file', '/nowhere'], /cannot be read/],
  ])('is refused before a station is looked for: %j', async (words, sentence) => {
    const other = path.join(folder, 'other');
    writeFileSync(other, 'other');
    const names = new Map([['FILE', file]]).set('OTHER', other);
    await expect(run(...words.map((word) => names.get(word) ?? word))).rejects.toThrow(sentence);
    expect([readFileSync(file, 'utf8'), readFileSync(other, 'utf8')]).toEqual(['text', 'other']);
  });

  it('has looked for a station otherwise', async () => {
    await expect(run('sign', file)).rejects.toThrow('a station was looked for');
  });

  it.each([
    [['sign', '--format=CAdES'], 'a.txt.p7m'],
    [['extend', '--profile=T'], 'a-T.txt'],
  ])('looks for none where an earlier one has left nothing to do: %j', async ([name = '', option = ''], done) => {
    writeFileSync(path.join(folder, done), 'signed');
    await expect(run(name, file, option, '--skip-existing')).resolves.toBe(0);
  });

  it('is told which file cannot be opened', async () => {
    const [gone] = inputFiles([file], undefined, terminal().terminal);
    rmSync(file);
    await expect(gone?.open()).rejects.toThrow(`${file} cannot be read.`);
  });

  it('is told of a folder that takes no files, and of a file that is there, before it signs', () => {
    const order = { files: [], target: file, idempotencyKey: 'k' } as unknown as DocumentOrder;
    const options = parseOptions(['--overwrite'], [{ name: 'overwrite', kind: 'flag', meaning: '' }], () => '');
    const asked: string[] = [];
    const closed = (each: string): boolean => asked.push(each) === 0;
    expect(() => checkTargets([order], options, terminal().terminal, closed)).toThrow(/^Nothing can be written into/);
    expect(asked).toEqual([folder]);
    expect(() => checkTargets([order], options, terminal().terminal)).not.toThrow();
    const inPlace = { ...order, target: folder };
    expect(() => checkTargets([inPlace], options, terminal().terminal)).toThrow(/is not an ordinary file/);
    expect(() =>
      checkTargets(
        [order],
        parseOptions([], [], () => ''),
        terminal().terminal,
      ),
    ).toThrow(/is there already/);
  });

  it('writes over no document that is still to be read, and two into no one place, whatever they are called', () => {
    const options = parseOptions(['--overwrite'], [{ name: 'overwrite', kind: 'flag', meaning: '' }], () => '');
    const [by, link] = [path.join(folder, 'by'), path.join(folder, 'link.pdf')];
    symlinkSync(folder, by);
    symlinkSync(file, link);
    const order = (input: string, target: string): DocumentOrder => ({
      ...{ files: inputFiles([input], undefined, terminal().terminal), target, idempotencyKey: 'k' },
    });
    const check = (...orders: DocumentOrder[]) => checkTargets(orders, options, terminal().terminal);
    const at = (name: string): string => path.join(folder, name);
    for (const input of [file, path.join(by, path.basename(file)), link]) {
      expect(() => check(order(input, at('new')), order(at('link.pdf'), file))).toThrow(/is one of the documents/);
    }
    const twice = [order(file, at('new')), order(link, path.join(by, 'new'))];
    expect(() => check(...twice)).toThrow(/^Two of the documents/);
    expect(() => check(order(file, at('new')), order(link, at('other')))).not.toThrow();
  });
});

it('waits as long as it is told to', () => {
  expect([patienceOf(undefined), patienceOf('1.5')]).toEqual([Number.POSITIVE_INFINITY, 1_500]);
  for (const odd of ['', '0', '-1', '1e9', 'NaN', '1,5']) expect(() => patienceOf(odd)).toThrow(/--timeout/);
});

it('names what it has raised by its level', () => {
  expect([raisedName('letter-signed.pdf', 'LTA'), raisedName('a', 'T')]).toEqual(['letter-signed-LTA.pdf', 'a-T']);
});

describe('answers', () => {
  async function ended(answer: Response, ...words: string[]) {
    const found = findStationCommand(words);
    if (!found?.command.call) throw new Error('no such call');
    const { printed, told, terminal: shown } = terminal();
    const options = parseOptions(found.args, found.command.options, () => '');
    const work = await prepareApiCommand(found.command.call, options, shown);
    const api = { ...createStationApi({ url: 'http://127.0.0.1:1', apiKey: null }, shown.signal) };
    const bodies: unknown[] = [];
    const call = (request: ApiRequest): Promise<Response> => {
      bodies.push(request.body);
      return Promise.resolve(answer);
    };
    const exit = await work({ ...api, call });
    return { exit, bodies, printed: printed.join(''), told: told.join('') };
  }

  it.each([
    [['queue', 'retry-failed'], '{}'],
    [['queue', 'cancel-waiting', '--wait-reason', 'PIN_MISSING'], '{"waitReason":"PIN_MISSING"}'],
    [['queue', 'cancel', 'x'], undefined],
  ])('come to what is asked in the shape that the station reads: %j', async (words, body) => {
    const { bodies } = await ended(Response.json({}), ...words);
    expect(bodies).toEqual([body]);
  });

  async function answered(body: string, headers: Record<string, string>, ...words: string[]) {
    const { exit, printed, told } = await ended(new Response(body, { headers }), ...words);
    expect(exit).toBe(0);
    return { printed, told };
  }

  it('are seen by scripts, too, where they are that something is not well', async () => {
    for (const [command, body, status, exit] of [
      [['tsa', 'ask'], { ok: true }, 200, 0],
      [['tsa', 'ask'], { ok: false, sentence: 'No authority answers.' }, 200, 1],
      [['health', 'show'], { status: 'Degraded' }, 200, 0],
      [['health', 'ready'], { status: 'Unhealthy' }, 503, 1],
      [['providers', 'health', 'card'], { status: 'Unavailable' }, 503, 1],
    ] as const) {
      const seen = await ended(Response.json(body, { status }), ...command);
      expect([command, seen.exit]).toEqual([command, exit]);
      expect(seen.printed).not.toBe('');
    }
  });

  it('are a line of JSON for each item, and say beside them where the list goes on', async () => {
    const page = JSON.stringify({ items: [{ id: '1' }, { id: '2' }], nextCursor: 'abc' });
    expect(await answered(page, {}, 'queue', 'list', '--json')).toEqual({
      printed: '{"id":"1"}\n{"id":"2"}\n',
      told: 'There is more: --all, or --cursor abc\n',
    });
    expect((await answered('[{"id":"1"},{"id":"2"}]', {}, 'providers', '--json')).printed).toBe(
      '{"id":"1"}\n{"id":"2"}\n',
    );
  });

  it('are written into the folder that --out names, under their own name, or as the file that it names', async () => {
    const headers = { 'Content-Disposition': 'attachment; filename="letter-signed.pdf"' };
    const below = path.join(folder, 'below');
    mkdirSync(below);
    await answered('signed', headers, 'queue', 'download', 'x', '--out', below);
    expect(readdirSync(below)).toEqual(['letter-signed.pdf']);
    await answered('signed', headers, 'queue', 'download', 'x', '--out', path.join(folder, 'own.pdf'));
    expect(readFileSync(path.join(folder, 'own.pdf'), 'utf8')).toBe('signed');
  });
});
