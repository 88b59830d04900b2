import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fuzzTarget } from './fuzz.ts';
import { MAX_MILLISECONDS } from './run-target.ts';
import { READERS } from './targets.ts';

/** A fixed seed and kept samples: the same few inputs in every run. `npm run fuzz` tries many new ones. */
const SEED = 20_261_121;
const INPUTS = 600;

const keepIn = mkdtempSync(join(tmpdir(), 'station-fuzz-kept-'));
afterAll(() => rmSync(keepIn, { recursive: true, force: true }));

describe('readers of untrusted bytes', () => {
  it.each(Object.keys(READERS))(
    '%s: broken input is refused by a typed error, with bounded work, never VALID',
    async (target) => {
      const { faults, tried } = await fuzzTarget(target, {
        inputs: INPUTS,
        seed: SEED,
        samples: 'kept',
        // A slow machine is given ten times as long.
        maxMilliseconds: 10 * MAX_MILLISECONDS,
        keepIn,
      });
      expect(faults).toEqual([]);
      expect(tried).toBeGreaterThanOrEqual(INPUTS);
    },
  );
});
