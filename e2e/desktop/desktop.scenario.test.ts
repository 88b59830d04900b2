import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { childrenOf, isAlive, verifiersOf } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { parsePfx } from '../../service/codecs/pkcs12/pfx-parser.ts';
import { isPartIn } from './part-in.ts';
import { DOCUMENT, IN_MEMORY, signOne, startedPrograms } from './started-programs.suite.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The built desktop program in a stand-in for Electron: its life, its processes and what it asks of its window. */
describe('the desktop program', () => {
  const start = startedPrograms();

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
      partition: IN_MEMORY,
    });
    const id = await signOne(program);
    expect((await createStationClient(program.url.slice(0, -1)).verification(id)).overallStatus).toBe('VALID');
    const children = childrenOf(program.pid);
    expect(children.map((child) => child.role).sort()).toEqual(['token-host', 'worker']);
    const verifiers = verifiersOf(program.pid);
    expect(verifiers).toHaveLength(1);
    program.command('quit');
    expect(await program.exited).toBe(0);
    expect([...children.map(({ pid }) => pid), ...verifiers].filter(isAlive)).toEqual([]);
    // Neither of these was ended by force; an idle verifier has nothing to finish.
    const ends = program.all('utility-process-exit') as { name: string; code: number | null }[];
    const codes = new Map(ends.map(({ name, code }) => [name.split(':')[0], code]));
    expect(['token-host', 'worker'].map((name) => codes.get(name))).toEqual([0, 0]);
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
    const options = '--js-flags=--max-old-space-size=512 --max-semi-space-size=16';
    expect(forks.find(({ name }) => name === 'verifier')?.execArgv).toEqual([options]);
    const [verifier] = verifiersOf(program.pid);
    // -1 would be every process of this user.
    if (verifier === undefined) throw new Error('There is no verifier.');
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

  it('loads its page again after a failure and after a death', async () => {
    const program = await start({ wishes: { LOAD_FAILS: '2' } });
    await program.shown();
    expect(program.all('load')).toHaveLength(1);
    program.command('renderer-gone');
    await program.until(() => program.all('load').length === 2);
    for (let deaths = 1; deaths < 4; deaths++) program.command('renderer-gone');
    await program.until(() => program.all('load').some((loaded) => JSON.stringify(loaded).includes('fault')));
    program.command('quit');
    expect(await program.exited).toBe(0);
  });

  it('is not in the way of a logout', async () => {
    const program = await start();
    await program.shown();
    expect(await program.ask('power', 'power', 'shutdown')).toEqual({ name: 'shutdown', isPrevented: false });
    expect(await program.exited).toBe(0);
    // Windows asks the windows instead.
    const onWindows = await start();
    await onWindows.shown();
    expect(await onWindows.ask('session-end', 'session-end')).toEqual({ isPrevented: false });
    expect(await onWindows.exited).toBe(0);
  });

  it('leaves its environment, in which secrets may come, out of the reports of its process', async () => {
    const program = await start();
    await program.shown();
    expect(await program.ask('report', 'tell-report')).toEqual({ leavesOutEnvironment: true });
  });

  it('comes back from the file of its AppImage, whose mounted copy goes with it', async () => {
    const program = await start({ environment: { APPIMAGE: '/home/anna/Station.AppImage' } });
    await program.shown();
    program.command('throw-fault');
    expect(await program.exited).toBe(70);
    expect(program.all('relaunch')).toEqual([{ execPath: '/home/anna/Station.AppImage' }]);
  });

  it('writes what its processes write into its log when it is packaged, from the level that is set', async () => {
    const levels = async (level: string): Promise<{ readonly log: string; readonly levels: ReadonlySet<unknown> }> => {
      const wishes = { PACKAGED: '1', CHILD_LINE: 'MARKER-line' };
      const args = [`--Telemetry:LogLevel=${level}`, '--Environment=Development'];
      const program = await start({ wishes, args });
      await program.shown();
      const client = createStationClient(program.url.slice(0, -1));
      await client.verification(await signOne(program));
      program.command('quit');
      expect(await program.exited).toBe(0);
      const log = readFileSync(path.join(program.folder, 'logs/station.log'), 'utf8');
      const own = log.split('\n').filter((line) => line.startsWith('{'));
      return { log, levels: new Set(own.map((line) => (JSON.parse(line) as { level: unknown }).level)) };
    };
    const debug = await levels('debug');
    expect(debug.levels).toContain('debug');
    for (const role of ['token-host', 'worker', 'verifier']) {
      for (const output of ['stdout', 'stderr'])
        expect(debug.log).toMatch(new RegExp(`^MARKER-line of ${role}.* to ${output}$`, 'm'));
    }
    expect((await levels('error')).levels).toEqual(new Set());
  });

  it('says in its log that the window runs without a sandbox', async () => {
    const program = await start({ wishes: { PACKAGED: '1' }, args: ['--no-sandbox'] });
    await program.shown();
    expect(readFileSync(path.join(program.folder, 'logs/station.log'), 'utf8')).toContain(
      "without Chromium's sandbox, since --no-sandbox was given",
    );
  });

  it('writes a log when it is packaged, and does not start where others could look in', async () => {
    const program = await start({ wishes: { PACKAGED: '1' } });
    await program.shown();
    program.command('quit');
    expect(await program.exited).toBe(0);
    const open = await start({ wishes: { PACKAGED: '1' }, args: ['--remote-debugging-port=9222'] });
    await open.shown();
    expect(open.all('load'), 'the page of a failure, and none of a station').toEqual([
      { url: 'station-window://fault/', status: 200 },
    ]);
    open.command('quit');
    expect(await open.exited).toBe(1);
    expect(readFileSync(path.join(open.folder, 'logs/station.log'), 'utf8')).toContain('DesktopRefusal');
  });
});
