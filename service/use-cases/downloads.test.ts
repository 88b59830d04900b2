import { expect, it } from 'vitest';
import { createDownloads } from './downloads.ts';

const anna = { tenantId: 'a', actor: 'api-key:anna', correlationId: null };

it('a pause, another caller, another document or tenant begin a download of their own', () => {
  let now = 0;
  const downloads = createDownloads(() => new Date(now));
  const part = (start: number) => ({ start, end: start + 9 });
  expect(downloads.begins(anna, 'x', part(0))).toBe(true);
  expect(downloads.begins(anna, 'x', part(10))).toBe(false);
  expect(downloads.begins({ ...anna, actor: 'api-key:bert' }, 'x', part(20))).toBe(true);
  expect(downloads.begins({ ...anna, tenantId: 'b' }, 'x', part(20))).toBe(true);
  expect(downloads.begins(anna, 'y', part(20))).toBe(true);
  now += 299_000;
  expect(downloads.begins(anna, 'x', part(20))).toBe(false);
  now += 301_000;
  expect(downloads.begins(anna, 'x', part(30))).toBe(true);
  // A clock that is set back does not stretch a download.
  now -= 3_600_000;
  expect(downloads.begins(anna, 'x', part(40))).toBe(true);
  downloads.forget(anna, 'x');
  expect(downloads.begins(anna, 'x', part(50))).toBe(true);
});

it('thousands of parts are more than one download', () => {
  const downloads = createDownloads(() => new Date(0));
  const begun = Array.from({ length: 2_500 }, (_, at) => downloads.begins(anna, 'x', { start: at, end: at }));
  expect(begun.filter(Boolean)).toHaveLength(3);
});
