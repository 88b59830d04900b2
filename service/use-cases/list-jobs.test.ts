import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listJobs } from './list-jobs.ts';
import { CALLER, openBench, type UseCaseBench } from './use-case-bench.suite.ts';

const PAGING = { limit: 50, cursor: null };

let bench: UseCaseBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

/** The job of a request that failed as `told`, while the job's own last failure is the text `lastError`. */
async function jobAfter(lastError: string | null): Promise<unknown> {
  await bench.stored();
  const sentence = { code: 'REQUEST_UNKNOWN', parameters: {} } as const;
  const told = { errorCode: 'SIGNING_OPERATION_FAILED', errorMessage: 'Worn out.', errorSentence: sentence } as const;
  const page = await bench.persistence.listJobs({ tenantId: CALLER.tenantId, ...PAGING }, {});
  vi.spyOn(bench.persistence, 'listJobs').mockResolvedValue({
    nextCursor: null,
    items: page.items.map((details) => ({
      ...details,
      job: { ...details.job, lastError },
      request: { ...details.request, ...told },
    })),
  });
  const [job] = (await listJobs(bench.ports, CALLER, PAGING, {})).items;
  return job?.lastErrorSentence;
}

describe('listJobs', () => {
  it('words the last failure by its sentence only where the request still tells of that very failure', async () => {
    expect(await jobAfter('SIGNING_OPERATION_FAILED: Worn out.')).toEqual({ code: 'REQUEST_UNKNOWN', parameters: {} });
    expect(await jobAfter('SIGNING_OPERATION_FAILED: Something earlier.')).toBeNull();
    expect(await jobAfter(null)).toBeNull();
  });

  it('counts all pages where that is asked for, and else leaves the count out', async () => {
    await bench.stored();
    await bench.stored();
    const counted = await listJobs(bench.ports, CALLER, { ...PAGING, limit: 1, isCounted: true }, {});
    expect([counted.items.length, counted.count?.value]).toEqual([1, 2]);
    expect(await listJobs(bench.ports, CALLER, PAGING, {})).not.toHaveProperty('count');
  });
});
