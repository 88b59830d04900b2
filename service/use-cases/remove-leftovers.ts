import { TERMINAL_SIGNATURE_STATUSES } from '../contract/vocabulary/states.ts';
import { isOutput, isStagedOutput, mayHoldRequestsSince, requestOfKey } from '../storage/storage-keys.ts';
import { errorFields } from '../telemetry/logger.ts';
import type { UseCasePorts } from './ports.ts';

type Ports = Pick<UseCasePorts, 'persistence' | 'objectStore' | 'clock' | 'logger'>;

const DAY_MILLISECONDS = 86_400_000;
/** Older folders are not read again: a store of years has millions of them. */
const SEARCHED_DAYS = 31;
const OUTPUTS_AT_A_TIME = 500;

/**
 * Deletes what was being written when a process or the machine died, a day later; answers how many files. Files that
 * never became objects are in nobody's row. The output of an attempt goes only when its request has ended and its row
 * names another output: the bytes of a completed request may still lie under the attempt's key. An output that was put in
 * its place by an attempt that never completed goes when its request has ended without one. Looks through the
 * requests of the last 31 days. `isStopped` is asked between files.
 */
export async function removeLeftovers(ports: Ports, isStopped: () => boolean = () => false): Promise<number> {
  const now = ports.clock().getTime();
  const since = new Date(now - SEARCHED_DAYS * DAY_MILLISECONDS);
  const leftovers = ports.objectStore.leftovers({
    writtenBefore: new Date(now - DAY_MILLISECONDS),
    mayHold: (folder) => !isStopped() && mayHoldRequestsSince(folder, since),
    isStaged: isStagedOutput,
    isOutput,
  });
  let removed = 0;
  let outputs: string[] = [];
  const removeIf = async (key: string, isUnwanted: () => Promise<boolean>): Promise<void> => {
    try {
      if ((await isUnwanted()) && (await ports.objectStore.delete(key))) removed += 1;
    } catch (error) {
      ports.logger.warn('A file that was left behind could not be removed.', errorFields(error));
    }
  };
  const removeOutputs = async (): Promise<void> => {
    const unwanted = await neverServed(ports, outputs);
    outputs = [];
    for (const key of unwanted) if (!isStopped()) await removeIf(key, () => Promise.resolve(true));
  };
  for await (const { key, isUnfinished } of leftovers) {
    if (isStopped()) break;
    if (!isUnfinished && isOutput(key)) outputs.push(key);
    else await removeIf(key, async () => isUnfinished || !(await mayBeWanted(ports, key)));
    if (outputs.length >= OUTPUTS_AT_A_TIME) await removeOutputs();
  }
  await removeOutputs();
  return removed;
}

/** Of all outputs those whose requests will never hand one out: nearly none, so they are not asked for one by one. */
async function neverServed({ persistence }: Ports, keys: readonly string[]): Promise<readonly string[]> {
  const owners = new Map(keys.flatMap((key) => [[requestOfKey(key)?.signatureId, key] as const]));
  const ids = [...owners.keys()].filter((id) => id !== undefined);
  if (ids.length === 0) return [];
  const ended = await persistence.endedWithoutOutput(ids);
  return ended.flatMap(({ tenantId, id }) => {
    const key = owners.get(id);
    return key !== undefined && requestOfKey(key)?.tenantId === tenantId ? key : [];
  });
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
