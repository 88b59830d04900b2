import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acceptUnit } from '../persistence/sample-records.suite.ts';
import type { AcceptanceMarks, MarkedAcceptance } from '../storage/acceptance-marks.ts';
import { openAcceptanceMarks } from '../storage/local/acceptance-marks-folder.ts';
import { requestKeys } from '../storage/storage-keys.ts';
import { clearCutOff } from './clear-cut-off.ts';
import { storeAndAccept } from './create-signature.ts';
import { CALLER, NOW, openBench, type UseCaseBench } from './use-case-bench.suite.ts';

describe('a request whose acceptance is cut off', () => {
  let bench: UseCaseBench;
  let folder: string;
  let lives: AcceptanceMarks[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cut-off-'));
    lives = [];
    bench = await openBench({ acceptanceMarks: nextLife() });
  });
  afterEach(async () => {
    for (const life of lives) life.close();
    await bench.close();
    await rm(folder, { recursive: true, force: true });
  });

  const nextLife = (): AcceptanceMarks => {
    const life = openAcceptanceMarks(folder);
    lives.push(life);
    return life;
  };
  /** What a life that began now would look after. */
  const left = () => nextLife().cutOff();
  /** The ports of a life after one that was ended in the middle of these. */
  async function afterCutOff(...begun: readonly MarkedAcceptance[]) {
    for (const one of begun) await bench.ports.acceptanceMarks.begin(one);
    return { ...bench.ports, acceptanceMarks: nextLife() };
  }

  const unit = acceptUnit({ request: { tenantId: CALLER.tenantId, createdAt: NOW } });
  const fails = (code: string) => () => Promise.reject(new Error(code));

  it('is marked before its files are stored, and no more once it is accepted or nothing is left of it', async () => {
    const seen: unknown[] = [];
    const put = ({ storageKey }: { readonly storageKey: string }) => {
      seen.push(left());
      return bench.put(storageKey, 'document');
    };
    const keys = unit.files.map((file) => file.storageKey);
    await storeAndAccept(bench.ports, unit, put);
    expect(seen[0]).toEqual([{ tenantId: CALLER.tenantId, signatureId: unit.request.id, keys }]);
    expect(left()).toEqual([]);
    await expect(storeAndAccept(bench.ports, unit, fails('ENOSPC'))).rejects.toThrow('ENOSPC');
    expect(left()).toEqual([]);
  });

  it('is stored nowhere where its mark cannot be written', async () => {
    const acceptanceMarks = { ...bench.ports.acceptanceMarks, begin: fails('EIO'), end: () => undefined };
    const put = async ({ storageKey }: { readonly storageKey: string }, _index: number, marked: Promise<void>) => {
      await marked;
      await bench.put(storageKey, 'document');
    };
    await expect(storeAndAccept({ ...bench.ports, acceptanceMarks }, unit, put)).rejects.toThrow('EIO');
    for (const { storageKey } of unit.files) expect(await bench.store.size(storageKey)).toBeUndefined();
    expect(await bench.persistence.findRequest(CALLER.tenantId, unit.request.id)).toBeUndefined();
  });

  it('keeps its mark while files may be left of it', async () => {
    const objectStore = { delete: fails('EIO') } as unknown as typeof bench.store;
    await expect(storeAndAccept({ ...bench.ports, objectStore }, unit, fails('EIO'))).rejects.toThrow('EIO');
    expect(left()).toHaveLength(1);
  });

  it('loses its files in the next life, and one that was accepted keeps them', async () => {
    const { request, files } = await bench.stored();
    const lost = requestKeys(CALLER.tenantId, 'lost', NOW).input;
    await bench.put(lost, 'document');
    const ports = await afterCutOff(
      { tenantId: CALLER.tenantId, signatureId: request.id, keys: files.map((file) => file.storageKey) },
      { tenantId: CALLER.tenantId, signatureId: 'lost', keys: [lost, `${lost}.never-stored`] },
    );
    expect(await clearCutOff(ports)).toBe(1);
    expect(await bench.store.size(lost)).toBeUndefined();
    expect(await bench.store.size(files[0]?.storageKey ?? '')).toBeGreaterThan(0);
    expect(ports.acceptanceMarks.cutOff()).toEqual([]);
    expect(left()).toEqual([]);
  });

  it('is tried again where a file cannot be removed', async () => {
    const ports = await afterCutOff({ tenantId: CALLER.tenantId, signatureId: 'lost', keys: ['key'] });
    const objectStore = { delete: () => Promise.reject(new Error('EIO')) } as unknown as typeof bench.store;
    expect(await clearCutOff({ ...ports, objectStore })).toBe(0);
    expect(left()).toHaveLength(1);
    expect(bench.logLines.join()).toContain('could not be removed');
  });
});
