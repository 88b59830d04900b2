import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

const BLOCK_BYTES = 256 * 1024;

/** SHA-256 of a file, lower-case hex. It is read into one buffer again and again: large files leave no garbage. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  const block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead } = await file.read(block, 0, BLOCK_BYTES);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(block.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}
