import { eventOf } from '../domain/audit-events.ts';
import type { ArchivableRequest, EndedPlace } from '../persistence/persistence.ts';
import type { ArchivePolicy, ArchivePorts } from './archive-audit.ts';

const DAY_MILLISECONDS = 86_400_000;
/** Some three kilobytes each. */
const FILE_REQUESTS = 2_000;
const PAGE_REQUESTS = 200;
/** Few enough that signing waits some milliseconds for a step at most: each is a dozen rows. */
const STEP_REQUESTS = 50;

/**
 * Moves ended requests that are older than the policy keeps them, with their jobs, from the database to the archive;
 * answers how many. They are on disk there, and an event names the file and its hash, before they are deleted here; their
 * idempotency keys stay. A request of which a file is kept, or which another one names, stays. What a crash left of a run
 * is made good at the next. `isStopped` is asked between steps.
 */
export async function archiveRequests(
  ports: ArchivePorts,
  policy: ArchivePolicy,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { persistence, archive, clock } = ports;
  let count = await deleteArchived(ports, await archive.newestIds('requests'), isStopped);
  const endedBefore = new Date(clock().getTime() - policy.days * DAY_MILLISECONDS);
  let cursor: EndedPlace | null = null;
  while (!isStopped()) {
    const found = await collect(ports, endedBefore, cursor);
    if (found.length > 0) count += await archiveFile(ports, policy, found, isStopped);
    const last = found.at(-1);
    if (last === undefined || found.length < FILE_REQUESTS) break;
    cursor = { endedAt: last.endedAt, id: last.request.id };
  }
  while (count > 0 && !isStopped() && (await persistence.reclaimSpace()));
  return count;
}

async function collect(
  { persistence }: ArchivePorts,
  endedBefore: Date,
  from: EndedPlace | null,
): Promise<readonly ArchivableRequest[]> {
  const requests: ArchivableRequest[] = [];
  let cursor = from;
  while (requests.length < FILE_REQUESTS) {
    const page = await persistence.requestsToArchive({ endedBefore, cursor, limit: PAGE_REQUESTS });
    requests.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_REQUESTS) break;
    cursor = { endedAt: last.endedAt, id: last.request.id };
  }
  return requests;
}

async function archiveFile(
  ports: ArchivePorts,
  { tenantId }: ArchivePolicy,
  requests: readonly ArchivableRequest[],
  isStopped: () => boolean,
): Promise<number> {
  const records = requests.map((found) => ({ id: found.request.id, ...found }));
  const { file, sha256 } = await ports.archive.add('requests', records);
  const subject = { tenantId, entityType: 'RequestArchive', entityId: file, actor: 'retention', correlationId: null };
  const metadata = { count: requests.length, sha256 };
  await ports.persistence.appendAudit(eventOf(ports, subject, 'SignatureRequestsArchived', metadata));
  return deleteArchived(
    ports,
    records.map(({ id }) => id),
    isStopped,
  );
}

async function deleteArchived(
  { persistence }: ArchivePorts,
  ids: readonly string[],
  isStopped: () => boolean,
): Promise<number> {
  let count = 0;
  for (let start = 0; start < ids.length && !isStopped(); start += STEP_REQUESTS) {
    count += await persistence.deleteArchivedRequests(ids.slice(start, start + STEP_REQUESTS));
  }
  return count;
}
