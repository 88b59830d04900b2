import { describe, expect, it } from 'vitest';
import type { ClaimArguments, WorkerStore } from '../../service/persistence/persistence.ts';
import { createClaimsMade } from './claims-made.ts';

describe('claims that the host has made', () => {
  it('answer the worker once each; for all others it asks', async () => {
    const asked: string[] = [];
    const claimJob = ({ jobId }: ClaimArguments) => {
      asked.push(jobId);
      return Promise.resolve({ outcome: 'unknown' } as const);
    };
    const claims = createClaimsMade({ claimJob } as unknown as WorkerStore);
    const claim = async (jobId: string) => (await claims.store.claimJob({ jobId } as ClaimArguments)).outcome;
    claims.add('a', { outcome: 'held' });
    expect([await claim('b'), await claim('a'), await claim('a')]).toEqual(['unknown', 'held', 'unknown']);
    expect(asked).toEqual(['b', 'a']);
  });
});
