import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Persistence } from '../persistence.ts';
import { waitingRequest } from '../tables/state-changes.ts';
import { isHandedOver } from '../tables/waiting.ts';
import type { DatabaseAccess } from './database.ts';
import { signatureRequests, signingJobs } from './schema.ts';

/** Jobs that stand in line without a message: their provider has more to do than it can. */
export function createLineStore({ database, writer }: DatabaseAccess): Pick<Persistence, 'letWait'> {
  const standInLine = database
    .update(signatureRequests)
    .set(waitingRequest(signatureRequests))
    .where(
      and(
        inArray(
          signatureRequests.id,
          database
            .select({ id: signingJobs.signatureRequestId })
            .from(signingJobs)
            .where(
              and(
                eq(signingJobs.id, sql.placeholder('jobId')),
                eq(signingJobs.signatureRequestId, sql.placeholder('signatureId')),
                inArray(signingJobs.status, ['Pending', 'Failed']),
              ),
            ),
        ),
        isHandedOver(signatureRequests),
      ),
    )
    .returning({ tenantId: signatureRequests.tenantId })
    .prepare();
  return {
    letWait: (jobs, now) =>
      writer.write(() =>
        jobs.flatMap(({ jobId, signatureId }) =>
          standInLine.all({ jobId, signatureId, now }).map(({ tenantId }) => ({ jobId, signatureId, tenantId })),
        ),
      ),
  };
}
