import type { ClaimResult, WorkerStore } from '../../service/persistence/persistence.ts';

export interface ClaimsMade {
  /** The same store; asked to claim a job for which a claim was made already it answers with that, once. */
  readonly store: WorkerStore;
  /** The host has claimed the job; its delivery is the next thing that comes. */
  add(jobId: string, result: ClaimResult): void;
}

/** Claims that the host makes before it hands a delivery over. */
export function createClaimsMade(store: WorkerStore): ClaimsMade {
  const made = new Map<string, ClaimResult>();
  return {
    store: {
      claimJob(args) {
        const result = made.get(args.jobId);
        if (result === undefined) return store.claimJob(args);
        made.delete(args.jobId);
        return Promise.resolve(result);
      },
      startProcessing: (claim, start) => store.startProcessing(claim, start),
      stageSignature: (claim, staged) => store.stageSignature(claim, staged),
      completeJob: (claim, completion) => store.completeJob(claim, completion),
      failJob: (claim, failure) => store.failJob(claim, failure),
      releaseClaim: (claim, now) => store.releaseClaim(claim, now),
      parkJob: (claim, wait) => store.parkJob(claim, wait),
      scheduleRetry: (claim, retry) => store.scheduleRetry(claim, retry),
    },
    add: (jobId, result) => void made.set(jobId, result),
  };
}
