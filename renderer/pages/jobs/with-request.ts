import type { JobView, SignatureView } from '../../../service/contract/http/signatures.ts';
import type { JobStatus, SignatureStatus } from '../../../service/contract/vocabulary/states.ts';

/** The job's own state where that of its request leaves no doubt; a request in the queue has a job in several. */
const JOB_STATES: Readonly<Partial<Record<SignatureStatus, JobStatus>>> = {
  Processing: 'Processing',
  RetryScheduled: 'Failed',
  Completed: 'Completed',
  Failed: 'Failed',
  Cancelled: 'Cancelled',
};

/** The row of a job with what its request tells now. */
export function withRequest(row: JobView, view: SignatureView): JobView {
  return {
    ...row,
    signatureStatus: view.status,
    status: JOB_STATES[view.status] ?? row.status,
    lastError: view.errorCode === null ? null : `${view.errorCode}: ${view.errorMessage ?? ''}`,
    nextAttemptAt: view.nextAttemptAt,
    startedAt: view.startedAt,
    completedAt: view.completedAt,
  };
}
