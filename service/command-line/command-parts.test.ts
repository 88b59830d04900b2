import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Duplex } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../contract/vocabulary/error-catalogue.ts';
import { ERROR_EXIT, EXIT, jointExit, VERDICT_EXIT } from './exit-codes.ts';
import { configuredUrl, givenUrl, readApiKey } from './find-station.ts';
import { findStationCommand } from './find-station-command.ts';
import { askHidden, readSecretFrom } from './hidden-input.ts';
import { inputFiles } from './input-files.ts';
import { saveBody, servedName } from './output-file.ts';
import { parseOptions, type OptionSpec } from './parse-options.ts';
import { progressLine } from './progress.ts';
import { plainLine, type Terminal } from './terminal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'command-line-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('exit codes', () => {
  it('are one for each error code, apart from those of the program and the shell', () => {
    const all = [...Object.values(EXIT), ...Object.values(VERDICT_EXIT), ...Object.values(ERROR_EXIT)];
    // VALID is done.
    expect(new Set(all).size).toBe(all.length - 1);
    expect(Object.keys(ERROR_EXIT).sort()).toEqual([...ERROR_CODES].sort());
    expect(Math.max(...Object.values(ERROR_EXIT))).toBeLessThan(126);
  });

  it('say what several documents have in common', () => {
    expect(jointExit([])).toBe(0);
    expect(jointExit([0, 31, 0, 31])).toBe(31);
    expect(jointExit([0, 31, 25])).toBe(EXIT.severalFailed);
  });
});

describe('parseOptions', () => {
  const known: OptionSpec[] = [
    { name: 'format', kind: 'value', choices: ['PAdES', 'CAdES'], meaning: '' },
    { name: 'json', kind: 'flag', meaning: '' },
    { name: 'original-file', kind: 'values', meaning: '' },
  ];
  const parse = (...args: string[]) => parseOptions(args, known, (_name, names) => names[0] ?? '');

  it('takes values, flags, lists and operands, and what follows -- as operands', () => {
    const { values, flags, lists, operands } = parse(
      ...['a', '--format=pades', '--original-file', 'x', '--original-file=y', '--json', '--', '--b', '-'],
    );
    expect([...values]).toEqual([['format', 'PAdES']]);
    expect([[...flags], lists.get('original-file'), operands]).toEqual([['json'], ['x', 'y'], ['a', '--b', '-']]);
  });

  it.each([
    [['--pin=1234'], /^--pin is not an option\. Did you mean --format\?$/],
    [['-p', '1234'], /^-p is not an option/],
    [['--format=Word'], /^--format is one of PAdES, CAdES\.$/],
    [['--format'], /^--format needs a value\.$/],
    [['--json=yes'], /^--json takes no value\.$/],
    [['--format=CAdES', '--format=PAdES'], /^--format is given more than once\.$/],
  ])('refuses %j', (args, sentence) => {
    expect(() => parse(...args)).toThrow(sentence);
  });
});

describe('where commands go', () => {
  it('finds commands of one and of two words, and lists a group by its name', () => {
    expect(findStationCommand(['queue', 'retry', 'x'])).toMatchObject({
      command: { name: 'queue retry' },
      args: ['x'],
    });
    expect(findStationCommand(['sign', 'a.pdf'])).toMatchObject({ command: { name: 'sign' }, args: ['a.pdf'] });
    expect(findStationCommand(['audit', '--json'])).toMatchObject({
      command: { name: 'audit list' },
      args: ['--json'],
    });
    expect(findStationCommand(['health', '--json'])).toMatchObject({ command: { name: 'health show' } });
    expect(findStationCommand(['batch', '--json'])).toBeUndefined();
    expect(findStationCommand(['queue', 'burn'])).toBeUndefined();
    expect(findStationCommand(['doctor'])).toBeUndefined();
  });

  it('makes the address of the configuration, also of one that listens everywhere', () => {
    const server = { Host: '127.0.0.1', Port: 5080, Tls: null } as Parameters<typeof configuredUrl>[0]['Server'];
    expect(configuredUrl({ Server: server })).toBe('http://127.0.0.1:5080');
    expect(configuredUrl({ Server: { ...server, Host: '::' } })).toBe('http://127.0.0.1:5080');
    expect(configuredUrl({ Server: { ...server, Host: '::1' } })).toBe('http://[::1]:5080');
  });

  it('sends no key over the network in the open', () => {
    expect(givenUrl('https://sign.example.org/')).toBe('https://sign.example.org');
    expect(givenUrl('http://localhost:5080')).toBe('http://localhost:5080');
    for (const url of ['http://sign.example.org', 'http://127.0.0.1.evil.example', 'ftp://x', 'https://u:p@x', 'x']) {
      expect(() => givenUrl(url)).toThrow(/^--url /);
    }
  });

  it("takes a key file that is the user's alone, and says what is wrong with others", () => {
    const file = path.join(folder, 'command-line.key');
    expect(readApiKey(undefined, folder)).toBeNull();
    writeFileSync(file, 'abc.def\n', { mode: 0o600 });
    expect(readApiKey(undefined, folder)).toBe('abc.def');
    const open = path.join(folder, 'open.key');
    writeFileSync(open, 'abc.def\n', { mode: 0o644 });
    expect(() => readApiKey(open, folder)).toThrow(/others can read/);
    const link = path.join(folder, 'link.key');
    symlinkSync(file, link);
    expect(() => readApiKey(link, folder)).toThrow(/not an ordinary file/);
    expect(() => readApiKey(path.join(folder, 'none'), folder)).toThrow(/There is no file/);
  });
});

