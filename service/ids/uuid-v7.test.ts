import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newUuidV7 } from './uuid-v7.ts';

describe('newUuidV7', () => {
  it('makes well-formed, distinct ids of version 7 that carry the time', () => {
    const before = Date.now();
    const ids = Array.from({ length: 1_000 }, newUuidV7);
    const after = Date.now();
    expect(new Set(ids).size).toBe(1_000);
    for (const id of ids) {
      expect(z.uuidv7().safeParse(id).success).toBe(true);
      const time = parseInt(id.replaceAll('-', '').slice(0, 12), 16);
      expect(time).toBeGreaterThanOrEqual(before);
      expect(time).toBeLessThanOrEqual(after);
    }
  });
});
