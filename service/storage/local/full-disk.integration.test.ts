import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { mountSmallDisk } from '../../../e2e/actors/disk/small-disk.ts';
import { openLocalObjectStore } from './local-object-store.ts';

it.runIf(process.platform === 'linux')('leaves no probe on a full disk, however often it is asked', async (context) => {
  const root = mkdtempSync(path.join(tmpdir(), 'full-store-'));
  const disk = mountSmallDisk(root, 1);
  try {
    if (disk === undefined) context.skip();
    const store = await openLocalObjectStore(root);
    const before = readdirSync(root);
    const giveBack = disk?.fill();
    for (let asked = 0; asked < 3; asked += 1) await expect(store.ping()).rejects.toThrow('ENOSPC');
    giveBack?.();
    expect(readdirSync(root)).toEqual(before);
    await store.ping();
    expect(readdirSync(root)).toEqual(before);
  } finally {
    disk?.unmount();
    rmSync(root, { recursive: true, force: true });
  }
});
