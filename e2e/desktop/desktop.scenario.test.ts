import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { childrenOf, freePort, isAlive, until } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { onePage } from '../documents/pdf/make-pdfs.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

interface Told {
  readonly event: string;
  readonly detail: unknown;
}

/** The built desktop program under plain Node with a stand-in for Electron: its life, not its window. */
describe('the desktop program', () => {
  let dataDirectory: string;
  const programs: ChildProcess[] = [];

  beforeEach(async () => {
    dataDirectory = await mkdtemp(path.join(tmpdir(), 'station-desktop-'));
  });
  afterEach(async () => {
    for (const program of programs.splice(0)) program.kill('SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await rm(dataDirectory, { recursive: true, force: true });
  });

  function start(
    port: number,
    environment: Record<string, string> = {},
  ): { told: Told[]; exited: Promise<number | null>; program: ChildProcess } {
    const hook = path.join(ROOT, 'e2e/desktop/stand-in/hook.ts');
    const program = spawn(
      path.join(ROOT, 'node_modules/node/bin/node'),
      ['--import', hook, path.join(ROOT, 'dist/main.js'), `--Data:Directory=${dataDirectory}`, `--Server:Port=${port}`],
      {
        env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    programs.push(program);
    const told: Told[] = [];
    let rest = '';
    program.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('{"event"')) told.push(JSON.parse(line) as Told);
    });
    return { told, program, exited: new Promise((resolve) => program.once('exit', resolve)) };
  }

  it('starts the station in utility processes, opens a locked-down window on it and stops in order', async () => {
    const port = await freePort();
    const { told, program, exited } = start(port);
    const find = (event: string): unknown => told.find((entry) => entry.event === event)?.detail;
    await until(() => find('show') !== undefined || program.exitCode !== null);
    const url = `http://127.0.0.1:${port}/`;
    expect(find('load')).toBe(url);
    expect(find('web-preferences')).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      preload: path.join(ROOT, 'dist/preload.cjs'),
    });
    expect(find('window-open')).toBe('deny');
    expect([find('permission-request'), find('permission-check'), find('device-permission')]).toEqual([
      false,
      false,
      false,
    ]);
    expect(told.filter((entry) => entry.event === 'navigate').map((entry) => entry.detail)).toEqual([
      { target: url, isPrevented: false },
      { target: `${url}jobs`, isPrevented: false },
      { target: 'https://example.org/', isPrevented: true },
      { target: 'file:///etc/passwd', isPrevented: true },
    ]);

    const client = createStationClient(url.slice(0, -1));
    const { id } = await client.create(buildPdf({ pieces: onePage() }), {});
    expect((await client.finished(id)).status).toBe('Completed');
    const children = childrenOf(program.pid ?? -1);
    expect(children.map((child) => child.role).sort()).toEqual(['publisher', 'token-host', 'worker']);
    program.kill('SIGUSR2');
    expect(await exited).toBe(0);
    expect(children.filter((child) => isAlive(child.pid))).toEqual([]);
  });

  it('leaves at once when it is the second instance', async () => {
    const { told, exited } = start(await freePort(), { STAND_IN_SECOND_INSTANCE: '1' });
    expect(await exited).toBe(0);
    expect(told.some((entry) => entry.event === 'load')).toBe(false);
  });

  it('says in a box why it cannot start', async () => {
    const port = await freePort();
    const first = start(port);
    await until(() => first.told.some((entry) => entry.event === 'show'));
    const second = start(port);
    expect(await second.exited).toBe(0);
    const box = second.told.find((entry) => entry.event === 'error-box')?.detail;
    expect(JSON.stringify(box)).toMatch(/Another station is running/);
  });
});
