import type { ArchivableRequest, EndedPlace, Persistence } from '../persistence/persistence.ts';
import { archiveRecords, type ArchivePolicy, type ArchivePorts, type FileOfRecords } from './archive-records.ts';

/** Some three kilobytes each. */
const FILE_REQUESTS = 2_000;
const PAGE_REQUESTS = 200;
/** Each is a dozen rows. */
const STEP_REQUESTS = 50;

/**
 * Moves ended requests that are older than the policy keeps them, with their jobs, from the database to the archive;
 * answers how many. Their idempotency keys stay. A request of which a file is kept, or which another one names, stays.
 * `isStopped` is asked between steps.
 */
export async function archiveRequests(
  ports: ArchivePorts,
  policy: ArchivePolicy,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { persistence } = ports;
  const source = {
    kind: 'requests',
    eventType: 'SignatureRequestsArchived',
    entityType: 'RequestArchive',
    stepSize: STEP_REQUESTS,
    collect: (endedBefore: Date, from: EndedPlace | null) => collect(persistence, endedBefore, from),
    delete: (ids: readonly string[]) => persistence.deleteArchivedRequests(ids),
  } as const;
  return archiveRecords(ports, policy, source, isStopped);
}

async function collect(
  persistence: Pick<Persistence, 'requestsToArchive'>,
  endedBefore: Date,
  from: EndedPlace | null,
): Promise<FileOfRecords<'requests', EndedPlace>> {
  const found: ArchivableRequest[] = [];
  let cursor = from;
  while (found.length < FILE_REQUESTS) {
    const page = await persistence.requestsToArchive({ endedBefore, cursor, limit: PAGE_REQUESTS });
    found.push(...page);
    const last = page.at(-1);
    cursor = last === undefined || page.length < PAGE_REQUESTS ? null : { endedAt: last.endedAt, id: last.request.id };
    if (cursor === null) break;
  }
  return { records: found.map((each) => ({ id: each.request.id, ...each })), cursor };
}
