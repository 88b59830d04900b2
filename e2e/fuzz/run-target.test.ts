import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readThrough, type FuzzTarget } from './fuzz-target.ts';
import { MAX_MILLISECONDS, tryInputs } from './run-target.ts';
import { openTarget } from './targets.ts';

const folder = mkdtempSync(join(tmpdir(), 'station-fuzz-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

class Refused extends Error {}

/** A reader that does its duty except for inputs of which `isTrouble` is true. */
function target(trouble: (input: Uint8Array) => unknown): FuzzTarget {
  const brackets: FuzzTarget['brackets'] = [{ open: Buffer.from('('), close: Buffer.from(')') }];
  return {
    samples: [Buffer.from('sample 1 of 3')],
    brackets,
    judge: (input) => readThrough(Refused, () => trouble(input)),
  };
}

const task = (name: string, corpus = join(folder, 'none')) => ({
  ...{ target: name, inputs: 400, seed: 3, samples: 'kept' as const, maxMilliseconds: MAX_MILLISECONDS, corpus },
  work: mkdtempSync(join(folder, 'work-')),
});

describe('tryInputs', () => {
  it('finds nothing in a reader that refuses by its own error', async () => {
    const result = await tryInputs(
      target(() => {
        throw new Refused('no');
      }),
      task('good'),
    );
    expect(result).toMatchObject({ target: 'good', tried: 400, faults: [] });
  });

  it("finds an exception that is not the reader's own, and keeps the input", async () => {
    const one = task('bad');
    const { faults } = await tryInputs(
      target((input) => {
        if (input.includes(0xff)) throw new RangeError('Offset is outside the bounds');
      }),
      one,
    );
    expect(faults.length).toBeGreaterThan(0);
    for (const { what, file } of faults) {
      expect(what).toContain('RangeError: Offset is outside the bounds');
      expect(readFileSync(join(one.work, file)).includes(0xff)).toBe(true);
    }
  });

  it('tries what was found before, first of all', async () => {
    const corpus = mkdtempSync(join(folder, 'corpus-'));
    writeFileSync(join(corpus, 'old.bin'), 'known trouble');
    const { faults, tried } = await tryInputs(
      target((input) => {
        if (Buffer.from(input).toString() === 'known trouble') throw new TypeError('again');
      }),
      { ...task('old', corpus), inputs: 10 },
    );
    expect(faults).toMatchObject([{ file: 'old.bin' }]);
    expect(tried).toBe(11);
    expect(readdirSync(corpus)).toEqual(['old.bin']);
  });

  it('gives the same inputs for the same seed', async () => {
    const seen = async (): Promise<string[]> => {
      const inputs: string[] = [];
      await tryInputs(
        target((input) => inputs.push(Buffer.from(input).toString('base64'))),
        { ...task('seen'), inputs: 50 },
      );
      return inputs;
    };
    expect(await seen()).toEqual(await seen());
  });
});

describe('kept samples', () => {
  it.each(['pades', 'xades', 'sign-pdf'])(
    'of %s are the same bytes in every run, whatever the key of the run',
    async (name) => {
      const [first, second] = [await openTarget(name, 'kept'), await openTarget(name, 'kept')];
      expect(first.samples).toEqual(second.samples);
    },
  );

  it('are refused for a reader that nobody knows', async () => {
    await expect(openTarget('none', 'kept')).rejects.toThrow('There is no reader none');
  });
});
