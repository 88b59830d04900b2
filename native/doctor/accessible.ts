import { accessSync, constants } from 'node:fs';

/** Whether the user that this process runs as may read and write a device or socket. */
export function isAccessible(place: string): boolean {
  try {
    accessSync(place, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
