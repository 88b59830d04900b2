import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAsRecorded } from './recorded-bytes.ts';
import { openBench, type UseCaseBench } from './use-case-bench.suite.ts';

let bench: UseCaseBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

describe('isAsRecorded', () => {
  it('takes the bytes that were recorded and no others of their length', async () => {
    const { output } = await bench.signed({}, 'signed');
    const copy = await bench.store.localCopy(output.storageKey);
    expect(await isAsRecorded(bench.ports, copy, output)).toBe(true);
    await bench.put(output.storageKey, 'Signed');
    expect(await isAsRecorded(bench.ports, copy, output)).toBe(false);
  });

  it('reads nothing of a file of another length', async () => {
    const sha256OfFile = vi.fn(bench.ports.sha256OfFile);
    const { output } = await bench.signed({}, 'signed');
    const copy = await bench.store.localCopy(output.storageKey);
    expect(await isAsRecorded({ sha256OfFile }, copy, { ...output, size: output.size + 1 })).toBe(false);
    expect(sha256OfFile).not.toHaveBeenCalled();
  });
});
