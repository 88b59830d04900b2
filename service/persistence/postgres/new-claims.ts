import { and, eq, exists, getTableColumns, isNull, sql, type SQLWrapper } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ClaimResult, JobStore } from '../persistence.ts';
import { withAdditionalInputs } from '../tables/request-details.ts';
import { takenJob, takenRequest } from '../tables/state-changes.ts';
import { auditAfter, auditAsJson } from './audit.ts';
import { byClaimantsClock } from './claimants-clock.ts';
import { completeDetails, inputFiles, inputJoin, selectClaimed } from './request-rows.ts';
import { signatureRequests, signingJobs } from './schema.ts';
import { decidingNow, leaseFromNow, statement } from './statements.ts';
import type { Units } from './units.ts';

/** A job that nobody has ever claimed, whose message says what the rows say. */
const takeNewJob = (database: NodePgDatabase) =>
  database
    .update(signingJobs)
    .set({
      ...takenJob(signingJobs),
      lockedUntil: leaseFromNow(signingJobs.lockedUntil),
      startedAt: decidingNow(signingJobs.startedAt),
    })
    .where(
      and(
        eq(signingJobs.id, sql.placeholder('jobId')),
        eq(signingJobs.status, 'Pending'),
        exists(
          database
            .select({ found: sql`1` })
            .from(signatureRequests)
            .innerJoin(inputFiles, inputJoin)
            .where(
              and(
                eq(signatureRequests.id, signingJobs.signatureRequestId),
                eq(signatureRequests.id, sql.placeholder('signatureId')),
                eq(signatureRequests.tenantId, sql.placeholder('tenantId')),
                eq(signatureRequests.status, 'Queued'),
                isNull(signatureRequests.waitReason),
                eq(inputFiles.storageKey, sql.placeholder('inputPath')),
                sql`${signatureRequests.format} = ${sql.placeholder('requestedFormat')}`,
                sql`${signatureRequests.profile} = ${sql.placeholder('requestedProfile')}`,
              ),
            ),
        ),
      ),
    )
    .returning(getTableColumns(signingJobs));

const processNewRequest = (database: NodePgDatabase) =>
  database
    .update(signatureRequests)
    .set({ ...takenRequest(signatureRequests), startedAt: decidingNow(signatureRequests.startedAt) })
    .where(sql`${signatureRequests.id} = (SELECT signature_request_id FROM ${signingJobs})`)
    .returning(getTableColumns(signatureRequests));

/**
 * The claim of a new job in one statement. Its parts have the names of the tables, so that the rows as the claim has left
 * them are read as any other details. A job leaves Pending for good, and with its row locked: whoever gets it so may
 * change its request, which nobody else does while it is Queued and waits for nothing.
 */
const claimNewJob = statement('claim_new_job', (database, name) => {
  const part = (table: string, write: SQLWrapper) => database.$with(table, {}).as(write.getSQL());
  return selectClaimed(
    database.with(
      part('signing_jobs', takeNewJob(database)),
      part('signature_requests', processNewRequest(database)),
      part('audit', auditAfter('signature_requests')),
    ),
  ).prepare(name);
});

/**
 * Claims a job that nobody has claimed before; undefined where it is none that can be had so. `tried` says afterwards
 * whether an answer was lost, so that the claim may stand all the same.
 */
export function claimNew(
  units: Units,
  { jobId, expected, claimant, now, leaseMilliseconds, audit }: Parameters<JobStore['claimJob']>[0],
  tried: { isAgain: boolean },
): Promise<ClaimResult | undefined> {
  const events = auditAsJson(audit, now);
  return units.writeAtOnce(async (unit, isAgain) => {
    tried.isAgain ||= isAgain;
    const rule = { leaseMilliseconds, claimant, told: unit.told(now), audit: events };
    const [row] = await claimNewJob(unit).execute({ ...expected, jobId, ...rule });
    if (row === undefined) return undefined;
    const { hasFurtherInputs, ...claimed } = row;
    const [details] = hasFurtherInputs ? await completeDetails(unit, [claimed]) : withAdditionalInputs([claimed], []);
    const lockedUntil = details?.job.lockedUntil;
    if (details === undefined || lockedUntil == null) throw new Error('A claim has lost its job.');
    const told = byClaimantsClock(details, new Date(lockedUntil.getTime() - leaseMilliseconds), now);
    return { outcome: 'claimed', claim: { jobId, attempt: details.job.attempt, lockedUntil }, details: told };
  });
}
