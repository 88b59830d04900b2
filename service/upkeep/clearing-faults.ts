import { DamagedArchiveError } from '../archive/archive.ts';
import type { Chore } from './retention-timer.ts';

/** What it says of a chore that fails. */
export const UNDONE = {
  auditEvents: 'Old audit events stay in the database.',
  requests: 'Old requests stay in the database.',
  messages: 'Old messages stay in the database.',
  files: 'Old files are not deleted.',
  leftovers: 'What crashes left behind is not removed.',
} as const;

const FULL = 'A disk is full: make room on it.';
const CLOSED = 'A file or folder of the station cannot be changed: let its user write there.';
const ROLE = 'The database lets nobody delete them: make the role signing_station_archive.';

/** What the system, SQLite and Postgres say by their codes. */
const CURES: Readonly<Record<string, string>> = {
  ...{ ENOSPC: FULL, EDQUOT: FULL, SQLITE_FULL: FULL, '53100': FULL },
  ...{ EACCES: CLOSED, EPERM: CLOSED, EROFS: CLOSED, SQLITE_READONLY: CLOSED },
  // The role is not there; it is there and may not.
  ...{ '22023': ROLE, '42501': ROLE },
};

/**
 * What a person has to know of chores that failed, by cause: what stays undone, why, and what to do. Null where there is
 * none that tells.
 */
export function describeClearingFaults(faults: ReadonlyMap<Pick<Chore, 'undone'>, unknown>): string | null {
  const byCure = new Map<string, string[]>();
  for (const [{ undone }, fault] of faults) {
    if (undone === undefined) continue;
    const cure = cureOf(fault);
    byCure.set(cure, [...(byCure.get(cure) ?? []), undone]);
  }
  if (byCure.size === 0) return null;
  const said = Array.from(byCure, ([cure, undone]) => [...new Set(undone), cure]).flat();
  return [...said, 'It is tried again every few minutes.'].join(' ');
}

/** The nearest cause that is known. */
function cureOf(fault: unknown): string {
  if (!(fault instanceof Error)) return 'The log says why.';
  const cure = 'code' in fault && typeof fault.code === 'string' ? CURES[fault.code] : undefined;
  if (cure !== undefined) return cure;
  if (fault.cause !== undefined) return cureOf(fault.cause);
  if (fault instanceof DamagedArchiveError) {
    return 'The archive is not as it was written: put it back from a copy (archive verify says where).';
  }
  return 'The log says why.';
}
