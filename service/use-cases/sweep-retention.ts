import type { SignatureStatus } from '../contract/vocabulary/states.ts';
import { eventOf } from '../domain/audit-events.ts';
import type { ExpiredFile } from '../persistence/persistence.ts';
import { errorFields } from '../telemetry/logger.ts';
import type { UseCasePorts } from './ports.ts';

type Ports = Pick<UseCasePorts, 'persistence' | 'objectStore' | 'clock' | 'newId' | 'logger'>;

/** Whole days that files are kept after their request ended in a state; a state that is missing or null: for ever. */
type DaysByStatus = Readonly<Partial<Record<SignatureStatus, number | null>>>;

export interface RetentionPolicy {
  /** Input documents, further data objects and stamp images. */
  readonly inputDays: DaysByStatus;
  readonly outputDays: DaysByStatus;
}

const BATCH_SIZE = 100;
const DAY_MILLISECONDS = 86_400_000;

/** Whether the policy ever deletes anything. */
export function deletesAnything({ inputDays, outputDays }: RetentionPolicy): boolean {
  return [inputDays, outputDays].some((days) => Object.values(days).some((value) => value !== null));
}

/**
 * Deletes the stored files whose time is over; answers how many. Rows and audit events stay, each file leaves a
 * FileDeleted event. The bytes go first: a crash in between leaves a row without bytes, which readers are answered as
 * a missing output and the next sweep marks; the other order could leave bytes that nothing knows of. A file that
 * cannot be deleted is logged and tried again at the next sweep. `isStopped` is asked between files.
 */
export async function sweepRetention(
  ports: Ports,
  policy: RetentionPolicy,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let deleted = 0;
  for (const [kind, days] of [
    ['input', policy.inputDays],
    ['output', policy.outputDays],
  ] as const) {
    for (const [count, statuses] of groupByDays(days)) {
      const endedBefore = new Date(ports.clock().getTime() - count * DAY_MILLISECONDS);
      deleted += await sweepGroup(ports, { kind, statuses, endedBefore }, isStopped);
    }
  }
  return deleted;
}

/** States that share a time are asked for together. */
function groupByDays(days: DaysByStatus): ReadonlyMap<number, readonly SignatureStatus[]> {
  const groups = new Map<number, SignatureStatus[]>();
  for (const [status, count] of Object.entries(days) as [SignatureStatus, number | null][]) {
    if (count !== null) groups.set(count, [...(groups.get(count) ?? []), status]);
  }
  return groups;
}

type Group = Omit<Parameters<Ports['persistence']['filesEndedBefore']>[0], 'limit'>;

async function sweepGroup(ports: Ports, group: Group, isStopped: () => boolean): Promise<number> {
  const failed = new Set<string>();
  let deleted = 0;
  while (!isStopped()) {
    // Files that could not be deleted are found again; they must not hide those behind them.
    const found = await ports.persistence.filesEndedBefore({ ...group, limit: BATCH_SIZE + failed.size });
    const files = found.filter((file) => !failed.has(file.fileId));
    if (files.length === 0) break;
    for (const file of files) {
      if (isStopped()) break;
      if (await deleteFile(ports, group.kind, file)) deleted += 1;
      else failed.add(file.fileId);
    }
  }
  return deleted;
}

async function deleteFile(ports: Ports, kind: Group['kind'], file: ExpiredFile): Promise<boolean> {
  try {
    await ports.objectStore.delete(file.storageKey);
    // An output whose promotion never happened still lies here.
    if (file.stagedKey !== null) await ports.objectStore.delete(file.stagedKey);
    const request = { tenantId: file.tenantId, entityType: 'SignatureRequest', entityId: file.signatureId };
    const subject = { ...request, actor: 'retention', correlationId: null };
    const event = eventOf(ports, subject, 'FileDeleted', { fileId: file.fileId, kind });
    await ports.persistence.markFileDeleted(file.fileId, event.timestamp, event);
    return true;
  } catch (error) {
    ports.logger.warn('A file whose retention period is over could not be deleted; it is tried again.', {
      ...errorFields(error),
      signatureId: file.signatureId,
    });
    return false;
  }
}
