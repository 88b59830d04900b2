import { expect, it } from 'vitest';
import { writeBlock } from './part-sinks.ts';

it('offers again what the system did not take', async () => {
  const taken: Buffer[] = [];
  const take = (bytes: Buffer, most: number): { bytesWritten: number } => {
    taken.push(Buffer.from(bytes.subarray(0, most)));
    return { bytesWritten: Math.min(most, bytes.length) };
  };
  const file = {
    writev: (block: readonly Buffer[]) => Promise.resolve(take(Buffer.concat(block), 5)),
    write: (bytes: Buffer, offset: number, length: number) =>
      Promise.resolve(take(bytes.subarray(offset, offset + length), 3)),
  };
  await writeBlock(file as never, [Buffer.from('abcd'), Buffer.from('efgh'), Buffer.from('ijk')], 11);
  expect(Buffer.concat(taken).toString()).toBe('abcdefghijk');
  expect(taken).toHaveLength(3);
});
