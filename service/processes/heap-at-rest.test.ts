import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { giveBackHeapAtRest, v8Heap, type Heap } from './heap-at-rest.ts';

const MEBIBYTE = 1024 * 1024;

/** A heap that gives back all but `stays` bytes. */
function fakeHeap(taken: number, stays: number): Heap & { taken: number; busy: number; passes: number } {
  return {
    taken,
    busy: 0,
    passes: 0,
    size() {
      return { taken: this.taken, used: 17 * MEBIBYTE };
    },
    shrink() {
      this.passes += 1;
      this.taken = stays;
    },
    utilization() {
      return this.busy;
    },
  };
}

describe('the heap of a process at rest', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('is given back once, and again after it has grown', () => {
    const heap = fakeHeap(48 * MEBIBYTE, 18 * MEBIBYTE);
    const end = giveBackHeapAtRest(heap);
    vi.advanceTimersByTime(60_000);
    expect(heap.passes).toBe(1);
    heap.taken = 40 * MEBIBYTE;
    vi.advanceTimersByTime(60_000);
    expect(heap.passes).toBe(2);
    end();
    heap.taken = 40 * MEBIBYTE;
    vi.advanceTimersByTime(60_000);
    expect(heap.passes).toBe(2);
  });

  it('is left alone while the process works', () => {
    const heap = fakeHeap(48 * MEBIBYTE, 18 * MEBIBYTE);
    heap.busy = 0.2;
    giveBackHeapAtRest(heap);
    vi.advanceTimersByTime(60_000);
    expect(heap.passes).toBe(0);
    heap.busy = 0.01;
    vi.advanceTimersByTime(60_000);
    expect(heap.passes).toBe(1);
  });

  it('is not looked through again for what could not be given back', () => {
    const heap = fakeHeap(48 * MEBIBYTE, 47 * MEBIBYTE);
    giveBackHeapAtRest(heap);
    vi.advanceTimersByTime(60_000);
    expect(heap.passes).toBe(1);
  });
});

describe('the heap of V8', () => {
  it('becomes smaller when it is told to', () => {
    const heap = v8Heap();
    const made = Array.from({ length: 400_000 }, (_, index) => ({ index, list: [index] }));
    const before = heap.size();
    made.length = 0;
    heap.shrink();
    const after = heap.size();
    expect(before.used - after.used).toBeGreaterThan(10 * MEBIBYTE);
    expect(after.taken).toBeLessThan(before.taken);
    expect('gc' in globalThis).toBe(false);
  });

  it('tells how busy the event loop was since it was asked last', () => {
    const heap = v8Heap();
    heap.utilization();
    expect(heap.utilization()).toBeGreaterThanOrEqual(0);
    expect(heap.utilization()).toBeLessThanOrEqual(1);
  });
});
