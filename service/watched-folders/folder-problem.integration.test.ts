import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { mountSmallDisk } from '../../e2e/actors/disk/small-disk.ts';
import { folderProblem } from './folder-problem.ts';

it.runIf(process.platform === 'linux')(
  'tells which folder is full, can only be read, or is not there',
  async (context) => {
    const root = mkdtempSync(path.join(tmpdir(), 'folder-problem-'));
    const [sound, small, missing] = ['in', 'out', 'failed'].map((name) => path.join(root, name)) as [
      string,
      string,
      string,
    ];
    for (const folder of [sound, small]) mkdirSync(folder);
    const disk = mountSmallDisk(small, 1);
    try {
      if (disk === undefined) context.skip();
      const giveBack = disk?.fill();
      expect(await folderProblem([sound, small], 'ENOSPC')).toBe(`there is no space left for files in ${small}`);
      giveBack?.();
      expect(await folderProblem([sound, small], 'ENOSPC')).toBe('a file or folder cannot be used (ENOSPC)');
      execFileSync('mount', ['-o', 'remount,ro', small]);
      expect(await folderProblem([sound, small], 'EROFS')).toMatch(
        /out can only be read: its file system is mounted so$/,
      );
      expect(await folderProblem([sound, missing], 'ENOENT')).toBe(`${missing} is not there`);
      expect(await folderProblem([sound, path.join(process.execPath, 'in')], 'ENOTDIR')).toMatch(
        /in cannot be used \(ENOTDIR\)$/,
      );
    } finally {
      disk?.unmount();
      rmSync(root, { recursive: true, force: true });
    }
  },
);
