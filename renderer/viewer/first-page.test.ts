import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { awaitFirstPage } from './first-page.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('holds back what comes after it until it is seen, or half a second is over', async () => {
  const ended: string[] = [];
  const [seen, slow, early] = [awaitFirstPage(), awaitFirstPage(), awaitFirstPage()];
  early.seen();
  void seen.over().then(() => ended.push('seen'));
  void slow.over().then(() => ended.push('slow'));
  await early.over();
  await vi.advanceTimersByTimeAsync(499);
  expect(ended).toEqual([]);
  seen.seen();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toEqual(['seen']);
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toEqual(['seen', 'slow']);
});
