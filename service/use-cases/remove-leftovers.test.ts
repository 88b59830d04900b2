import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Leftover, LeftoverSearch } from '../storage/object-store.ts';
import { requestKeys } from '../storage/storage-keys.ts';
import { removeLeftovers } from './remove-leftovers.ts';
import { CALLER, NOW, openBench, type UseCaseBench } from './use-case-bench.suite.ts';

let bench: UseCaseBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

interface Run {
  readonly removed: number;
  readonly deleted: readonly string[];
  readonly search: LeftoverSearch | undefined;
}

async function run(leftovers: readonly Leftover[], broken = '', isStopped = () => false): Promise<Run> {
  const deleted: string[] = [];
  let search: LeftoverSearch | undefined;
  const objectStore = {
    async *leftovers(wanted: LeftoverSearch) {
      search = wanted;
      yield* await Promise.resolve(leftovers);
    },
    delete: (key: string) => {
      if (key === broken) return Promise.reject(new Error('EIO'));
      deleted.push(key);
      return Promise.resolve(true);
    },
  } as unknown as UseCaseBench['ports']['objectStore'];
  const removed = await removeLeftovers({ ...bench.ports, objectStore }, isStopped);
  return { removed, deleted, search };
}

const unfinished = (key: string): Leftover => ({ key, isUnfinished: true });
const staged = (key: string): Leftover => ({ key, isUnfinished: false });
const keysOf = (id: string) => requestKeys(CALLER.tenantId, id, NOW);

describe('removeLeftovers', () => {
  it('looks for what is a day old, below the days of a month', async () => {
    const { search } = await run([]);
    expect(search?.writtenBefore).toEqual(new Date(NOW.getTime() - 86_400_000));
    expect(search?.mayHold('tenants/acme/signatures/2026/02')).toBe(true);
    expect(search?.mayHold('tenants/acme/signatures/2026/01')).toBe(false);
    expect(search?.isStaged(keysOf('x').stagedOutput(1))).toBe(true);
    expect(search?.isStaged(keysOf('x').signed)).toBe(false);
    expect(search?.isOutput(keysOf('x').signed)).toBe(true);
    expect(search?.isOutput(keysOf('x').input)).toBe(false);
  });

  it('removes what never became an object, and goes past what cannot be removed', async () => {
    const { removed, deleted } = await run([unfinished('a'), unfinished('b'), unfinished('c')], 'b');
    expect([removed, deleted]).toEqual([2, ['a', 'c']]);
    expect(bench.logLines.join()).toContain('could not be removed');
  });

  it('removes the output of an attempt only where the request has ended with another', async () => {
    const [running, failed, signed] = [
      await bench.stored({ request: { status: 'Processing' } }),
      await bench.stored({ request: { status: 'Failed' } }),
      await bench.signed(),
    ].map(({ request }) => keysOf(request.id));
    const keys = [running, failed, signed].map((of) => of?.stagedOutput(1) ?? '');
    const { deleted } = await run(keys.map(staged));
    expect(deleted).toEqual([keys[1], keys[2]]);
  });

  it('removes an output only where its request has ended and will never hand one out', async () => {
    const cleared = await bench.signed();
    bench.kept.changeFile(cleared.output.id, { deletedAt: NOW });
    const [running, failed, signed, emptied] = [
      await bench.stored({ request: { status: 'Processing' } }),
      await bench.stored({ request: { status: 'Failed' } }),
      await bench.signed(),
      cleared,
    ].map(({ request }) => request.id);
    const stranger = requestKeys('other', failed ?? '', NOW).signed;
    const outputs = [running, failed, signed, emptied, 'unknown'].map((id) => keysOf(id ?? '').signed);
    const { deleted } = await run([...outputs.map(staged), staged('signed.bin')]);
    expect(new Set(deleted)).toEqual(new Set([outputs[1], outputs[3]]));
    expect((await run([staged(stranger)])).deleted).toEqual([]);
  });

  it('keeps the bytes of a completed request wherever its row says that they lie', async () => {
    const { request, output } = await bench.signed();
    const stagedKey = keysOf(request.id).stagedOutput(2);
    bench.kept.changeFile(output.id, { stagedKey });
    expect((await run([staged(stagedKey), staged(output.storageKey)])).deleted).toEqual([]);
  });

  it('removes nothing of a request that the database does not know, nor of keys it has not made', async () => {
    const stranger = requestKeys('other', (await bench.stored({ request: { status: 'Failed' } })).request.id, NOW);
    const keys = [keysOf('unknown').stagedOutput(1), stranger.stagedOutput(1), 'signed-1.part'];
    expect((await run(keys.map(staged))).deleted).toEqual([]);
  });

  it('stops between two files when it is told to', async () => {
    let looks = 0;
    const { deleted } = await run([unfinished('a'), unfinished('b')], '', () => (looks += 1) > 1);
    expect(deleted).toEqual(['a']);
  });
});
