import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { KeyStore } from '../persistence.ts';
import { appendAudit } from './audit.ts';
import { apiKeys } from './schema.ts';
import { bound, insertInto, statement } from './statements.ts';
import type { Units } from './units.ts';

export function createApiKeyStore(units: Units): KeyStore {
  return {
    addApiKey: (key, event) =>
      units.write(async (unit) => {
        await insert(unit, { ...key, permissions: key.permissions });
        await appendAudit(unit, [event]);
      }),
    findApiKeyByPrefix: (prefix) => units.read(async (unit) => (await findByPrefix(unit).execute({ prefix }))[0]),
    listApiKeys: () => units.read((unit) => list(unit).execute()),
    revokeApiKey: (id, at, event) =>
      units.write(async (unit) => {
        const { rowCount } = await revoke(unit).execute({ id, at });
        if (rowCount !== 1) return false;
        await appendAudit(unit, [event]);
        return true;
      }),
    noteApiKeysUsed: (ids, at) =>
      units.write(
        async (unit) => {
          if (ids.length > 0) await noteUsed(unit).execute({ ids: [...ids], at });
        },
        { isRepeatable: true },
      ),
  };
}

const insert = insertInto('insert_api_key', apiKeys);

const findByPrefix = statement('api_key_by_prefix', (database, name) =>
  database
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.prefix, sql.placeholder('prefix')))
    .prepare(name),
);

const list = statement('list_api_keys', (database, name) =>
  database.select().from(apiKeys).orderBy(asc(apiKeys.createdAt), asc(apiKeys.id)).prepare(name),
);

const revoke = statement('revoke_api_key', (database, name) =>
  database
    .update(apiKeys)
    .set({ revokedAt: bound(apiKeys.revokedAt, 'at') })
    .where(and(eq(apiKeys.id, sql.placeholder('id')), isNull(apiKeys.revokedAt)))
    .prepare(name),
);

// Rows are locked in one order, so that two hosts that note the same keys do not wait for each other.
const noteUsed = statement('note_api_keys_used', (database, name) => {
  const earlier = database
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(
      and(
        sql`${apiKeys.id} = ANY (${sql.placeholder('ids')})`,
        or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, bound(apiKeys.lastUsedAt, 'at'))),
      ),
    )
    .orderBy(asc(apiKeys.id))
    .for('update');
  return database
    .update(apiKeys)
    .set({ lastUsedAt: bound(apiKeys.lastUsedAt, 'at') })
    .where(sql`${apiKeys.id} IN (${earlier})`)
    .prepare(name);
});
