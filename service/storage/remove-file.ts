import { promises } from 'node:fs';

/** Removes a file, if it is there: one call of the system, where `rm` asks first what it is. Rejects as `unlink` does. */
export async function removeFile(path: string): Promise<void> {
  try {
    await promises.unlink(path);
  } catch (fault) {
    if (!(fault instanceof Error) || !('code' in fault) || fault.code !== 'ENOENT') throw fault;
  }
}
