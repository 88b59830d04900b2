import { readSync } from 'node:fs';
import type { ByteSource } from '../../../service/codecs/byte-source.ts';

/** Random access to an open file; the caller opens and closes it. Read errors are those of node:fs. */
export function fileSource(descriptor: number, size: number): ByteSource {
  return {
    size,
    read(offset, length) {
      const bytes = Buffer.allocUnsafeSlow(Math.max(0, Math.min(length, size - offset)));
      let filled = 0;
      while (filled < bytes.length) {
        const count = readSync(descriptor, bytes, filled, bytes.length - filled, offset + filled);
        if (count === 0) break;
        filled += count;
      }
      return bytes.subarray(0, filled);
    },
  };
}
