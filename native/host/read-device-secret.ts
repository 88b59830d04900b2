import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { SecretStore } from '../../service/secrets/secret-store.ts';

/**
 * The PIN or password of a device; undefined where none is configured. One that is there and cannot be read (no text, no
 * file, another user's right) is a matter of how the station is set up: SIGNING_OPERATION_FAILED that waits for a person.
 */
export async function readDeviceSecret(secrets: SecretStore, name: string): Promise<string | undefined> {
  try {
    return await secrets.read(name);
  } catch (cause) {
    throw new StationError('SIGNING_OPERATION_FAILED', tell('PIN_UNREADABLE', { secret: name }), {
      ...{ kind: 'permanent', area: 'pin', waitReason: 'PIN_MISSING' },
      cause,
    });
  }
}
