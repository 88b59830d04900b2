import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const MODULE = path.join(import.meta.dirname, 'young-objects.ts');

/** By how much the room for young objects grows at most at once, in a process that makes objects that stay. */
function largestGrowth(prelude: string): number {
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
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const sizes = JSON.parse(output) as readonly number[];
  return Math.max(...sizes.slice(1).map((size, index) => size / (sizes[index] ?? size)));
}

describe('young-objects', () => {
  const imported = `import ${JSON.stringify(MODULE)};`;

  it('lets the room for young objects grow in fewer steps while a process imports', () => {
    expect(largestGrowth('')).toBeLessThanOrEqual(2);
    expect(largestGrowth(imported)).toBeGreaterThan(2);
  });

  it('lets it grow as usual once the event loop turns', () => {
    const turn = `import { setImmediate } from 'node:timers/promises';\nawait setImmediate();`;
    expect(largestGrowth(`${imported}\n${turn}`)).toBeLessThanOrEqual(2);
  });
});
