import path from 'node:path';

/** Where audit events are kept that have left the database. */
export function auditArchiveFolder(dataDirectory: string): string {
  return path.join(dataDirectory, 'archive');
}
