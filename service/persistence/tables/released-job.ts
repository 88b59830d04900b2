import { and, eq, gte, lt, notInArray, sql, type Column, type SQL } from 'drizzle-orm';
import type { Blame } from '../persistence.ts';

/** The columns of `signing_jobs` that a released claim is about, whatever the driver. */
interface ReleasedJobColumns {
  readonly id: Column;
  readonly signatureRequestId: Column;
  readonly tenantId: Column;
  readonly interruptions: Column;
}

interface GivenUp {
  readonly status: 'Failed';
  readonly lockedUntil: null;
  readonly claimant: null;
  readonly interruptions: SQL;
}

/** What a job whose claim is given up becomes; its process ended under those that `blame` is about. */
export function givenUp(job: Pick<ReleasedJobColumns, 'id' | 'interruptions'>, blame: Blame): GivenUp {
  return {
    status: 'Failed',
    lockedUntil: null,
    claimant: null,
    interruptions:
      blame === 'nobody'
        ? sql`${job.interruptions}`
        : sql`${job.interruptions} + CASE WHEN ${notInArray(job.id, [...blame.except])} THEN 1 ELSE 0 END`,
  };
}

/** The columns of a ReleasedClaim. */
export function releasedColumns<T extends ReleasedJobColumns>(
  job: T,
): {
  jobId: T['id'];
  signatureId: T['signatureRequestId'];
  tenantId: T['tenantId'];
  interruptions: T['interruptions'];
} {
  return {
    jobId: job.id,
    signatureId: job.signatureRequestId,
    tenantId: job.tenantId,
    interruptions: job.interruptions,
  };
}

/** A claimant that ends in a slash stands for all that begin with it: `0` is the character that follows the slash. */
export function matchesClaimant(column: Column, claimant: string): SQL | undefined {
  if (!claimant.endsWith('/')) return eq(column, claimant);
  return and(gte(column, claimant), lt(column, `${claimant.slice(0, -1)}0`));
}
