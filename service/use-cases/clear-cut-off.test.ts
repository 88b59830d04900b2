import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acceptUnit } from '../persistence/sample-records.suite.ts';
import { MemoryAcceptanceMarks } from '../storage/acceptance-marks.suite.ts';
import { requestKeys } from '../storage/storage-keys.ts';
import { clearCutOff } from './clear-cut-off.ts';
import { storeAndAccept } from './create-signature.ts';
import { CALLER, NOW, openBench, type UseCaseBench } from './use-case-bench.suite.ts';

describe('a request whose acceptance is cut off', () => {
  let bench: UseCaseBench;
  let marks: MemoryAcceptanceMarks;
  beforeEach(async () => {
    marks = new MemoryAcceptanceMarks();
    bench = await openBench({ acceptanceMarks: marks });
  });
  afterEach(() => bench.close());

  const unit = acceptUnit({ request: { tenantId: CALLER.tenantId, createdAt: NOW } });
  const fails = (code: string) => () => Promise.reject(new Error(code));

  it('is marked before its files are stored, and no more once it is accepted or nothing is left of it', async () => {
    const seen: unknown[] = [];
    const put = ({ storageKey }: { readonly storageKey: string }) => {
      seen.push([...marks.open.values()]);
      return bench.put(storageKey, 'document');
    };
    const keys = unit.files.map((file) => file.storageKey);
    await storeAndAccept(bench.ports, unit, put);
    expect(seen[0]).toEqual([{ tenantId: CALLER.tenantId, signatureId: unit.request.id, keys }]);
    expect(marks.open.size).toBe(0);
    await expect(storeAndAccept(bench.ports, unit, fails('ENOSPC'))).rejects.toThrow('ENOSPC');
    expect(marks.open.size).toBe(0);
  });

  it('keeps its mark while files may be left of it', async () => {
    const objectStore = { delete: fails('EIO') } as unknown as typeof bench.store;
    await expect(storeAndAccept({ ...bench.ports, objectStore }, unit, fails('EIO'))).rejects.toThrow('EIO');
    expect(marks.open.size).toBe(1);
  });

  it('loses its files in the next life, and one that was accepted keeps them', async () => {
    const { request, files } = await bench.stored();
    const lost = requestKeys(CALLER.tenantId, 'lost', NOW).input;
    await bench.put(lost, 'document');
    marks.earlier = [
      { tenantId: CALLER.tenantId, signatureId: request.id, keys: files.map((file) => file.storageKey) },
      { tenantId: CALLER.tenantId, signatureId: 'lost', keys: [lost, `${lost}.never-stored`] },
    ];
    expect(await clearCutOff(bench.ports)).toBe(1);
    expect(await bench.store.size(lost)).toBeUndefined();
    expect(await bench.store.size(files[0]?.storageKey ?? '')).toBeGreaterThan(0);
    expect(marks.earlier).toEqual([]);
  });

  it('is tried again where a file cannot be removed', async () => {
    marks.earlier = [{ tenantId: CALLER.tenantId, signatureId: 'lost', keys: ['key'] }];
    const objectStore = { delete: () => Promise.reject(new Error('EIO')) } as unknown as typeof bench.store;
    expect(await clearCutOff({ ...bench.ports, objectStore })).toBe(0);
    expect(marks.earlier).toHaveLength(1);
    expect(bench.logLines.join()).toContain('could not be removed');
  });
});
