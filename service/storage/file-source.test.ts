import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openFileSource } from './file-source.ts';

const folder = mkdtempSync(join(tmpdir(), 'file-source-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('reads what the file holds, whatever is asked in whatever order', () => {
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7 + (index >> 8)) & 0xff));
  const path = join(folder, 'bytes');
  writeFileSync(path, bytes);
  const file = openFileSource(path);
  const read = fc.tuple(fc.integer({ min: 0, max: 310_000 }), fc.oneof(fc.nat(300), fc.nat(200_000)));
  fc.assert(
    fc.property(fc.array(read, { maxLength: 20 }), (reads) => {
      const results = reads.map(([offset, length]) => file.read(offset, length));
      // Compared after all reads: a later one must not change what an earlier one gave.
      reads.forEach(([offset, length], index) => {
        expect(Buffer.compare(results[index] ?? Buffer.alloc(0), bytes.subarray(offset, offset + length))).toBe(0);
      });
    }),
  );
  expect(file.size).toBe(bytes.length);
  file.close();
});

it('fills a buffer from any place, and says where the file ends', () => {
  const path = join(folder, 'digits');
  writeFileSync(path, '0123456789');
  const file = openFileSource(path);
  const target = Buffer.alloc(4);
  expect([file.readInto?.(3, target), target.toString()]).toEqual([4, '3456']);
  expect([file.readInto?.(8, target), target.toString()]).toEqual([2, '8956']);
  expect(file.readInto?.(20, target)).toBe(0);
  file.close();
});

it('fails for a file that is not there', () => {
  expect(() => openFileSource(join(folder, 'missing'))).toThrow(/ENOENT/);
});
