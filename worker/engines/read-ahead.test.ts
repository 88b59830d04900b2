import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readAhead } from './read-ahead.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('reads the code of one format after another, and none while a document is under way', () => {
  const read: string[] = [];
  const engines = ['PAdES', 'CAdES'].map((format) => ({ expectTask: () => void read.push(format) }));
  let isBusy = false;
  readAhead(engines, () => isBusy);
  expect(read).toEqual([]);
  vi.advanceTimersByTime(250);
  expect(read).toEqual(['PAdES']);
  isBusy = true;
  vi.advanceTimersByTime(60_000);
  expect(read).toEqual(['PAdES']);
  isBusy = false;
  vi.advanceTimersByTime(60_000);
  expect(read).toEqual(['PAdES', 'CAdES']);
  expect(vi.getTimerCount()).toBe(0);
});
