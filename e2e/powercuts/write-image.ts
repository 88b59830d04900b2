import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DiskImage } from './disk-state.ts';

/** Puts what a power cut has left of `root` into the folder `target`, which is made. */
export function writeImage(image: DiskImage, root: string, target: string): void {
  const entries = [...image].toSorted(([one], [other]) => (one < other ? -1 : 1));
  for (const [name, content] of entries) {
    const place = path.join(target, path.relative(root, name));
    if (content === 'folder') mkdirSync(place, { recursive: true, mode: 0o700 });
    else writeFileSync(place, content, { mode: 0o600 });
  }
}
