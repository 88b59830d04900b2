import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditEventType } from '../contract/vocabulary/audit-events.ts';
import type { ApiKeyRecord, AuditEvent } from '../domain/records.ts';
import type { Persistence } from './persistence.ts';
import { at } from './sample-records.suite.ts';

/** API keys: found by prefix, revoked once, their last use noted. */
export function describeApiKeys(current: () => Persistence): void {
  let store: Persistence;
  beforeEach(() => {
    store = current();
  });

  const auditEvent = (eventType: AuditEventType, entityId: string): AuditEvent => ({
    id: randomUUID(),
    tenantId: 'acme',
    entityType: 'Thing',
    entityId,
    eventType,
    actor: 'tester',
    timestamp: at(50),
    correlationId: null,
    metadata: {},
  });

  describe('API keys', () => {
    const apiKey = (changes: Partial<ApiKeyRecord> = {}): ApiKeyRecord => ({
      id: randomUUID(),
      name: 'CI',
      prefix: randomUUID().slice(0, 8),
      secretSha256: 'ab'.repeat(32),
      tenantId: 'acme',
      permissions: ['SignaturesCreate', 'AuditRead'],
      createdAt: at(0),
      revokedAt: null,
      lastUsedAt: null,
      approvalRule: 'OncePerBatch',
      ...changes,
    });

    it('are found by prefix and listed, oldest first', async () => {
      const [first, second] = [apiKey({ createdAt: at(1), permissions: [] }), apiKey({ createdAt: at(2) })];
      await store.addApiKey(second, auditEvent('ApiKeyCreated', second.id));
      await store.addApiKey(first, auditEvent('ApiKeyCreated', first.id));
      expect(await store.findApiKeyByPrefix(first.prefix)).toEqual(first);
      expect(await store.findApiKeyByPrefix('nothing')).toBeUndefined();
      expect(await store.listApiKeys()).toEqual([first, second]);
    });

    it('have prefixes of their own; a refused one leaves no audit event', async () => {
      const key = apiKey();
      await store.addApiKey(key, auditEvent('ApiKeyCreated', key.id));
      const clash = apiKey({ prefix: key.prefix });
      await expect(store.addApiKey(clash, auditEvent('ApiKeyCreated', clash.id))).rejects.toThrow();
      const audit = await store.listAuditEvents({ tenantId: 'acme', limit: 9, cursor: null }, {});
      expect(audit.items.map((event) => event.entityId)).toEqual([key.id]);
    });

    it('are revoked once', async () => {
      const key = apiKey();
      await store.addApiKey(key, auditEvent('ApiKeyCreated', key.id));
      expect(await store.revokeApiKey(key.id, at(5), auditEvent('ApiKeyRevoked', key.id))).toBe(true);
      expect(await store.revokeApiKey(key.id, at(6), auditEvent('ApiKeyRevoked', key.id))).toBe(false);
      expect(await store.revokeApiKey(randomUUID(), at(6), auditEvent('ApiKeyRevoked', key.id))).toBe(false);
      expect(await store.findApiKeyByPrefix(key.prefix)).toEqual({ ...key, revokedAt: at(5) });
      const audit = await store.listAuditEvents({ tenantId: 'acme', limit: 9, cursor: null }, {});
      expect(audit.items).toHaveLength(2);
    });
  });

  describe('the last use of API keys', () => {
    const lastUses = async () =>
      Object.fromEntries((await store.listApiKeys()).map((key) => [key.name, key.lastUsedAt]));
    const add = async (name: string): Promise<string> => {
      const id = randomUUID();
      await store.addApiKey(
        {
          id,
          name,
          prefix: name,
          secretSha256: 'ab'.repeat(32),
          tenantId: 'acme',
          permissions: [],
          createdAt: at(0),
          revokedAt: null,
          lastUsedAt: null,
          approvalRule: null,
        },
        auditEvent('ApiKeyCreated', id),
      );
      return id;
    };

    it('is noted for several at once and never goes back', async () => {
      const [a, b] = [await add('a'), await add('b')];
      await add('c');
      await store.noteApiKeysUsed([a, b, randomUUID()], at(100));
      expect(await lastUses()).toEqual({ a: at(100), b: at(100), c: null });
      await store.noteApiKeysUsed([a], at(99));
      await store.noteApiKeysUsed([b], at(101));
      await store.noteApiKeysUsed([], at(500));
      expect(await lastUses()).toEqual({ a: at(100), b: at(101), c: null });
      expect((await store.findApiKeyByPrefix('b'))?.lastUsedAt).toEqual(at(101));
    });
  });
}
