import { describe, expect, it } from 'vitest';
import { timeLimitOf } from './time-limit.ts';

describe('how long judging a document may take', () => {
  it.each([
    [0, 30],
    [1_000_000, 30.1],
    [2 ** 31, 244.749],
  ])('grows with its size: %d bytes, %d s', (bytes, seconds) => {
    expect(timeLimitOf(bytes)).toBe(seconds * 1000);
  });
});
