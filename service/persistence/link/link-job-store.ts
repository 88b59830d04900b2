import type { Handlers, Peer } from '../../processes/request-reply.ts';
import type { JobStore, WorkerStore } from '../persistence.ts';
import type { JOB_STORE_PROTOCOL } from './job-store-protocol.ts';

/** The worker's end: the port, answered by the host. */
export function createLinkJobStore(peer: Peer<typeof JOB_STORE_PROTOCOL>): WorkerStore {
  return {
    claimJob: (args) => peer.call('claimJob', { ...args, audit: [...args.audit] }),
    startProcessing: (claim, start) =>
      peer.call('startProcessing', {
        claim,
        start: { ...start, audit: [...start.audit], mayBeUndone: start.mayBeUndone === true },
      }),
    stageSignature: (claim, staged) =>
      peer.call('stageSignature', { claim, staged: { ...staged, audit: [...staged.audit] } }),
    completeJob: (claim, completion) =>
      peer.call('completeJob', { claim, completion: { ...completion, audit: [...completion.audit] } }),
    failJob: (claim, failure) => peer.call('failJob', { claim, failure: { ...failure, audit: [...failure.audit] } }),
    releaseClaim: (claim, now) => peer.call('releaseClaim', { claim, now }),
    parkJob: (claim, wait) => peer.call('parkJob', { claim, wait: { ...wait, audit: [...wait.audit] } }),
    scheduleRetry: (claim, retry) =>
      peer.call('scheduleRetry', { claim, retry: { ...retry, audit: [...retry.audit] } }),
  };
}

/** The host's end: answers with the real store, in the name of `claimant`. */
export function jobStoreHandlers(store: JobStore, claimant: string): Handlers<typeof JOB_STORE_PROTOCOL> {
  return {
    claimJob: async (params) => {
      const result = await store.claimJob({ ...params, claimant });
      if (result.outcome !== 'claimed') return result;
      const { details } = result;
      return {
        ...result,
        details: {
          ...details,
          request: { ...details.request, additionalInputFileIds: [...details.request.additionalInputFileIds] },
          additionalInputs: [...details.additionalInputs],
        },
      };
    },
    startProcessing: ({ claim, start }) => store.startProcessing(claim, start),
    stageSignature: ({ claim, staged }) => store.stageSignature(claim, staged),
    completeJob: ({ claim, completion }) => store.completeJob(claim, completion),
    failJob: ({ claim, failure }) => store.failJob(claim, failure),
    releaseClaim: ({ claim, now }) => store.releaseClaim(claim, now),
    parkJob: ({ claim, wait }) => store.parkJob(claim, wait),
    scheduleRetry: ({ claim, retry }) => store.scheduleRetry(claim, retry),
  };
}
