import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../domain/station-error.ts';
import type { StoredFile } from '../domain/records.ts';
import type { RequestDetails } from '../persistence/persistence.ts';
import { ObjectNotFound } from '../storage/object-store.ts';
import { errorFields } from '../telemetry/logger.ts';
import type { UseCasePorts } from './ports.ts';

type Ports = Pick<UseCasePorts, 'persistence' | 'objectStore' | 'logger'>;

/** The output of a completed request. Throws SIGNATURE_OUTPUT_NOT_FOUND before that or when the file was deleted. */
export function requireOutput(details: RequestDetails): StoredFile {
  const { request, output } = details;
  if (request.status !== 'Completed') {
    throw new StationError('SIGNATURE_OUTPUT_NOT_FOUND', tell('OUTPUT_NOT_YET', { status: request.status }));
  }
  if (output === null) throw missingOutput();
  if (output.deletedAt !== null) {
    throw new StationError('SIGNATURE_OUTPUT_NOT_FOUND', tell('OUTPUT_DELETED'));
  }
  return output;
}

function missingOutput(): StationError {
  return new StationError('SIGNATURE_OUTPUT_NOT_FOUND', tell('OUTPUT_MISSING'));
}

/**
 * Opens the output wherever it lies. A worker may have died, or may be at work right now, between the commit of its
 * completion and the promotion of the staged file; the row points at the winner, so finishing its work is safe. Until then
 * another attempt's bytes may lie in the output's place: they are not opened while there are staged ones.
 * Throws SIGNATURE_OUTPUT_NOT_FOUND when the bytes are nowhere.
 */
export async function openOutput<T>(ports: Ports, output: StoredFile, open: (key: string) => Promise<T>): Promise<T> {
  const { storageKey, stagedKey } = output;
  const isStaged = stagedKey !== null && (await ports.objectStore.size(stagedKey)) !== undefined;
  const isPromoted = !isStaged || (await finishPromotion(ports, stagedKey, storageKey));
  // What was staged a moment ago may have been promoted by another process since, and after a power cut be staged again.
  const places = isPromoted ? [storageKey, stagedKey] : [stagedKey, storageKey];
  let found: { value: T } | undefined;
  for (const place of places) if (place !== null) found ??= await opened(open, place);
  if (found === undefined) throw missingOutput();
  return found.value;
}

async function opened<T>(open: (key: string) => Promise<T>, key: string): Promise<{ value: T } | undefined> {
  try {
    return { value: await open(key) };
  } catch (error) {
    if (error instanceof ObjectNotFound) return undefined;
    throw error;
  }
}

async function finishPromotion(ports: Ports, stagedKey: string, storageKey: string): Promise<boolean> {
  try {
    await ports.objectStore.promote(stagedKey, storageKey);
    return true;
  } catch (error) {
    ports.logger.warn('A staged output could not be promoted on the way to a reader.', errorFields(error));
    return false;
  }
}
