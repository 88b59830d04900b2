import { expect, it } from 'vitest';
import { loadOnce } from './load-once.ts';

/** What node:fs says while no more files can be opened. */
const FULL = Object.assign(new Error('too many open files'), { code: 'EMFILE' });

it('loads what could not be loaded again, and what was loaded never', async () => {
  const answers = [Promise.reject(FULL), Promise.resolve('module'), Promise.resolve('another')];
  let asked = 0;
  const load = loadOnce(() => answers[asked++] ?? Promise.reject(FULL));
  await expect(load()).rejects.toBe(FULL);
  expect(await load()).toBe('module');
  expect(await load()).toBe('module');
  expect(asked).toBe(2);
});

it('loads once for all that ask while it is loading, whatever becomes of it', async () => {
  let asked = 0;
  const load = loadOnce(() => Promise.reject(new Error(String(++asked))));
  const both = await Promise.allSettled([load(), load()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(asked).toBe(1);
});
