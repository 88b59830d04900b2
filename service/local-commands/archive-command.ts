import path from 'node:path';
import { verifyArchiveFolder } from '../archive/local/archive-folder.ts';
import type { Configuration } from '../config/configuration.ts';
import { auditArchiveFolder } from '../data-directory/audit-archive-folder.ts';
import { CommandFailed } from './api-key-commands.ts';

/**
 * Reads the archive of audit events and requests and says whether it is as it was written, and by which hash that can be told from
 * now on. Throws CommandFailed with what is not.
 */
export async function runArchiveVerifyCommand(
  configuration: Configuration,
  folder: string | null,
  print: (line: string) => void,
): Promise<void> {
  const place = folder === null ? auditArchiveFolder(configuration.Data.Directory) : path.resolve(folder);
  const { files, events, requests, sha256, faults } = await verifyArchiveFolder(place);
  if (faults.length > 0)
    throw new CommandFailed(`The archive ${place} is not as it was written.\n${faults.join('\n')}`);
  if (sha256 === null) print(`There is no archive in ${place}.`);
  else {
    const held = `${events} audit events and ${requests} requests in ${files} files`;
    print(`${held}, each as it was written. The last line's SHA-256 is ${sha256}.`);
  }
}
