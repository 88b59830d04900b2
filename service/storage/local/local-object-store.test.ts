import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeObjectStore } from '../object-store.suite.ts';
import { openLocalObjectStore } from './local-object-store.ts';

describeObjectStore('LocalObjectStore', async () => {
  const root = mkdtempSync(join(tmpdir(), 'local-objects-'));
  const dispose = async (): Promise<void> => {
    await rm(root, { recursive: true });
  };
  return { store: await openLocalObjectStore(root), dispose };
});

describe('files of the local object store', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'local-objects-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const upload = (text: string): string => {
    const path = join(folder, 'upload');
    writeFileSync(path, text);
    return path;
  };

  it('makes its root folder, however deep', async () => {
    const root = join(folder, 'a', 'b', 'c');
    await openLocalObjectStore(root);
    expect(statSync(root).isDirectory()).toBe(true);
    expect(readdirSync(root)).toEqual([]);
  });

  it('moves the file, so that nothing is left of the upload', async () => {
    const store = await openLocalObjectStore(join(folder, 'root'));
    const path = upload('x');
    await store.putFile('a/b/input.bin', path);
    expect(existsSync(path)).toBe(false);
    expect(readdirSync(join(folder, 'root/a/b'))).toEqual(['input.bin']);
  });

  it('stages beside the final place', async () => {
    const root = join(folder, 'root');
    const store = await openLocalObjectStore(root);
    expect(dirname(await store.stagingPath('a/b/input.bin'))).toBe(join(root, 'a/b'));
  });

  it('lends the stored file itself and leaves it alone on release', async () => {
    const root = join(folder, 'root');
    const store = await openLocalObjectStore(root);
    await store.putFile('a/input.bin', upload('x'));
    const copy = await store.localCopy('a/input.bin');
    expect(copy.path).toBe(join(root, 'a/input.bin'));
    await copy.release();
    expect(existsSync(copy.path)).toBe(true);
  });

  it('removes the folder of a request with its last object and makes it again', async () => {
    const root = join(folder, 'root');
    const store = await openLocalObjectStore(root);
    await store.putFile('day/request/input.bin', upload('x'));
    await store.delete('day/request/input.bin');
    expect(readdirSync(join(root, 'day'))).toEqual([]);
    await store.putFile('day/request/input.bin', upload('y'));
    expect(await store.size('day/request/input.bin')).toBe(1);
  });

  it('copes with a folder removed behind its back', async () => {
    const root = join(folder, 'root');
    const store = await openLocalObjectStore(root);
    await store.putFile('day/request/input.bin', upload('x'));
    rmSync(join(root, 'day/request'), { recursive: true });
    await store.putFile('day/request/input.bin', upload('y'));
    expect(await store.size('day/request/input.bin')).toBe(1);
  });

  it('refuses to start where it can not write', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(openLocalObjectStore(join(folder, 'file', 'root'))).rejects.toThrow();
  });

  it('leaves nothing behind when the file to put is missing', async () => {
    const root = join(folder, 'root');
    const store = await openLocalObjectStore(root);
    await expect(store.putFile('a/input.bin', join(folder, 'missing'))).rejects.toThrow('ENOENT');
    expect(await store.size('a/input.bin')).toBeUndefined();
    expect(readdirSync(root), 'its folder').toEqual([]);
  });
});
