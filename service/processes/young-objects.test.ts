import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const MODULE = path.join(import.meta.dirname, 'young-objects.ts');

/** The sizes, in MiB, that a process's room for young objects has one after another while it makes objects that stay. */
function sizesWhileGrowing(prelude: string): number[] {
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8';
    ${prelude}
    const kept = [];
    const sizes = new Set();
    for (let index = 0; index < 20_000; index++) {
      kept.push({ index, list: [index, {}] });
      const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
      sizes.add(young.space_size / 1_048_576);
    }
    process.stdout.write(JSON.stringify([...sizes]));`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }),
  ) as number[];
}

describe('young-objects', () => {
  it('lets the room for young objects grow past all sizes between', () => {
    const steps = (sizes: readonly number[]): number => sizes.filter((size) => size > 1).length;
    const own = sizesWhileGrowing(`import ${JSON.stringify(MODULE)};`);
    expect(Math.max(...own)).toBeGreaterThan(Math.max(...sizesWhileGrowing('')));
    expect(steps(own)).toBeLessThanOrEqual(2);
  });
});
