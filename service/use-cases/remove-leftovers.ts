import { TERMINAL_SIGNATURE_STATUSES } from '../contract/vocabulary/states.ts';
import { isStagedOutput, mayHoldRequestsSince, requestOfKey } from '../storage/storage-keys.ts';
import { errorFields } from '../telemetry/logger.ts';
import type { UseCasePorts } from './ports.ts';

type Ports = Pick<UseCasePorts, 'persistence' | 'objectStore' | 'clock' | 'logger'>;

const DAY_MILLISECONDS = 86_400_000;
/** Older folders are not read again: a store of years has millions of them. */
const SEARCHED_DAYS = 31;

/**
 * Deletes what was being written when a process or the machine died, a day later; answers how many files. Files that
 * never became objects are in nobody's row. The output of an attempt goes only when its request has ended and its row
 * names another output: the bytes of a completed request may still lie under the attempt's key. Looks through the
 * requests of the last 31 days. `isStopped` is asked between files.
 */
export async function removeLeftovers(ports: Ports, isStopped: () => boolean = () => false): Promise<number> {
  const now = ports.clock().getTime();
  const since = new Date(now - SEARCHED_DAYS * DAY_MILLISECONDS);
  const leftovers = ports.objectStore.leftovers({
    writtenBefore: new Date(now - DAY_MILLISECONDS),
    mayHold: (folder) => !isStopped() && mayHoldRequestsSince(folder, since),
    isStaged: isStagedOutput,
  });
  let removed = 0;
  for await (const { key, isUnfinished } of leftovers) {
    if (isStopped()) break;
    try {
      if (!isUnfinished && (await mayBeWanted(ports, key))) continue;
      if (await ports.objectStore.delete(key)) removed += 1;
    } catch (error) {
      ports.logger.warn('A file that was left behind could not be removed.', errorFields(error));
    }
  }
  return removed;
}

/** Whether anybody may still ask for the staged output, or an attempt complete with it. */
async function mayBeWanted({ persistence }: Ports, key: string): Promise<boolean> {
  const owner = requestOfKey(key);
  if (owner === undefined) return true;
  const details = await persistence.findRequest(owner.tenantId, owner.signatureId);
  // Of a request that the database does not know, perhaps because it was restored from a copy, nothing is deleted.
  if (details === undefined || !TERMINAL_SIGNATURE_STATUSES.includes(details.request.status)) return true;
  const { output } = details;
  return output !== null && (output.stagedKey === key || output.storageKey === key);
}
