import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

const BLOCK_BYTES = 256 * 1024;

/**
 * SHA-256 of a file, lower-case hex. It is read into one buffer again and again, no larger than the file: neither large
 * files nor many small ones leave garbage to speak of. Errors are those of node:fs.
 */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path);
  try {
    const { size } = await file.stat();
    // What the system calls empty may have bytes all the same, as what lies in /proc does.
    const block = Buffer.allocUnsafeSlow(Math.min(BLOCK_BYTES, size || BLOCK_BYTES));
    for (;;) {
      const { bytesRead } = await file.read(block, 0, block.length);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(block.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}
