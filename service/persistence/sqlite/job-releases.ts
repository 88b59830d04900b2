import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { AT_ONCE } from '../../domain/job-message-row.ts';
import type { JobStore, Persistence, ReleasedClaim } from '../persistence.ts';
import { givenUp, matchesClaimant, releasedColumns } from '../tables/released-job.ts';
import { releasedJob } from '../tables/state-changes.ts';
import { bound, type DatabaseAccess } from './database.ts';
import { ownedJob } from './owned-job.ts';
import { outboxMessages, signatureRequests, signingJobs } from './schema.ts';

/** Giving up the lock of a job without a result: by the worker itself, or in the name of one that is gone. */
export function createReleaseStore(
  access: DatabaseAccess,
): Pick<JobStore, 'releaseClaim'> & Pick<Persistence, 'releaseClaims'> {
  const requeueRequest = prepareRequeue(access);
  return {
    releaseClaim: prepareReleaseOne(access, requeueRequest),
    releaseClaims: prepareReleaseAll(access, requeueRequest),
  };
}

type Requeue = (requestId: string, now: Date) => void;

function prepareRequeue({ database }: DatabaseAccess): Requeue {
  const requeue = database
    .update(signatureRequests)
    .set({ status: 'Queued', queuedAt: bound(signatureRequests.queuedAt, 'now') })
    .where(and(eq(signatureRequests.id, sql.placeholder('requestId')), eq(signatureRequests.status, 'Processing')))
    .prepare();
  return (requestId, now) => {
    requeue.run({ requestId, now });
  };
}

function prepareReleaseOne({ database, writer }: DatabaseAccess, requeueRequest: Requeue): JobStore['releaseClaim'] {
  const releaseJob = database
    .update(signingJobs)
    .set(releasedJob())
    .where(ownedJob(database, ['Locked', 'Processing']))
    .returning({ requestId: signingJobs.signatureRequestId })
    .prepare();
  return (claim, now) =>
    writer.write(() => {
      const [released] = releaseJob.all({ ...claim });
      if (released === undefined) return 'lost';
      requeueRequest(released.requestId, now);
      return 'done';
    });
}

function prepareReleaseAll(
  { database, writer }: DatabaseAccess,
  requeueRequest: Requeue,
): Persistence['releaseClaims'] {
  const bringForward = database
    .update(outboxMessages)
    .set({ availableAt: AT_ONCE })
    .where(
      and(
        sql`${outboxMessages.id} = (SELECT ${signatureRequests.messageId} FROM ${signatureRequests}
          WHERE ${signatureRequests.id} = ${sql.placeholder('requestId')})`,
        isNull(outboxMessages.publishedAt),
      ),
    )
    .prepare();
  return (claimant, now, blame) =>
    writer.write((): readonly ReleasedClaim[] => {
      const released = database
        .update(signingJobs)
        .set(givenUp(signingJobs, blame))
        .where(
          and(matchesClaimant(signingJobs.claimant, claimant), inArray(signingJobs.status, ['Locked', 'Processing'])),
        )
        .returning(releasedColumns(signingJobs))
        .all();
      for (const { signatureId } of released) {
        requeueRequest(signatureId, now);
        bringForward.run({ requestId: signatureId });
      }
      return released;
    });
}
