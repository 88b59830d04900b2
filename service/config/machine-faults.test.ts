import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { explainMachineFault } from './machine-faults.ts';

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (fault) {
    return fault;
  }
  throw new Error('Nothing was thrown.');
}
const withCode = (code: string, more: object = {}): Error =>
  Object.assign(new Error('text of a driver'), { code, ...more });

describe('what the machine refused', () => {
  it('is said for a file that is no database, and for a damaged one', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'station-damaged-'));
    try {
      const file = path.join(folder, 'station.db');
      const open = () => new BetterSqlite3(file).prepare('SELECT * FROM numbers ORDER BY number').all();
      writeFileSync(file, 'no database, and long enough to be looked at as one. '.repeat(20));
      expect(explainMachineFault(thrownBy(open))).toMatch(/^The database is damaged\. Keep a copy/);
      rmSync(file);
      const database = new BetterSqlite3(file);
      database.exec('CREATE TABLE numbers (number INTEGER, text TEXT)');
      const insert = database.prepare('INSERT INTO numbers VALUES (?, ?)');
      for (let number = 0; number < 2_000; number++) insert.run(number, 'x'.repeat(50));
      database.close();
      const bytes = readFileSync(file);
      writeFileSync(file, bytes.fill(0xff, 4096 + 8, bytes.length));
      expect(explainMachineFault(thrownBy(open))).toMatch(/^The database is damaged/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('is said for a folder on a read-only file system, which Node says does not exist', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'station-read-only-'));
    try {
      const made = { syscall: 'mkdir', path: path.join(folder, 'files') };
      expect(explainMachineFault(withCode('ENOENT', made))).toBe(
        `The station may not write to ${made.path}. Give it to the user that the station runs as (chown, and no ` +
          'read-only file system), or choose another folder with --Data:Directory=...',
      );
      const above = { syscall: 'mkdir', path: path.join(folder, 'gone', 'files') };
      expect(explainMachineFault(withCode('ENOENT', above))).toBeUndefined();
      expect(explainMachineFault(withCode('ENOENT', { ...made, syscall: 'open' }))).toBeUndefined();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.each([
    [withCode('EACCES', { path: '/data/secrets' }), /may not write to \/data\/secrets\./],
    [withCode('EROFS', { path: '/data' }), /may not write to \/data\..*--Data:Directory/],
    [withCode('EISDIR', { path: '/data/station.db' }), /a folder where it keeps a file: \/data\/station\.db\./],
    [
      withCode('ENOTDIR', { path: '/data/files/uploads' }),
      /there is a file.*\/data\/files\/uploads\..*--Data:Directory/,
    ],
    [withCode('EEXIST', { path: '/data/secrets' }), /there is a file.*\/data\/secrets\./],
    [withCode('SQLITE_READONLY_DIRECTORY'), /may not write to its database/],
    [withCode('SQLITE_CANTOPEN'), /may not write to its database/],
    [withCode('EACCES', { syscall: 'listen' }), /port.*above 1023/],
    [withCode('EADDRINUSE'), /port is taken/],
    [withCode('EADDRINUSE', { port: 5080 }), /port 5080 is taken.*--Server:Port/],
    [withCode('EMFILE'), /file handles.*ulimit -n/],
    [withCode('ENFILE'), /file handles/],
    [withCode('ERR_SYSTEM_ERROR', { errno: 24, syscall: 'uv_interface_addresses' }), /file handles/],
    [withCode('ENOSPC'), /no space left/],
    [withCode('SQLITE_IOERR_SHMSIZE'), /no space left/],
    [withCode('EINVAL', { syscall: 'fsync' }), /does not sync folders.*--Data:Directory/],
  ])('is one line that says what to do: %s', (fault, expected) => {
    const text = explainMachineFault(fault) ?? '';
    expect(text).toMatch(expected);
    expect(text).not.toContain('text of a driver');
    expect(text).not.toContain('\n');
  });

  it.skipIf(process.platform === 'win32')('is a link into what is not there, which is never taken for nothing', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'station-links-'));
    const link = path.join(folder, 'files');
    symlinkSync(path.join(folder, 'not-mounted'), link);
    const said = `${link} is a link, and what it leads to is not there. Make or mount that, or remove the link.`;
    for (const place of [link, path.join(link, 'uploads')]) {
      const fault = thrownBy(() => mkdirSync(place, { recursive: true }));
      expect(explainMachineFault(fault)).toBe(said);
    }
    expect(explainMachineFault(thrownBy(() => mkdirSync(path.join(folder, 'a', 'b'))))).toBeUndefined();
    rmSync(folder, { recursive: true });
  });

  it('is not guessed for anything else', () => {
    expect(explainMachineFault(new TypeError('x is undefined'))).toBeUndefined();
    expect(explainMachineFault('text')).toBeUndefined();
    expect(explainMachineFault(withCode('EINVAL', { syscall: 'read' }))).toBeUndefined();
  });

  it.skipIf(process.platform === 'win32')(
    'is told apart where SQLite has one code for both: no handle, no right',
    () => {
      const module = path.join(import.meta.dirname, 'machine-faults.ts');
      const program = `
const { openSync, closeSync } = await import('node:fs');
const { explainMachineFault } = await import(${JSON.stringify(module)});
const fault = Object.assign(new Error('text of a driver'), { code: 'SQLITE_CANTOPEN' });
const taken = [];
try { for (;;) taken.push(openSync(process.execPath, 'r')); } catch {}
for (const handle of taken.splice(-2)) closeSync(handle);
const said = explainMachineFault(fault);
for (const handle of taken) closeSync(handle);
console.log(said + explainMachineFault(fault));
`;
      const shell = 'ulimit -n 96 && exec "$0" --input-type=module -e "$1"';
      const { stdout } = spawnSync('sh', ['-c', shell, process.execPath, program], { encoding: 'utf8' });
      expect(stdout).toMatch(/^The system gives the station too few file handles.*may not write to its database/);
    },
  );
});
