import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { endedWithUs } from '../ended-with-us.ts';

/** A file system of its own that can be filled without harm to anybody. */
export interface SmallDisk {
  /** Takes every byte there is, as another program of this machine may; call what it answers to give them back. */
  fill(): () => void;
  unmount(): void;
}

/** Mounts one at `folder`, for `files` at most, itself included; undefined, with a word on the console, for who is not root. */
export function mountSmallDisk(folder: string, megabytes: number, files?: number): SmallDisk | undefined {
  const limits = [`size=${String(megabytes)}m`, ...(files === undefined ? [] : [`nr_inodes=${String(files)}`])].join();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', limits, 'tmpfs', folder]).status !== 0) {
    console.log('SKIPPED: a file system of its own needs the right to mount one (root).');
    return undefined;
  }
  // Whoever is broken off while it closes comes here twice.
  const unmount = (): void => {
    if (isMounted(folder)) execFileSync('umount', ['--lazy', folder]);
  };
  // Those who are broken off leave none behind, which would keep its memory until the machine is restarted.
  const unmounted = endedWithUs(unmount);
  const ballast = path.join(folder, 'ballast');
  return {
    fill() {
      const { bavail, bsize } = statfsSync(folder);
      try {
        writeFileSync(ballast, Buffer.alloc(bavail * bsize));
      } catch {
        // The station was quicker to take the last bytes.
      }
      return () => rmSync(ballast, { force: true });
    },
    unmount() {
      unmounted();
      unmount();
    },
  };
}

function isMounted(folder: string): boolean {
  return readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .some((line) => line.split(' ')[1] === folder);
}
