import { createPrivateKey } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { childrenOf, isAlive, verifiersOf } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { parsePfx } from '../../service/codecs/pkcs12/pfx-parser.ts';
import { onePage } from '../documents/pdf/one-page.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';
import { isPartIn } from './part-in.ts';
import { DesktopProgram, type ProgramOptions } from './desktop-program.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const DOCUMENT = buildPdf({ pieces: onePage() });

/** The built desktop program in a stand-in for Electron: its life, its processes and what it asks of its window. */
describe('the desktop program', () => {
  const programs: DesktopProgram[] = [];
  afterEach(async () => {
    for (const program of programs.splice(0)) await program.dispose();
  });

  async function start(options: ProgramOptions = {}): Promise<DesktopProgram> {
    const program = await DesktopProgram.start(options);
    programs.push(program);
    return program;
  }

  async function signOne(program: DesktopProgram): Promise<string> {
    const client = createStationClient(program.url.slice(0, -1));
    const { id } = await client.create(DOCUMENT, {});
    expect((await client.finished(id)).status).toBe('Completed');
    return id;
  }

  it('starts the station in utility processes, opens a locked-down window on it and stops in order', async () => {
    const program = await start();
    await program.shown();
    expect(program.find('load')).toEqual({ url: program.url, status: 200 });
    expect(program.find('window')).toMatchObject({
      webPreferences: {
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        preload: path.join(ROOT, 'dist/preload.cjs'),
      },
    });
    const id = await signOne(program);
    expect((await createStationClient(program.url.slice(0, -1)).verification(id)).overallStatus).toBe('VALID');
    const children = childrenOf(program.pid);
    expect(children.map((child) => child.role).sort()).toEqual(['publisher', 'token-host', 'worker']);
    const verifiers = verifiersOf(program.pid);
    expect(verifiers).toHaveLength(1);
    program.command('quit');
    expect(await program.exited).toBe(0);
    expect([...children.map(({ pid }) => pid), ...verifiers].filter(isAlive)).toEqual([]);
    // None of these three was ended by force; an idle verifier has nothing to finish.
    const ends = program.all('utility-process-exit') as { name: string; code: number | null }[];
    const codes = new Map(ends.map(({ name, code }) => [name.split(':')[0], code]));
    expect(['publisher', 'token-host', 'worker'].map((name) => codes.get(name))).toEqual([0, 0, 0]);
  });

  it('signs nothing that a program gives in before a person has seen it', async () => {
    const program = await start({ asksForApproval: true });
    await program.shown();
    const client = createStationClient(program.url.slice(0, -1));
    const { id } = await client.create(DOCUMENT, {});
    await expect
      .poll(() => client.status(id), { timeout: 60_000 })
      .toMatchObject({ status: 'Queued', waitReason: 'APPROVAL_PENDING' });
    await program.until(() =>
      program.all('tray-text').includes('Signing Station: 1 document waits for you, 1 document in progress'),
    );
    expect(program.all('notification'), 'whoever looks at the window is not called').toEqual([]);
    program.command('minimize-window');
    await client.create(DOCUMENT, {});
    await program.until(() => program.all('notification').length === 1);
    expect(program.find('notification')).toMatchObject({ title: '2 documents wait for your approval' });
    program.command('click-notification');
    await program.until(() => program.all('send').length === 1);
    expect(program.find('send')).toEqual({ channel: 'main:show', args: ['/review'] });
    expect(program.all('load'), 'what stood on the page is not lost').toHaveLength(1);
  });

  it('keeps the key and its password within the token-host', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'station-record-'));
    const record = path.join(folder, 'record');
    const program = await start({ wishes: { RECORD: record } });
    await program.shown();
    const id = await signOne(program);
    await createStationClient(program.url.slice(0, -1)).verification(id);
    const crossed = readFileSync(record);
    rmSync(folder, { recursive: true });
    const password = readFileSync(
      path.join(program.dataDirectory, 'secrets/SERVICE_SECRET_SIGNING_DEMO_PASSWORD'),
      'utf8',
    );
    const pfx = readFileSync(path.join(program.dataDirectory, 'demo/demo-signer.p12'));
    const { keys, certificates } = await parsePfx(pfx, password);
    expect(keys.length).toBeGreaterThan(0);
    expect(
      certificates.some(({ der }) => crossed.includes(Buffer.from(der))),
      'what crosses is recorded',
    ).toBe(true);
    expect(crossed.includes(password)).toBe(false);
    for (const { pkcs8 } of keys) {
      const { d, p, q } = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' }).export({
        format: 'jwk',
      });
      const secrets = [d, p, q].flatMap((number) => (number === undefined ? [] : [Buffer.from(number, 'base64url')]));
      expect(secrets.map((secret) => isPartIn(secret, crossed))).toEqual(secrets.map(() => false));
    }
  });

  it('ends without ready when the entry waits for it', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'station-entry-'));
    const entry = path.join(folder, 'waits.mjs');
    writeFileSync(entry, "import { app } from 'electron';\nawait app.whenReady();\nconsole.log('never');\n");
    const program = await start({ entry, wishes: { READY_LIMIT: '300' } });
    expect(await program.exited).toBe(99);
    expect(program.output.join('\n')).toContain('would never have emitted ready');
    rmSync(folder, { recursive: true });
  });

  it('leaves at once when it is the second instance', async () => {
    const program = await start({ wishes: { SECOND_INSTANCE: '1' } });
    expect(await program.exited).toBe(0);
    expect(program.find('load')).toBeUndefined();
  });

  it('says in a box why it cannot start', async () => {
    const first = await start();
    await first.shown();
    const second = await start({ dataDirectory: first.dataDirectory });
    expect(await second.exited).toBe(1);
    expect(second.find('error-box')).toMatchObject({
      text: expect.stringContaining('Another station is running') as string,
    });
    const third = await start({ port: Number(new URL(first.url).port) });
    expect(await third.exited).toBe(1);
    expect(third.find('error-box')).toMatchObject({ text: expect.stringContaining('Its port is taken') as string });
    const fourth = await start({ args: ['--Server:Prot=1'] });
    expect(await fourth.exited).toBe(1);
    expect(fourth.find('error-box')).toMatchObject({ text: expect.stringContaining('Server:Port') as string });
  });

  it('ends also when a process of the station never comes up', async () => {
    const program = await start({ wishes: { NO_SPAWN: 'worker' } });
    await program.shown();
    program.command('quit');
    expect(await program.exited).not.toBeNull();
    expect(childrenOf(program.pid)).toEqual([]);
  });

  it('ends when it is quit before it has started', async () => {
    const program = await start({ wishes: { SPAWN_DELAY: '200' } });
    await program.until(() => program.find('fork') !== undefined);
    program.command('quit');
    expect(await program.exited).toBe(0);
    expect(childrenOf(program.pid)).toEqual([]);
  });

  it('limits the heap of verifiers and survives the one that needs more', async () => {
    const program = await start();
    await program.shown();
    const client = createStationClient(program.url.slice(0, -1));
    await client.verification(await signOne(program));
    const forks = program.all('fork') as { name: string; execArgv: string[] }[];
    expect(forks.find(({ name }) => name === 'verifier')?.execArgv).toEqual(['--js-flags=--max-old-space-size=512']);
    const [verifier = -1] = verifiersOf(program.pid);
    // What V8 does to a process whose heap is full.
    process.kill(verifier, 'SIGABRT');
    await program.until(() => program.output.some((line) => line.includes('V8 ended a process')));
    expect(program.output.join('\n')).not.toContain('MARKER-report');
    expect((await client.verification(await signOne(program))).overallStatus).toBe('VALID');
  });

  it('keeps its page at home', async () => {
    const program = await start();
    await program.shown();
    const { origin } = new URL(program.url);
    for (const [url, isPrevented] of [
      [program.url, false],
      [`${program.url}jobs`, false],
      ['https://example.org/', true],
      [`${origin}@example.org/`, true],
      ['file:///etc/passwd', true],
    ] as const) {
      expect(await program.ask('navigate', 'navigate', url)).toEqual({ url, isPrevented });
    }
    expect(await program.ask('open-window', 'open-window', program.url)).toBe('deny');
    const may = (permission: string, from: string): Promise<unknown> =>
      program.ask('permission', 'permission', permission, from);
    expect(await may('clipboard-sanitized-write', origin)).toEqual({ check: true, request: true });
    for (const [permission, from] of [
      ['clipboard-sanitized-write', 'https://example.org'],
      ['clipboard-read', origin],
      ['media', origin],
      ['usb', origin],
    ] as const) {
      expect(await may(permission, from)).toEqual({ check: false, request: false });
    }
    expect([program.find('device-permission'), program.find('display-media')]).toEqual([false, {}]);
  });

  it('saves downloads of its own into one folder and refuses others', async () => {
    const program = await start();
    await program.shown();
    const downloads = path.join(program.folder, 'downloads');
    const url = `${program.url}api/v1/signatures/x/content`;
    expect(await program.ask('save-path', 'download', url, '../a.pdf')).toBe(path.join(downloads, 'a.pdf'));
    expect(await program.ask('save-path', 'download', `blob:${program.url}1`, 'a.pdf')).toBe(
      path.join(downloads, 'a (1).pdf'),
    );
    program.command('download', 'https://example.org/a.pdf', 'a.pdf');
    await program.until(() => program.all('download').length === 3);
    expect(program.all('download').at(-1)).toEqual({ isPrevented: true });
    expect(program.all('save-path')).toHaveLength(2);
  });

  it('comes to the front for a second start, also from minimised, and remembers its place', async () => {
    const program = await start();
    await program.shown();
    program.command('minimize-window');
    program.command('second-instance', '/path/to/electron', '--any-switch', 'signing-station://sign?file=/etc/passwd');
    await program.until(() => program.all('focus').length === 1);
    expect([program.all('restore').length, program.all('window').length, program.all('load').length]).toEqual([
      1, 1, 1,
    ]);
    program.command('move-window', JSON.stringify({ x: 40, y: 50, width: 700, height: 600 }));
    program.command('quit');
    expect(await program.exited).toBe(0);
    const file = path.join(program.folder, 'userData/window.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ bounds: { x: 40, width: 700 } });
  });

  it('loads its page again after a failure and after a death', async () => {
    const program = await start({ wishes: { LOAD_FAILS: '2' } });
    await program.shown();
    expect(program.all('load')).toHaveLength(1);
    program.command('renderer-gone');
    await program.until(() => program.all('load').length === 2);
    for (let deaths = 1; deaths < 4; deaths++) program.command('renderer-gone');
    expect(await program.exited).toBe(0);
    expect(program.find('error-box')).toMatchObject({ text: expect.stringContaining('again and again') as string });
  });

  it('shows documents that are opened with it, at its start and later, and signs none of them', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'station-opened-'));
    const [first, second] = ['first.pdf', 'second.pdf'].map((name) => path.join(folder, name)) as [string, string];
    for (const file of [first, second]) writeFileSync(file, DOCUMENT);
    const program = await start({ args: [first, path.join(folder, 'none.pdf')] });
    const given = (): unknown[] =>
      (program.all('send') as { channel: string; args: { name: string }[][] }[])
        .filter(({ channel }) => channel === 'main:files')
        .map(({ args }) => args[0]?.map(({ name }) => name));
    await program.until(() => given().length === 1);
    program.command('second-instance', '/path/to/electron', '/path/to/script', second);
    await program.until(() => given().length === 2);
    program.command('open-file', first);
    await program.until(() => given().length === 3);
    expect(given()).toEqual([['first.pdf'], ['second.pdf'], ['first.pdf']]);
    expect((await createStationClient(program.url.slice(0, -1)).list('')).items).toEqual([]);
    expect(program.output.join('\n')).not.toContain('none.pdf');
    rmSync(folder, { recursive: true });
  });

  it('copies a report for the help desk that names no document and no place', async () => {
    const program = await start({ wishes: { PACKAGED: '1' }, args: ['--Environment=Development'] });
    await program.shown();
    await signOne(program);
    program.command('choose-in-tray', 'Copy a report for the help desk');
    await program.until(() => program.all('clipboard').length === 1);
    const report = String(program.find('clipboard'));
    expect(report).toMatch(
      /Signing Station 0\.1\.0[\s\S]*Health\n {2}Healthy\n {2}database: Healthy[\s\S]*Log, last \d+ lines/,
    );
    expect(report).not.toContain(program.folder);
    expect(report).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  it('is not in the way of a logout', async () => {
    const program = await start();
    await program.shown();
    expect(await program.ask('power', 'power', 'shutdown')).toEqual({ name: 'shutdown', isPrevented: false });
    expect(await program.exited).toBe(0);
  });

  it('shows at the desk what is going on, and says when a batch is done', async () => {
    const program = await start();
    await program.shown();
    program.command('minimize-window');
    await signOne(program);
    await program.until(() => program.all('notification').length === 1);
    expect(program.find('notification')).toEqual({ title: '1 document signed', body: 'Signing is done.' });
    expect(program.all('tray-text')).toContain('Signing Station: 1 document in progress');
    expect(program.all('tray-text').at(-1)).toBe('Signing Station');
    program.command('click-notification');
    await program.until(() => program.all('focus').length === 1);
    program.command('choose-in-tray', 'Quit');
    expect(await program.exited).toBe(0);
  });

  it('writes a log when it is packaged, and does not start where others could look in', async () => {
    const program = await start({ wishes: { PACKAGED: '1' } });
    await program.shown();
    program.command('quit');
    expect(await program.exited).toBe(0);
    const open = await start({ wishes: { PACKAGED: '1' }, args: ['--remote-debugging-port=9222'] });
    expect(await open.exited).toBe(1);
    expect(open.find('error-box')).toMatchObject({
      text: expect.stringContaining('--remote-debugging-port') as string,
    });
    expect(open.find('load')).toBeUndefined();
    expect(readFileSync(path.join(open.folder, 'logs/station.log'), 'utf8')).toContain('DesktopRefusal');
  });

  it('asks at the first start of a package what to sign with', async () => {
    const demo = await start({ wishes: { PACKAGED: '1', ANSWER: '1' } });
    await demo.shown();
    expect(demo.all('message-box')).toHaveLength(1);
    await signOne(demo);
    demo.command('quit');
    expect(await demo.exited).toBe(0);
    const again = await start({ wishes: { PACKAGED: '1' }, dataDirectory: demo.dataDirectory });
    await again.shown();
    expect(again.all('message-box'), 'the choice is kept').toEqual([]);
    expect(again.all('fork')).toContainEqual(expect.objectContaining({ name: 'token-host:demo' }));
  });

  it('writes a chosen token into the settings, and makes no demo identity unless it was chosen', async () => {
    const chosen = { PACKAGED: '1', ANSWER: '0', CHOSEN_FILE: '/nonexistent/token.so' };
    const token = await start({ wishes: chosen });
    await token.shown();
    expect(token.all('fork')).toContainEqual(expect.objectContaining({ name: 'token-host:token' }));
    expect(existsSync(path.join(token.dataDirectory, 'demo/demo-signer.p12'))).toBe(false);
    const later = await start({ wishes: { PACKAGED: '1', ANSWER: '2' } });
    await later.shown();
    expect(existsSync(path.join(later.dataDirectory, 'demo/demo-signer.p12'))).toBe(false);
  });
});
