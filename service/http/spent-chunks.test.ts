import { expect, it } from 'vitest';
import { SpentChunks } from './spent-chunks.ts';

const SIZE = 100_000;

/** The lengths of the chunks once all were handed in. */
function lengthsAfter(chunks: readonly Uint8Array[]): number[] {
  const spent = new SpentChunks();
  for (const chunk of chunks) spent.spend(chunk);
  return chunks.map(({ length }) => length);
}

it('gives back the memory of each chunk', () => {
  expect(lengthsAfter([Buffer.alloc(SIZE), Buffer.alloc(SIZE)])).toEqual([0, 0]);
});

it('keeps memory until all of it has come, in however many pieces', () => {
  const memory = Buffer.alloc(SIZE);
  const pieces = [memory.subarray(0, 10), memory.subarray(10, 500)];
  expect(lengthsAfter(pieces)).toEqual([10, 490]);
  expect(lengthsAfter([...pieces, memory.subarray(500)])).toEqual([0, 0, 0]);
});

it('leaves memory alone whose rest others hold', () => {
  const memory = Buffer.alloc(SIZE);
  const ofOthers = memory.subarray(0, 100);
  expect(lengthsAfter([memory.subarray(100), Buffer.alloc(SIZE)])).toEqual([SIZE - 100, 0]);
  expect(ofOthers).toHaveLength(100);
});

it('leaves small buffers alone, which lie in one memory with those of others', () => {
  const neighbour = Buffer.from('what another request holds');
  const small = Array.from({ length: 4 }, () => Buffer.from('a piece'));
  lengthsAfter(small.flatMap((one) => [one, Buffer.alloc(SIZE)]));
  expect([neighbour, ...small].map(String)).toEqual(['what another request holds', ...small.map(() => 'a piece')]);
});
