import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UseCasePorts } from './ports.ts';
import { authenticateApiKey, createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import { keysMadeWithoutKey } from './keys-made-without-key.ts';
import { CALLER, NOW, openBench, STRANGER, type UseCaseBench } from './use-case-bench.suite.ts';

const WANTED = { name: 'Archive', permissions: ['SignaturesRead', 'SignaturesCreate'] } as const;

let bench: UseCaseBench;
let ports: UseCasePorts;
beforeEach(async () => {
  bench = await openBench();
  ports = { ...bench.ports, randomBytes };
});
afterEach(() => bench.close());

describe('an API key', () => {
  it('is shown once; neither row nor audit hold its secret', async () => {
    const { key, record } = await createApiKey(ports, CALLER, WANTED);
    const [prefix, secret = ''] = key.split('.');
    expect(record).toMatchObject({ prefix, tenantId: 'acme', createdAt: NOW, revokedAt: null });
    expect(bench.kept.audit).toMatchObject([
      {
        ...{ eventType: 'ApiKeyCreated', entityType: 'ApiKey', entityId: record.id, actor: CALLER.actor },
        metadata: { name: 'Archive', prefix, permissions: 'SignaturesRead SignaturesCreate' },
      },
    ]);
    const kept = JSON.stringify([bench.kept.keys, bench.kept.audit, bench.logLines]);
    expect(secret).toHaveLength(43);
    expect(kept).not.toContain(secret);
  });

  it('opens with its whole text and with nothing else', async () => {
    const { key, record } = await createApiKey(ports, CALLER, WANTED);
    expect(await authenticateApiKey(ports, key)).toEqual(record);
    const other = (await createApiKey(ports, CALLER, WANTED)).key;
    const [prefix = '', secret = ''] = key.split('.');
    const wrong = [prefix, secret, `${prefix}.`, `${key}A`, ` ${key}`, `${prefix}.${other.split('.')[1] ?? ''}`, ''];
    for (const text of wrong) expect(await authenticateApiKey(ports, text)).toBeUndefined();
  });

  it('is seen and revoked by its tenant only, once, and opens nothing afterwards', async () => {
    const { key, record } = await createApiKey(ports, CALLER, WANTED);
    expect(await listApiKeys(ports, STRANGER)).toEqual([]);
    expect(await revokeApiKey(ports, STRANGER, record.id)).toBe(false);
    expect(await revokeApiKey(ports, CALLER, record.id)).toBe(true);
    expect(await revokeApiKey(ports, CALLER, record.id)).toBe(false);
    expect(await authenticateApiKey(ports, key)).toBeUndefined();
    expect(bench.kept.audit.map(({ eventType }) => eventType)).toEqual(['ApiKeyCreated', 'ApiKeyRevoked']);
  });
});

describe('keysMadeWithoutKey', () => {
  it('finds keys in force that somebody made who showed none', async () => {
    const { record } = await createApiKey(ports, STRANGER, WANTED);
    await createApiKey(ports, CALLER, WANTED);
    expect((await keysMadeWithoutKey(ports)).map(({ id }) => id)).toEqual([record.id]);
    await revokeApiKey(ports, STRANGER, record.id);
    expect(await keysMadeWithoutKey(ports)).toEqual([]);
  });
});
