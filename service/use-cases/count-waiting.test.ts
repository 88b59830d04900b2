import { expect, it } from 'vitest';
import type { Persistence } from '../persistence/persistence.ts';
import { countWaiting } from './count-waiting.ts';

it('counts what waits for a person of the tenant: approvals, and PINs that are entered here', async () => {
  const persistence = {
    pendingApprovals: (tenantId: string, limit: number) => Promise.resolve([tenantId, String(limit)]),
  } as unknown as Persistence;
  const desk = { count: (tenantId: string) => Promise.resolve(tenantId === 'acme' ? 5 : 11) };
  expect(await countWaiting(persistence, desk, 'acme')).toEqual({ approvals: 2, pins: 5 });
  expect(await countWaiting(persistence, null, 'acme')).toEqual({ approvals: 2, pins: 0 });
});
