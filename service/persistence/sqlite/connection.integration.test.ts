import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mountSmallDisk } from '../../../e2e/actors/disk/small-disk.ts';
import { openConnection } from './connection.ts';

const LINUX = process.platform === 'linux';

// The folder and the database, or with them its log: none is left for the index of the log.
it.runIf(LINUX).for([2, 3])('says of a disk that takes %i files that it is full', (files, context) => {
  const folder = mkdtempSync(join(tmpdir(), 'few-files-'));
  const disk = mountSmallDisk(folder, 8, files);
  try {
    if (disk === undefined) context.skip();
    expect(() => openConnection(join(folder, 'station.db'))).toThrow(
      expect.objectContaining({ code: 'ENOSPC' }) as Error,
    );
  } finally {
    disk?.unmount();
    rmSync(folder, { recursive: true, force: true });
  }
});
