import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolders } from './make-folders.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'make-folders-'));
});
afterEach(() => rmSync(root, { recursive: true }));

describe('makeFolders', () => {
  it('makes what is missing for its user only, and says what it made topmost', async () => {
    const folder = path.join(root, 'a', 'b', 'c');
    expect(await makeFolders(folder)).toBe(path.join(root, 'a'));
    for (const each of ['a', 'a/b', 'a/b/c']) expect(statSync(path.join(root, each)).mode & 0o777).toBe(0o700);
    expect(await makeFolders(folder)).toBeUndefined();
  });

  it('makes the same folder for several at once', async () => {
    const folder = path.join(root, 'a', 'b');
    await Promise.all(Array.from({ length: 8 }, () => makeFolders(folder)));
    expect(statSync(folder).isDirectory()).toBe(true);
  });

  it('follows links to folders', async () => {
    mkdirSync(path.join(root, 'real'));
    symlinkSync(path.join(root, 'real'), path.join(root, 'link'));
    await makeFolders(path.join(root, 'link', 'below'));
    expect(statSync(path.join(root, 'real', 'below')).isDirectory()).toBe(true);
  });

  it('says what is in the way', async () => {
    writeFileSync(path.join(root, 'file'), '');
    symlinkSync(path.join(root, 'nothing'), path.join(root, 'dead'));
    await expect(makeFolders(path.join(root, 'file'))).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(makeFolders(path.join(root, 'file', 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(makeFolders(path.join(root, 'dead', 'below'))).rejects.toMatchObject({
      ...{ code: 'ENOENT', path: path.join(root, 'dead') },
    });
  });

  it.runIf(process.platform === 'linux')('ends where the file system has no new folders', async () => {
    await expect(makeFolders('/proc/signing-station/data')).rejects.toMatchObject({
      ...{ syscall: 'mkdir', path: '/proc/signing-station' },
    });
  });
});
