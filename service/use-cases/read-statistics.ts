import type { Statistics } from '../contract/http/signatures.ts';
import { SIGNATURE_FORMATS, type SignatureFormat } from '../contract/vocabulary/signature-formats.ts';
import { SIGNATURE_STATUSES, type SignatureStatus } from '../contract/vocabulary/states.ts';
import type { Caller, UseCasePorts } from './ports.ts';
import { timestamp } from './signature-view.ts';

const HOUR_MILLISECONDS = 3_600_000;

/** The dashboard's figures for one tenant; every status and format is named, with 0 where there is none. */
export async function readStatistics(
  ports: Pick<UseCasePorts, 'persistence' | 'clock'>,
  caller: Caller,
): Promise<Statistics> {
  const since = new Date(ports.clock().getTime() - HOUR_MILLISECONDS);
  const snapshot = await ports.persistence.statistics(caller.tenantId, since);
  const byStatus = counted<SignatureStatus>(SIGNATURE_STATUSES, snapshot.byStatus);
  return {
    total: Object.values(byStatus).reduce((sum, count) => sum + count, 0),
    byStatus,
    byFormat: counted<SignatureFormat>(SIGNATURE_FORMATS, snapshot.byFormat),
    completedLastHour: snapshot.completedSince,
    failedLastHour: snapshot.failedSince,
    oldestQueuedAt: timestamp(snapshot.oldestQueuedAt),
    medianDurationMilliseconds: snapshot.medianDurationMilliseconds,
  };
}

function counted<K extends string>(
  names: readonly K[],
  counts: Readonly<Partial<Record<K, number>>>,
): Record<K, number> {
  const entries = names.map((name): [K, number] => [name, counts[name] ?? 0]);
  return Object.fromEntries(entries) as Record<K, number>;
}
