import type { JobList, JobView } from '../contract/http/signatures.ts';
import type { JobDetails, JobFilter } from '../persistence/persistence.ts';
import { countOf, type Paging } from './list-signatures.ts';
import type { Caller, UseCasePorts } from './ports.ts';
import { timestamp } from './signature-view.ts';

/** One page of the tenant's signing jobs, newest first. */
export async function listJobs(
  ports: Pick<UseCasePorts, 'persistence'>,
  caller: Caller,
  paging: Paging,
  filter: JobFilter,
): Promise<JobList> {
  const page = await ports.persistence.listJobs({ tenantId: caller.tenantId, ...paging }, filter);
  const count = await countOf(paging, () => ports.persistence.countJobs(caller.tenantId, filter));
  return { items: page.items.map(jobView), nextCursor: page.nextCursor, ...count };
}

/** Of what the job failed with last, where that is what its request still tells. */
function lastSentence({ lastError }: JobDetails['job'], request: JobDetails['request']): JobView['lastErrorSentence'] {
  return lastError === `${request.errorCode}: ${request.errorMessage}` ? request.errorSentence : null;
}

function jobView({ job, request, input }: JobDetails): JobView {
  return {
    id: job.id,
    signatureId: request.id,
    tenantId: request.tenantId,
    status: job.status,
    signatureStatus: request.status,
    attempt: job.attempt,
    lastError: job.lastError,
    lastErrorSentence: lastSentence(job, request),
    lockedUntil: timestamp(job.lockedUntil),
    nextAttemptAt: timestamp(request.nextAttemptAt),
    createdAt: job.createdAt.toISOString(),
    startedAt: timestamp(job.startedAt),
    completedAt: timestamp(job.completedAt),
    originalFileName: input.originalFileName,
    format: request.format,
    profile: request.profile,
  };
}
