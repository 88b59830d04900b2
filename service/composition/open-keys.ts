import type { Persistence } from '../persistence/persistence.ts';
import type { Logger } from '../telemetry/logger.ts';
import { keysMadeWithoutKey } from '../use-cases/keys-made-without-key.ts';

/**
 * Names the keys in force that earlier versions let anyone make while nobody needed a key. They are not revoked, since
 * the programs that use them may be the right ones.
 */
export async function warnOfOpenKeys(persistence: Persistence, logger: Logger): Promise<void> {
  for (const { id, prefix, tenantId } of await keysMadeWithoutKey({ persistence })) {
    logger.warn(
      'An API key in force was made by somebody who showed no key, before keys were needed. If you do not know whose ' +
        'it is, revoke it at the command line: api-key revoke with the id in `entity`.',
      { key: prefix, entity: id, tenantId },
    );
  }
}
