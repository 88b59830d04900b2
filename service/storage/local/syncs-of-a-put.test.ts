import { existsSync, fstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openLocalObjectStore } from './local-object-store.ts';

type Done = (error: NodeJS.ErrnoException | null) => void;

/** Syncs that the disk has not answered yet. */
const asked: { readonly isFolder: boolean; readonly done: Done }[] = [];

vi.mock('node:fs', async (load) => ({
  ...(await load<object>()),
  fsync: (descriptor: number, done: Done) => asked.push({ isFolder: fstatSync(descriptor).isDirectory(), done }),
}));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'syncs-of-a-put-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The disk answers what was asked of it. */
function answer(error: NodeJS.ErrnoException | null): void {
  for (const { done } of asked.splice(0)) done(error);
}

async function beginToPut() {
  const opening = openLocalObjectStore(join(folder, 'root'));
  await vi.waitFor(() => expect(asked).not.toEqual([]));
  answer(null);
  const store = await opening;
  const upload = join(folder, 'upload');
  writeFileSync(upload, 'document');
  const putting = store.putFile('day/request/input.bin', upload);
  putting.catch(() => undefined);
  await vi.waitFor(() => expect(asked).toHaveLength(4));
  return { putting, upload, stored: join(folder, 'root/day/request/input.bin') };
}

it('waits for the disk once: for the bytes, their name and the folders at the same time', async () => {
  const { putting, stored } = await beginToPut();
  expect(readFileSync(stored, 'utf8')).toBe('document');
  // The folder of the name, and those that bear the two new folders.
  expect(asked.map(({ isFolder }) => isFolder).sort()).toEqual([false, true, true, true]);
  answer(null);
  await putting;
  expect(asked).toEqual([]);
});

it.each([0, 1, 2, 3])('gives back what the disk did not keep, whichever sync it refuses: %i', async (refused) => {
  const { putting, upload, stored } = await beginToPut();
  const [one] = asked.splice(refused, 1);
  one?.done(Object.assign(new Error('The disk is broken.'), { code: 'EIO' }));
  answer(null);
  await expect(putting).rejects.toThrow('The disk refused a sync.');
  expect(existsSync(stored)).toBe(false);
  expect(readFileSync(upload, 'utf8')).toBe('document');
  expect(readdirSync(join(folder, 'root/day'))).toEqual([]);
});
