import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { AT_ONCE } from '../../domain/job-message-row.ts';
import type { Blame, JobStore, ReleasedClaim, UnattendedStore } from '../persistence.ts';
import { givenUp, matchesClaimant, releasedColumns } from '../tables/released-job.ts';
import { releasedJob } from '../tables/state-changes.ts';
import { ownedJob } from './owned-job.ts';
import { outboxMessages, signatureRequests, signingJobs } from './schema.ts';
import { bound, statement } from './statements.ts';
import type { Unit, Units } from './units.ts';

/** Giving up the lock of a job without a result: by the worker itself, or in the name of one that is gone. */
export function createReleaseStore(
  units: Units,
): Pick<JobStore, 'releaseClaim'> & Pick<UnattendedStore, 'releaseClaims'> {
  return {
    releaseClaim: (claim, now) =>
      units.write(async (unit) => {
        const [released] = await releaseJob(unit).execute({ ...claim });
        if (released === undefined) return 'lost';
        await requeueRequests(unit).execute({ requestIds: [released.requestId], now });
        return 'done';
      }),
    releaseClaims: (claimant, now, blame) => releaseAll(units, claimant, now, blame),
  };
}

const requeueRequests = statement('requeue_requests', (database, name) =>
  database
    .update(signatureRequests)
    .set({ status: 'Queued', queuedAt: bound(signatureRequests.queuedAt, 'now') })
    .where(
      and(
        sql`${signatureRequests.id} = ANY (${sql.placeholder('requestIds')})`,
        eq(signatureRequests.status, 'Processing'),
      ),
    )
    .prepare(name),
);

const releaseJob = statement('release_job', (database, name) =>
  database
    .update(signingJobs)
    .set(releasedJob())
    .where(ownedJob(database, ['Locked', 'Processing']))
    .returning({ requestId: signingJobs.signatureRequestId })
    .prepare(name),
);

const bringForward = statement('bring_message_forward', (database, name) =>
  database
    .update(outboxMessages)
    .set({ availableAt: AT_ONCE })
    .where(
      and(
        sql`${outboxMessages.id} IN (SELECT ${signatureRequests.messageId} FROM ${signatureRequests}
          WHERE ${signatureRequests.id} = ANY (${sql.placeholder('requestIds')}))`,
        isNull(outboxMessages.publishedAt),
      ),
    )
    .prepare(name),
);

function releaseAll(units: Units, claimant: string, now: Date, blame: Blame) {
  return units.write((unit) => releaseClaimsOf(unit, claimant, now, blame));
}

/** See UnattendedStore.releaseClaims. */
export async function releaseClaimsOf(
  unit: Unit,
  claimant: string,
  now: Date,
  blame: Blame,
): Promise<readonly ReleasedClaim[]> {
  const released = await unit.database
    .update(signingJobs)
    .set(givenUp(signingJobs, blame))
    .where(and(matchesClaimant(signingJobs.claimant, claimant), inArray(signingJobs.status, ['Locked', 'Processing'])))
    .returning(releasedColumns(signingJobs));
  const requestIds = released.map((job) => job.signatureId);
  await requeueRequests(unit).execute({ requestIds, now });
  await bringForward(unit).execute({ requestIds });
  return released;
}
