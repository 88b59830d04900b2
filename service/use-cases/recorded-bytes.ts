import type { StoredFile } from '../domain/records.ts';
import type { LocalCopy } from '../storage/object-store.ts';
import type { UseCasePorts } from './ports.ts';

/** Whether the bytes of a stored file are still those that were recorded, by their number and SHA-256. */
export async function isAsRecorded(
  { sha256OfFile }: Pick<UseCasePorts, 'sha256OfFile'>,
  copy: LocalCopy,
  { size, sha256 }: StoredFile,
): Promise<boolean> {
  return copy.size === size && (await sha256OfFile(copy.path)) === sha256;
}
