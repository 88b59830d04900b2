import type { Persistence } from '../persistence/persistence.ts';

/** What waits for a person, in documents. */
export interface WaitingForPerson {
  /** For being seen and approved. */
  readonly approvals: number;
  /** For a PIN, whoever is to enter it. */
  readonly pins: number;
}

/** Beyond that it is many. */
const MAX_COUNTED = 500;

/** Counts what waits for a person of the tenant; approvals up to 500. */
export async function countWaiting(
  persistence: Pick<Persistence, 'pendingApprovals' | 'waitingGroups'>,
  tenantId: string,
): Promise<WaitingForPerson> {
  const approvals = await persistence.pendingApprovals(tenantId, MAX_COUNTED);
  const groups = await persistence.waitingGroups();
  const ofPin = groups.filter((group) => group.waitReason === 'PIN_ASKED' && group.tenantId === tenantId);
  return { approvals: approvals.length, pins: ofPin.reduce((sum, { count }) => sum + count, 0) };
}