describe('files', () => {
  const terminal = { input: Duplex.from(['in']) } as unknown as Terminal;

  it('names each once, takes patterns and literal names with brackets', () => {
    for (const name of ['a.pdf', 'b.pdf', 'c[1].pdf']) writeFileSync(path.join(folder, name), 'x');
    const at = (name: string): string => path.join(folder, name);
    const names = (...operands: string[]) => inputFiles(operands, undefined, terminal).map(({ name }) => name);
    expect(names(at('*.pdf'), at('a.pdf'))).toEqual(['a.pdf', 'b.pdf', 'c[1].pdf']);
    expect(names(at('c[1].pdf'))).toEqual(['c[1].pdf']);
    expect(() => names(at('*.xml'))).toThrow(/No file fits/);
    expect(() => names(folder)).toThrow(/is a folder/);
    expect(() => names(at('none'))).toThrow(/There is no file/);
    expect(() => names('-')).toThrow(/--name/);
    expect(() => inputFiles(['-'], '../x', terminal)).toThrow(/without folder/);
  });

  it('lets a served name lead to no other folder and do nothing to a terminal', () => {
    const nameOf = (header: string): string =>
      servedName(new Response(null, { headers: { 'Content-Disposition': header } }));
    expect(nameOf("attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd")).toBe('passwd');
    expect(nameOf("attachment; filename*=UTF-8''..")).toBe('document');
    expect(nameOf("attachment; filename*=UTF-8''a%1B%5B2Jb")).toBe('a_[2Jb');
    expect(nameOf('attachment; filename="..\\\\evil.pdf"')).toBe('evil.pdf');
    expect(nameOf("attachment; filename*=UTF-8''%E0%A4")).toBe('document');
    expect(nameOf("attachment; filename*=UTF-8''.bash_login")).toBe('_bash_login');
    expect(nameOf('attachment; filename="sub/..hidden.pdf"')).toBe('_hidden.pdf');
    expect(plainLine('a\u001B[2J\nb\u202E')).toBe('a\uFFFD[2J\uFFFDb\uFFFD');
  });

  it('replaces no file unasked, and leaves nothing half written', async () => {
    const target = path.join(folder, 'out.pdf');
    writeFileSync(target, 'old');
    await expect(saveBody(new Response('new'), target, false)).rejects.toThrow(/is there already/);
    expect(readFileSync(target, 'utf8')).toBe('old');
    await saveBody(new Response('new'), target, true);
    expect(readFileSync(target, 'utf8')).toBe('new');
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) });
    const other = path.join(folder, 'other.pdf');
    await expect(saveBody(new Response(broken), other, false)).rejects.toThrow(/cannot be written/);
    expect(readdirSync(folder)).toEqual(['out.pdf']);
  });
});

describe('what is no ordinary file', () => {
  it.runIf(process.platform !== 'win32')(
    'is never replaced by a document, and a link is, not what it leads to',
    async () => {
      const at = (name: string): string => path.join(folder, name);
      mkdirSync(at('folder'));
      execFileSync('mkfifo', [at('pipe')]);
      writeFileSync(at('kept'), 'kept');
      symlinkSync(at('kept'), at('link'));
      for (const there of [at('folder'), at('pipe')]) {
        await expect(saveBody(new Response('new'), there, false)).rejects.toThrow(/is not an ordinary file/);
        await expect(saveBody(new Response('new'), there, true)).rejects.toThrow(/is not an ordinary file/);
        expect(lstatSync(there).isFile()).toBe(false);
      }
      await saveBody(new Response('new'), at('link'), true);
      expect([readFileSync(at('link'), 'utf8'), readFileSync(at('kept'), 'utf8')]).toEqual(['new', 'kept']);
    },
  );
});

describe('a PIN', () => {
  function terminal(typed: string) {
    const written: string[] = [];
    const modes: boolean[] = [];
    const input = Object.assign(Duplex.from([typed]), { isTTY: true, setRawMode: (raw: boolean) => modes.push(raw) });
    const messages = { write: (text: string) => written.push(text) };
    return { written, modes, terminal: { input, messages } as unknown as Terminal };
  }

  it('is asked for without being shown', async () => {
    const { written, modes, terminal: asked } = terminal('12x\u007F34\r');
    expect(await askHidden(asked, 'PIN of card')).toBe('1234');
    expect(written).toEqual(['PIN of card: ', '\n']);
    expect(modes).toEqual([true, false]);
  });

  it('can be left by Ctrl-C, which gives the terminal back', async () => {
    const { modes, terminal: asked } = terminal('12\u0003');
    await expect(askHidden(asked, 'PIN')).rejects.toMatchObject({ exitCode: EXIT.interrupted });
    expect(modes).toEqual([true, false]);
  });

  it('is not asked for where nobody can answer', async () => {
    expect(await askHidden({ input: Duplex.from(['1']) } as unknown as Terminal, 'PIN')).toBeNull();
  });

  it.each(['0', '2', 'x', '-1', '', '54321'])('comes from no descriptor %j', (descriptor) => {
    expect(() => readSecretFrom(descriptor)).toThrow(/descriptor/);
  });
});

it('draws progress in one line', () => {
  expect(progressLine({ total: 4, done: 1, failed: 1, waiting: 0 })).toBe(
    `[${'='.repeat(15).padEnd(30)}] 2 of 4, 1 failed`,
  );
});
