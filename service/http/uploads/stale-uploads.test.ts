import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeStaleUploads } from './stale-uploads.ts';

const NOW = new Date('2026-03-01T12:00:00Z');

describe('removeStaleUploads', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function leave(name: string, hoursAgo: number): Promise<void> {
    const moment = new Date(NOW.getTime() - hoursAgo * 3_600_000);
    await writeFile(join(folder, name), 'x');
    await utimes(join(folder, name), moment, moment);
  }

  it('removes uploads of a day ago, not younger ones, nor what is no upload', async () => {
    await leave('a.upload', 24);
    await leave('b.upload', 999);
    await leave('c.upload', 23.9);
    await leave('d.upload', -5);
    await leave('notes.txt', 999);
    await mkdir(join(folder, 'folder.upload'));
    expect(await removeStaleUploads(folder, NOW)).toBe(2);
    expect((await readdir(folder)).toSorted()).toEqual(['c.upload', 'd.upload', 'folder.upload', 'notes.txt']);
  });

  it('is content with a folder that is not there', async () => {
    expect(await removeStaleUploads(join(folder, 'missing'), NOW)).toBe(0);
  });
});
