import { describe, expect, it } from 'vitest';
import type { Persistence } from '../persistence/persistence.ts';
import { countWaiting } from './count-waiting.ts';

describe('countWaiting', () => {
  it('counts what waits for a person of the tenant, and nothing that waits for a device or for others', async () => {
    const group = (tenantId: string, waitReason: string, count: number): object => ({ tenantId, waitReason, count });
    const persistence = {
      pendingApprovals: (tenantId: string, limit: number) => Promise.resolve([tenantId, String(limit)]),
      waitingGroups: () =>
        Promise.resolve([
          group('acme', 'PIN_ASKED', 2),
          group('acme', 'PIN_ASKED', 3),
          group('acme', 'TOKEN_ABSENT', 7),
          group('zenith', 'PIN_ASKED', 11),
        ]),
    } as unknown as Persistence;
    expect(await countWaiting(persistence, 'acme')).toEqual({ approvals: 2, pins: 5 });
  });
});
