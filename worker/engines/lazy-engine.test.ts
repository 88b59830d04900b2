import { expect, it, vi } from 'vitest';
import type { EngineTask, FormatEngine, PreparedSignature } from './engine.ts';
import type { ExtendedFile, ExtensionTask } from './extender.ts';
import { lazyEngine } from './lazy-engine.ts';

const TASK = {} as EngineTask;
const PREPARED = {} as PreparedSignature;
const EXTENDED: ExtendedFile = { size: 1, sha256: '', requireNothingWorse: () => Promise.resolve() };
const engine: FormatEngine = {
  prepare: () => Promise.resolve(PREPARED),
  extend: () => Promise.resolve(EXTENDED),
};

it('loads once, with the first task', async () => {
  const load = vi.fn(() => Promise.resolve(engine));
  const lazy = lazyEngine(load);
  expect(load).not.toHaveBeenCalled();
  expect(await Promise.all([lazy.prepare(TASK), lazy.prepare(TASK)])).toEqual([PREPARED, PREPARED]);
  expect(await lazy.extend({} as ExtensionTask)).toBe(EXTENDED);
  expect(load).toHaveBeenCalledOnce();
});

it('loads once, ahead of a task that is on its way, and tells of what cannot be read with the task', async () => {
  const load = vi.fn<() => Promise<FormatEngine>>();
  load.mockRejectedValueOnce(new Error('Cannot find module')).mockResolvedValue(engine);
  const lazy = lazyEngine(load);
  lazy.expectTask();
  await expect(lazy.prepare(TASK)).rejects.toMatchObject({ code: 'SIGNING_OPERATION_FAILED' });
  lazy.expectTask();
  lazy.expectTask();
  expect(await lazy.prepare(TASK)).toBe(PREPARED);
  expect(load).toHaveBeenCalledTimes(2);
});

it('tries again after its code could not be read', async () => {
  const load = vi.fn<() => Promise<FormatEngine>>();
  load.mockRejectedValueOnce(new Error('Cannot find module')).mockResolvedValueOnce(engine);
  const lazy = lazyEngine(load);
  await expect(lazy.prepare(TASK)).rejects.toMatchObject({ code: 'SIGNING_OPERATION_FAILED', kind: 'transient' });
  expect(await lazy.prepare(TASK)).toBe(PREPARED);
});
