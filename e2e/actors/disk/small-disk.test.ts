import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { mountSmallDisk } from './small-disk.ts';

const isRoot = process.getuid?.() === 0;

it.skipIf(process.platform !== 'linux' || !isRoot)('is unmounted where its user ends without a word', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'small-disk-'));
  try {
    const module = path.join(import.meta.dirname, 'small-disk.ts');
    const script = `
      import { readFileSync } from 'node:fs';
      import { mountSmallDisk } from ${JSON.stringify(module)};
      const disk = mountSmallDisk(${JSON.stringify(folder)}, 1);
      if (disk !== undefined && !readFileSync('/proc/mounts', 'utf8').includes(${JSON.stringify(folder)})) process.exit(2);
      process.exit(disk === undefined ? 3 : 1);`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
    });
    // A container may forbid its root to mount anything.
    expect([1, 3], stderr).toContain(status);
    const isLeft = readFileSync('/proc/mounts', 'utf8').includes(folder);
    if (isLeft) execFileSync('umount', ['--lazy', folder]);
    expect(isLeft).toBe(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it.skipIf(process.platform !== 'linux' || !isRoot)('is unmounted once, whoever is broken off while it closes', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'small-disk-'));
  try {
    const disk = mountSmallDisk(folder, 1);
    disk?.unmount();
    disk?.unmount();
    expect(readFileSync('/proc/mounts', 'utf8')).not.toContain(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
