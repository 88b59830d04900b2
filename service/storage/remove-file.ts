import { promises, unlinkSync } from 'node:fs';

/** Removes a file, if it is there: one call of the system, where `rm` asks first what it is. Rejects as `unlink` does. */
export async function removeFile(path: string): Promise<void> {
  try {
    await promises.unlink(path);
  } catch (fault) {
    requireMissing(fault);
  }
}

/** The same without a hop to the thread pool; of a large file it would keep everybody waiting. */
export function removeFileAtOnce(path: string): void {
  try {
    unlinkSync(path);
  } catch (fault) {
    requireMissing(fault);
  }
}

function requireMissing(fault: unknown): void {
  if (!(fault instanceof Error) || !('code' in fault) || fault.code !== 'ENOENT') throw fault;
}
