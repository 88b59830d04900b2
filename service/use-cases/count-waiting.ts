import type { Persistence } from '../persistence/persistence.ts';
import type { PinDesk } from './pin-desk.ts';

/** What waits for a person, in documents. */
export interface WaitingForPerson {
  /** For being seen and approved. */
  readonly approvals: number;
  /** For a PIN that is entered at this machine. */
  readonly pins: number;
}

/** Beyond that it is many. */
const MAX_COUNTED = 500;

/** Counts what waits for a person of the tenant; approvals up to 500. `desk`: where PINs are entered here, if anywhere. */
export async function countWaiting(
  persistence: Pick<Persistence, 'pendingApprovals'>,
  desk: Pick<PinDesk, 'count'> | null,
  tenantId: string,
): Promise<WaitingForPerson> {
  const approvals = await persistence.pendingApprovals(tenantId, MAX_COUNTED);
  return { approvals: approvals.length, pins: (await desk?.count(tenantId)) ?? 0 };
}
