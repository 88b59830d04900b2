import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Persistence } from '../persistence.ts';
import type { AuditTrail } from './audit.ts';
import { bound, prepareInsert, type DatabaseAccess } from './database.ts';
import { apiKeys } from './schema.ts';

type ApiKeyStore = Pick<
  Persistence,
  'addApiKey' | 'findApiKeyByPrefix' | 'listApiKeys' | 'revokeApiKey' | 'noteApiKeysUsed'
>;

export function createApiKeyStore({ database, writer }: DatabaseAccess, audit: AuditTrail): ApiKeyStore {
  const insert = prepareInsert(database, apiKeys);
  const findByPrefix = database
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.prefix, sql.placeholder('prefix')))
    .prepare();
  const list = database.select().from(apiKeys).orderBy(asc(apiKeys.createdAt), asc(apiKeys.id)).prepare();
  const revoke = database
    .update(apiKeys)
    .set({ revokedAt: bound(apiKeys.revokedAt, 'at') })
    .where(and(eq(apiKeys.id, sql.placeholder('id')), isNull(apiKeys.revokedAt)))
    .prepare();
  const noteUsed = database
    .update(apiKeys)
    .set({ lastUsedAt: bound(apiKeys.lastUsedAt, 'at') })
    .where(
      and(
        eq(apiKeys.id, sql.placeholder('id')),
        or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, bound(apiKeys.lastUsedAt, 'at'))),
      ),
    )
    .prepare();
  return {
    addApiKey: (key, event) =>
      writer.write(() => {
        insert(key);
        audit.append(event);
      }),
    findApiKeyByPrefix: (prefix) => Promise.try(() => findByPrefix.get({ prefix })),
    listApiKeys: () => Promise.try(() => list.all()),
    revokeApiKey: (id, at, event) =>
      writer.write(() => {
        if (revoke.run({ id, at }).changes === 0) return false;
        audit.append(event);
        return true;
      }),
    noteApiKeysUsed: (ids, at) =>
      writer.write(() => {
        for (const id of ids) noteUsed.run({ id, at });
      }),
  };
}
