import { createHash } from 'node:crypto';
import { closeSync, openSync, writeFileSync } from 'node:fs';

/**
 * Writes `parts` one after the other to a new file at `path` and gives size and SHA-256 (lower-case hex). In one go: a
 * small file goes to the page cache in less time than a hop to the thread pool takes. Errors are those of node:fs.
 */
export function writeSmallOutput(path: string, parts: readonly Uint8Array[]): { size: number; sha256: string } {
  const hash = createHash('sha256');
  const descriptor = openSync(path, 'w');
  let size = 0;
  try {
    for (const part of parts) {
      writeFileSync(descriptor, part);
      hash.update(part);
      size += part.length;
    }
  } finally {
    closeSync(descriptor);
  }
  return { size, sha256: hash.digest('hex') };
}
