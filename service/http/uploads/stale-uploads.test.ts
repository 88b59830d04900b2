import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createUploadSweep, removeStaleUploads } from './stale-uploads.ts';

const NOW = new Date('2026-03-01T12:00:00Z');

describe('uploads that a crash left behind', () => {
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

  it('go while the station runs, but not what only looks old because the clock was set ahead', async () => {
    const sweep = createUploadSweep(folder);
    await leave('crashed.upload', 30);
    await leave('under-way.upload', 30);
    expect(await sweep(NOW)).toBe(0);
    // The upload goes on; its file is still written with times of before the clock was corrected.
    await leave('under-way.upload', 29);
    await leave('new.upload', 30);
    expect(await sweep(NOW)).toBe(1);
    expect((await readdir(folder)).toSorted()).toEqual(['new.upload', 'under-way.upload']);
    expect(await sweep(NOW)).toBe(2);
    expect(await sweep(NOW)).toBe(0);
  });

  it('is content with a folder that is not there', async () => {
    expect(await removeStaleUploads(join(folder, 'missing'), NOW)).toBe(0);
  });
});
