import { describe, expect, it } from 'vitest';
import { GrownMemory } from './grown-memory.ts';

const MIB = 1024 * 1024;

/** What is answered after documents that leave the process as large as this, in MiB. */
function answersFor(start: number, ...after: readonly number[]): boolean[] {
  let held = start * MIB;
  const memory = new GrownMemory(() => held);
  return after.map((mebibytes) => {
    held = mebibytes * MIB;
    return memory.isTooLarge();
  });
}

describe('the memory of a process that judged documents', () => {
  it('is too large after a large document', () => {
    expect(answersFor(60, 70, 250)).toEqual([false, true]);
    expect(answersFor(60, 100, 140)).toEqual([false, true]);
  });

  it('is not because of many small ones, nor while there is room', () => {
    expect(answersFor(60, 75, 90, 105, 120, 130, 128)).toEqual([false, false, false, false, false, false]);
    expect(answersFor(60, 120)).toEqual([false]);
  });

  it('is counted from what stays for all documents', () => {
    let held = 60 * MIB;
    const memory = new GrownMemory(() => held);
    held = 200 * MIB;
    memory.settle();
    held = 240 * MIB;
    expect(memory.isTooLarge()).toBe(false);
    held = 280 * MIB;
    expect(memory.isTooLarge()).toBe(true);
  });

  it('is that of this process where nothing else is said', () => {
    expect(new GrownMemory().isTooLarge()).toBe(false);
  });
});
