import { and, asc, inArray, sql } from 'drizzle-orm';
import type { HandedOver, UnattendedStore } from '../persistence.ts';
import { waitingRequest } from '../tables/state-changes.ts';
import { isHandedOver } from '../tables/waiting.ts';
import { signatureRequests, signingJobs } from './schema.ts';
import { statement } from './statements.ts';
import type { Unit, Units } from './units.ts';

/** Jobs that stand in line without a message: their provider has more to do than it can. */
export function createLineStore(units: Units): Pick<UnattendedStore, 'letWait'> {
  return {
    letWait: (jobs, now) => units.write((unit) => letWait(unit, jobs, now), { isRepeatable: true }),
  };
}

/** One that is locked is being claimed at this moment, and so is no longer handed over. */
const lockUnbegun = statement('lock_unbegun_jobs', (database, name) =>
  database
    .select({ jobId: signingJobs.id, signatureId: signingJobs.signatureRequestId })
    .from(signingJobs)
    .where(
      and(
        sql`${signingJobs.id} = ANY(${sql.placeholder('jobIds')}::text[])`,
        inArray(signingJobs.status, ['Pending', 'Failed']),
      ),
    )
    .orderBy(asc(signingJobs.id))
    .for('update', { skipLocked: true })
    .prepare(name),
);

const standInLine = statement('stand_in_line', (database, name) =>
  database
    .update(signatureRequests)
    .set(waitingRequest(signatureRequests))
    .where(
      and(
        sql`${signatureRequests.id} = ANY(${sql.placeholder('signatureIds')}::text[])`,
        isHandedOver(signatureRequests),
      ),
    )
    .returning({ signatureId: signatureRequests.id, tenantId: signatureRequests.tenantId })
    .prepare(name),
);

/** A queued request changes under the lock of its job alone: whoever claims it then finds it as it is. */
async function letWait(unit: Unit, jobs: readonly HandedOver[], callersNow: Date): Promise<readonly HandedOver[]> {
  const locked = await lockUnbegun(unit).execute({ jobIds: jobs.map(({ jobId }) => jobId) });
  const named = new Set(jobs.map(({ jobId, signatureId }) => `${jobId} ${signatureId}`));
  const own = new Map(
    locked.flatMap(({ jobId, signatureId }) => (named.has(`${jobId} ${signatureId}`) ? [[signatureId, jobId]] : [])),
  );
  if (own.size === 0) return [];
  const waiting = await standInLine(unit).execute({ signatureIds: [...own.keys()], now: unit.now(callersNow) });
  return waiting.map(({ signatureId, tenantId }) => ({ jobId: own.get(signatureId) ?? '', signatureId, tenantId }));
}
