import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { StationError } from './station-error.ts';

/**
 * A disk refused a sync. It may have dropped what it was given, and says so only once: whoever waits is told that nothing was
 * accepted, and the station ends, so that its next start finds what is really there.
 */
export function diskFault(cause: unknown): StationError {
  return new StationError('SERVICE_UNAVAILABLE', tell('DISK_REFUSED'), { cause });
}
