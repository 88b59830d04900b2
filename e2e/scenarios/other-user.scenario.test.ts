import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asOtherUser, noOtherUser } from '../actors/other-user.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { onePage } from '../documents/pdf/one-page.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';

const obstacle = noOtherUser();
const COMMAND_LINE = path.resolve(import.meta.dirname, '../../dist/cli.js');
const ASK = `fetch(process.argv[1], { method: process.argv[2] ?? 'GET' }).then(async (answer) =>
  console.log(answer.status, await answer.text()))`;
/** Says of each file whether it can be read or written. */
const TRY = `const fs = require('node:fs');
for (const file of process.argv.slice(1)) for (const [how, flag] of [['read', 'r'], ['written', 'r+']]) {
  try { fs.closeSync(fs.openSync(file, flag)); console.log(file + ' can be ' + how); } catch {}
}`;
const RUN = `const { status, stderr } = require('node:child_process').spawnSync(process.execPath, process.argv.slice(1),
  { encoding: 'utf8' }); console.log(status, stderr)`;
const WRITE = `require('node:fs').appendFileSync(process.argv[1], process.argv[2])`;

describe.skipIf(obstacle !== null)(`another user of this machine${obstacle === null ? '' : ` (${obstacle})`}`, () => {
  let folder: string;
  let dataDirectory: string;
  let station: RunningStation | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'station-other-user-'));
    // Others may look into the folder above, as into a home directory of many systems.
    await chmod(folder, 0o755);
    dataDirectory = path.join(folder, 'data');
  });
  afterEach(async () => {
    await station?.dispose();
    station = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  const start = async (settings: Readonly<Record<string, string>> = {}): Promise<RunningStation> => {
    station = await startStation({ dataDirectory, settings });
    return station;
  };

  it('is refused by a station of one user, on every page and route, and served by one of any', async () => {
    const own = await start({ 'Server:LocalUsers': 'own' });
    for (const [route, method] of [
      ['/', 'GET'],
      ['/api/v1/signatures', 'GET'],
      ['/api/v1/signatures', 'POST'],
      ['/api/v1/api-keys', 'POST'],
      ['/metrics', 'GET'],
    ] as const) {
      expect([route, asOtherUser(ASK, [`${own.url}${route}`, method]).output]).toEqual([
        route,
        expect.stringMatching(/^403 .*REQUEST_ORIGIN_FORBIDDEN/s),
      ]);
    }
    expect((await fetch(`${own.url}/api/v1/signatures`)).status).toBe(200);
    await own.stop();
    const any = await start({ 'Server:LocalUsers': 'any' });
    expect(asOtherUser(ASK, [`${any.url}/api/v1/signatures`]).output).toMatch(/^200 /);
  });

  it('is told before a station is started which file it may not read, and where nothing can be written', async () => {
    const [open, closed] = [path.join(folder, 'open.txt'), path.join(folder, 'closed.txt')];
    await writeFile(open, 'text', { mode: 0o644 });
    await writeFile(closed, 'text', { mode: 0o600 });
    // Nothing can be kept there either: a station of the command's own would not come up.
    const data = `--Data:Directory=${dataDirectory}`;
    const sign = (...files: string[]) =>
      asOtherUser(RUN, [COMMAND_LINE, 'sign', ...files, '--own-station', data]).output;
    expect(sign(closed)).toContain(`2 ${closed} cannot be read.`);
    expect(sign(open)).toContain(`1 Nothing can be written into ${folder}; --out names another folder.`);
  });

  it('can read and change nothing that the station keeps, also where the data directory lets everybody in', async () => {
    const running = await start();
    const client = createStationClient(running.url);
    const { id } = await client.create(buildPdf({ pieces: onePage() }), { format: 'PAdES' });
    expect((await client.finished(id)).status).toBe('Completed');
    expect((await client.content(id)).length).toBeGreaterThan(0);
    const entries = readdirSync(dataDirectory, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((each) => each.isDirectory())) {
      await chmod(path.join(entry.parentPath, entry.name), 0o755);
    }
    await chmod(dataDirectory, 0o755);
    const files = entries.filter((each) => each.isFile()).map((each) => path.join(each.parentPath, each.name));
    expect(files.some((file) => file.endsWith('signed.bin'))).toBe(true);
    expect(files.some((file) => file.endsWith('station.db'))).toBe(true);
    expect(asOtherUser(TRY, files)).toEqual({ status: 0, output: '' });
    const open = path.join(folder, 'open');
    await writeFile(open, '', { mode: 0o644 });
    expect(asOtherUser(TRY, [open]).output).toBe(`${open} can be read\n`);
  });

  it.each([
    ['the data directory', '.', 0o777, 'intruder'],
    ['the settings', 'config.json', 0o666, ''],
    ['the secrets', 'secrets', 0o777, 'SERVICE_SECRET_INTRUDER'],
    ['a secret', 'secrets/SERVICE_SECRET_PIN', 0o666, ''],
  ])('who could change %s keeps the station from starting', async (_, name, mode, inside) => {
    await mkdir(path.join(dataDirectory, 'secrets'), { recursive: true });
    await writeFile(path.join(dataDirectory, 'config.json'), '{}', { mode: 0o600 });
    await writeFile(path.join(dataDirectory, 'secrets', 'SERVICE_SECRET_PIN'), 'marker', { mode: 0o600 });
    const place = path.join(dataDirectory, name);
    const target = path.join(place, inside);
    const before = asOtherUser(WRITE, [target, ' ']);
    expect(before.output).toContain('EACCES');
    for (const folderOnTheWay of [dataDirectory, path.dirname(place)]) await chmod(folderOnTheWay, 0o755);
    await chmod(place, mode);
    expect(asOtherUser(WRITE, [target, ' ']).status).toBe(0);
    await expect(start()).rejects.toThrow(/other users of this machine/);
  });

  it('who could put another folder in place of the data directory keeps the station from starting', async () => {
    const above = path.join(folder, 'above');
    dataDirectory = path.join(above, 'data');
    await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
    await chmod(above, 0o777);
    const exchange = `const fs = require('node:fs'); const [, place] = process.argv; fs.renameSync(place, place + '-gone');
      fs.mkdirSync(place);`;
    expect(asOtherUser(exchange, [dataDirectory]).status).toBe(0);
    await rm(dataDirectory, { recursive: true });
    await rename(`${dataDirectory}-gone`, dataDirectory);
    await expect(start()).rejects.toThrow(/above can be written by all users of this machine/);
    await chmod(above, 0o1777);
    expect(asOtherUser(exchange, [dataDirectory]).output).toContain('EPERM');
    await start();
  });

  it('finds no inspector after a signal that would open one, and may send none', async () => {
    const running = await start();
    const client = createStationClient(running.url);
    await client.finished((await client.create(Buffer.from('text'), { format: 'CAdES' })).id);
    const host = running.process.pid ?? -1;
    const pids = [host, ...running.children().map(({ pid }) => pid)];
    expect(pids.length).toBeGreaterThan(2);
    const signal = `process.kill(Number(process.argv[1]), 'SIGUSR1')`;
    for (const pid of pids) expect(asOtherUser(signal, [String(pid)]).output).toContain('EPERM');
    for (const pid of pids) process.kill(pid, 'SIGUSR1');
    const { id } = await client.create(Buffer.from('text'), { format: 'CAdES' });
    expect((await client.finished(id)).status).toBe('Completed');
    expect(pids.map((pid) => [pid, listeningPorts(pid)])).toEqual(
      pids.map((pid) => [pid, pid === host ? [running.port] : []]),
    );
    const peek = `require('node:fs').readFileSync('/proc/' + process.argv[1] + '/environ')`;
    for (const pid of pids) expect(asOtherUser(peek, [String(pid)]).output).toContain('EACCES');
  });
});

/** Ports that a process listens at, each once. Linux only. */
function listeningPorts(pid: number): number[] {
  const inodes = new Set(readdirSync(`/proc/${pid}/fd`).map((fd) => /^socket:\[(\d+)\]$/.exec(linkOf(pid, fd))?.[1]));
  const rows = ['tcp', 'tcp6'].flatMap((file) => readFileSync(`/proc/net/${file}`, 'utf8').trim().split('\n').slice(1));
  const ports = rows.flatMap((row) => {
    const [, local = '', , state, , , , , , inode] = row.trim().split(/\s+/);
    return state === '0A' && inodes.has(inode) ? [Number.parseInt(local.split(':')[1] ?? '', 16)] : [];
  });
  return [...new Set(ports)];
}

/** Nothing where the descriptor was closed meanwhile. */
function linkOf(pid: number, fd: string): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/${fd}`);
  } catch {
    return '';
  }
}
