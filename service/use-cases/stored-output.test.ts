import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredFile } from '../domain/records.ts';
import { openOutput, requireOutput } from './stored-output.ts';
import { CALLER, expectCode, openBench, type UseCaseBench } from './use-case-bench.suite.ts';

let bench: UseCaseBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

async function staged(): Promise<StoredFile & { readonly stagedKey: string }> {
  const { output } = await bench.signed();
  const stagedKey = `${output.storageKey}.part`;
  await bench.put(stagedKey, 'staged');
  await bench.store.delete(output.storageKey);
  return { ...output, stagedKey };
}

const textOf = async (key: string): Promise<string> => {
  const { path } = await bench.store.localCopy(key);
  return (await bench.store.content(path.slice(bench.store.root.length + 1))).toString();
};

describe('openOutput', () => {
  it('finishes what a worker that died had begun', async () => {
    const output = await staged();
    expect(await openOutput(bench.ports, output, textOf)).toBe('staged');
    expect(await bench.store.keys()).toContain(output.storageKey);
    expect(await bench.store.keys()).not.toContain(output.stagedKey);
  });

  it('never opens what another attempt has left in its place, promoted or not', async () => {
    const output = await staged();
    await bench.put(output.storageKey, 'of an attempt that never completed');
    const promote = vi.spyOn(bench.store, 'promote').mockRejectedValueOnce(new Error('503'));
    expect(await openOutput(bench.ports, output, textOf)).toBe('staged');
    expect(await openOutput(bench.ports, output, textOf)).toBe('staged');
    expect(await openOutput(bench.ports, output, textOf)).toBe('staged');
    expect(promote).toHaveBeenCalledTimes(2);
  });

  it('reads where the bytes lie when they cannot be moved, and says so', async () => {
    const output = await staged();
    vi.spyOn(bench.store, 'promote').mockRejectedValue(new Error('EROFS'));
    expect(await openOutput(bench.ports, output, textOf)).toBe('staged');
    expect(bench.logLines.join()).toContain('could not be promoted');
  });

  it('finds what another process moves at the same moment', async () => {
    const output = await staged();
    vi.spyOn(bench.store, 'promote').mockImplementation(async () => {
      await bench.put(output.storageKey, 'staged');
      await bench.store.delete(output.stagedKey);
      throw new Error('ENOENT');
    });
    expect(await openOutput(bench.ports, output, textOf)).toBe('staged');
  });

  it('says that it is missing where it is nowhere, and passes on what else goes wrong', async () => {
    const { output } = await bench.signed();
    const broken = openOutput(bench.ports, output, () => Promise.reject(new Error('EIO')));
    await expect(broken).rejects.toThrow('EIO');
    await bench.store.delete(output.storageKey);
    await expectCode(openOutput(bench.ports, output, textOf), 'SIGNATURE_OUTPUT_NOT_FOUND');
    const lost = { ...output, stagedKey: `${output.storageKey}.part` };
    await expectCode(openOutput(bench.ports, lost, textOf), 'SIGNATURE_OUTPUT_NOT_FOUND');
  });
});

describe('requireOutput', () => {
  it('is of completed requests whose file was not deleted', async () => {
    const { request, output } = await bench.signed();
    const details = await bench.ports.persistence.findRequest(CALLER.tenantId, request.id);
    if (details === undefined) throw new Error('The request is missing.');
    expect(requireOutput(details)).toEqual(output);
    const refused = [
      { ...details, output: null },
      { ...details, output: { ...output, deletedAt: new Date() } },
      { ...details, request: { ...request, status: 'Failed' as const } },
    ];
    for (const each of refused) await expectCode(() => requireOutput(each), 'SIGNATURE_OUTPUT_NOT_FOUND');
  });
});
