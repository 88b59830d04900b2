import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { verifyStored } from './verify-stored.ts';
import { CALLER, expectCode, NOW, openBench, STRANGER, type UseCaseBench } from './use-case-bench.suite.ts';

let bench: UseCaseBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const pathOf = (key: string | undefined) => ({ kind: 'file', path: `${bench.store.root}/${key ?? ''}` });

describe('verifyStored', () => {
  it('has the output judged now, and says whose it is', async () => {
    const { request, output } = await bench.signed();
    const report = await verifyStored(bench.ports, CALLER, request.id);
    expect(report).toMatchObject({ overallStatus: 'VALID', source: 'StoredSignature', signatureId: request.id });
    expect(bench.tasks).toMatchObject([
      {
        ...{ format: 'PAdES', document: pathOf(output.storageKey), original: null, at: NOW, revocationMode: 'Offline' },
        asker: { kind: 'stored', client: `acme ${CALLER.actor}` },
      },
    ]);
  });

  it('is INVALID for a file that is not as recorded, whatever its signatures say', async () => {
    const { request, output } = await bench.signed();
    for (const bytes of ['forged', 'longer than it was']) {
      await bench.put(output.storageKey, bytes);
      const report = await verifyStored(bench.ports, CALLER, request.id);
      expect(report).toMatchObject({ overallStatus: 'INVALID', isValid: false, reasonCodes: ['OUTPUT_HASH_MISMATCH'] });
    }
  });

  it('hands over what a detached signature is over, and goes without it where it was deleted', async () => {
    const detached = { format: 'CAdES', packaging: 'detached' } as const;
    const { request, files } = await bench.signed({ request: detached });
    await verifyStored(bench.ports, CALLER, request.id);
    expect(bench.tasks[0]?.original).toEqual(pathOf(files[0]?.storageKey));
    await bench.store.delete(files[0]?.storageKey ?? '');
    await verifyStored(bench.ports, CALLER, request.id);
    const gone = await bench.signed({ request: detached, input: { deletedAt: NOW } });
    await verifyStored(bench.ports, CALLER, gone.request.id);
    expect(bench.tasks.slice(1).map(({ original }) => original)).toEqual([null, null]);
  });

  it('takes for the content of a signature that was added to what came along with it', async () => {
    const { request, files } = await bench.signed({
      request: { format: 'CAdES', operation: 'cosign' },
      additionalInputs: 1,
    });
    await verifyStored(bench.ports, CALLER, request.id);
    expect(bench.tasks[0]?.original).toEqual(pathOf(files[1]?.storageKey));
  });

  it('gives its copies back, also when there is no verdict', async () => {
    const { request } = await bench.signed({ request: { format: 'CAdES', packaging: 'detached' } });
    const release = vi.fn(() => Promise.resolve());
    const real = bench.store.localCopy.bind(bench.store);
    vi.spyOn(bench.store, 'localCopy').mockImplementation(async (key) => ({ ...(await real(key)), release }));
    const verifier = { verify: () => Promise.reject(new Error('It died.')) };
    await expect(verifyStored({ ...bench.ports, verifier }, CALLER, request.id)).rejects.toThrow('died');
    expect(release).toHaveBeenCalledTimes(2);
  });

  it('knows the caller\u2019s completed requests only', async () => {
    const { request } = await bench.signed();
    await expectCode(verifyStored(bench.ports, STRANGER, request.id), 'SIGNATURE_INPUT_NOT_FOUND');
    const { request: queued } = await bench.stored();
    await expectCode(verifyStored(bench.ports, CALLER, queued.id), 'SIGNATURE_OUTPUT_NOT_FOUND');
    expect(bench.tasks).toEqual([]);
  });
});
