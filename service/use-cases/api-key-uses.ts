import type { ApiKeyRecord } from '../domain/records.ts';
import { errorFields } from '../telemetry/logger.ts';
import type { UseCasePorts } from './ports.ts';

/** Remembers when keys were used, for whoever wonders whether one may be revoked. */
export interface ApiKeyUses {
  /** The key has proved who calls. Returns at once; the write comes later, and not at all after a crash. */
  note(key: Pick<ApiKeyRecord, 'id' | 'lastUsedAt'>): void;
}

const COARSE_MILLISECONDS = 60_000;

/**
 * At most one write per key and minute, however often it is used. `later` calls its argument once, soon, when it is in
 * nobody's way; all keys that were noted until then are written together. A write that fails is logged and forgotten:
 * the next use a minute later tries again.
 */
export function createApiKeyUses(
  ports: Pick<UseCasePorts, 'persistence' | 'clock' | 'logger'>,
  later: (write: () => void) => void,
): ApiKeyUses {
  /** Milliseconds of the use that was noted last by key id. As many entries as there are keys in use. */
  const noted = new Map<string, number>();
  let waiting: string[] = [];
  const write = (): void => {
    const ids = waiting;
    waiting = [];
    ports.persistence.noteApiKeysUsed(ids, ports.clock()).catch((error: unknown) => {
      ports.logger.warn('The last use of API keys could not be noted.', errorFields(error));
    });
  };
  return {
    note({ id, lastUsedAt }) {
      const now = ports.clock().getTime();
      // What the row says may be the word of another process that serves the same database.
      const last = Math.max(noted.get(id) ?? -Infinity, lastUsedAt?.getTime() ?? -Infinity);
      if (now - last < COARSE_MILLISECONDS) return;
      noted.set(id, now);
      waiting.push(id);
      if (waiting.length === 1) later(write);
    },
  };
}
