import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mountSmallDisk } from '../../e2e/actors/disk/small-disk.ts';
import { takeLock } from './data-directory.ts';

it.runIf(process.platform === 'linux')('says of a disk that has no room for its lock that it is full', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'few-files-'));
  const disk = mountSmallDisk(folder, 8, 2);
  try {
    if (disk === undefined) context.skip();
    expect(() => takeLock(folder)).toThrow(expect.objectContaining({ code: 'ENOSPC' }) as Error);
  } finally {
    disk?.unmount();
    rmSync(folder, { recursive: true, force: true });
  }
});
