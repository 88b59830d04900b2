import { archiveAudit } from '../use-cases/archive-audit.ts';
import type { ArchivePolicy, ArchivePorts } from '../use-cases/archive-records.ts';
import { archiveRequests } from '../use-cases/archive-requests.ts';
import type { UseCasePorts } from '../use-cases/ports.ts';
import { pruneOutbox } from '../use-cases/prune-outbox.ts';
import { removeLeftovers } from '../use-cases/remove-leftovers.ts';
import { deletesAnything, sweepRetention, type RetentionPolicy } from '../use-cases/sweep-retention.ts';
import { UNDONE } from './clearing-faults.ts';
import type { Chore } from './retention-timer.ts';

const DAY_MILLISECONDS = 86_400_000;

/** What the station clears away by itself: files by the policy, messages that were handed over, leftovers of crashes. */
export function retentionChores(
  ports: Pick<UseCasePorts, 'persistence' | 'objectStore' | 'clock' | 'newId' | 'logger'> & ArchivePorts,
  policy: RetentionPolicy,
  /** Null: audit events stay where they are. */
  auditPolicy: ArchivePolicy | null,
  /** Null: requests stay where they are. */
  requestPolicy: ArchivePolicy | null,
): readonly Chore[] {
  const sweep: Chore = {
    message: 'Files whose retention period is over were deleted.',
    undone: UNDONE.files,
    run: (isStopped) => sweepRetention(ports, policy, isStopped),
    restMilliseconds: 0,
  };
  const archive = (days: ArchivePolicy): Chore => ({
    message: 'Audit events whose retention period is over were moved to the archive.',
    undone: UNDONE.auditEvents,
    run: (isStopped) => archiveAudit(ports, days, isStopped),
    restMilliseconds: 0,
  });
  const archiveEnded = (days: ArchivePolicy): Chore => ({
    message: 'Requests whose retention period is over were moved to the archive.',
    undone: UNDONE.requests,
    run: (isStopped) => archiveRequests(ports, days, isStopped),
    restMilliseconds: 0,
  });
  return [
    ...(auditPolicy === null ? [] : [archive(auditPolicy)]),
    ...(deletesAnything(policy) ? [sweep] : []),
    ...(requestPolicy === null ? [] : [archiveEnded(requestPolicy)]),
    {
      message: 'Messages that were handed over a day ago were deleted.',
      undone: UNDONE.messages,
      run: (isStopped) => pruneOutbox(ports, isStopped),
      restMilliseconds: 0,
    },
    {
      message: 'Files that a crash had left behind were removed.',
      undone: UNDONE.leftovers,
      run: (isStopped) => removeLeftovers(ports, isStopped),
      restMilliseconds: DAY_MILLISECONDS,
    },
  ];
}
