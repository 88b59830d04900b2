import { describe, expect, it } from 'vitest';
import { bytesSource } from '../../../service/codecs/byte-source.ts';
import type { PreparedPdfSignature } from '../../../service/codecs/pdf/signature-placeholder.ts';
import { isWrittenAsPrepared } from './written-as-prepared.ts';

const original = Buffer.from('the document');
const appended = Buffer.from('field <0000> end');
const hole = { start: original.length + 6, end: original.length + 12 };
const signature = { originalSize: original.length, appended, contentsHole: hole } as unknown as PreparedPdfSignature;

function written(change: (bytes: Buffer) => Buffer = (same) => same): ReturnType<typeof bytesSource> {
  const bytes = Buffer.concat([original, appended]);
  bytes.write('<30ff>', hole.start);
  return bytesSource(change(bytes));
}

function changedAt(offset: number): (bytes: Buffer) => Buffer {
  return (bytes) => {
    bytes.writeUInt8(bytes.readUInt8(offset) ^ 1, offset);
    return bytes;
  };
}

describe('a file that was written as it was digested', () => {
  it('is known whatever its /Contents holds', () => {
    expect(isWrittenAsPrepared(written(), original, signature)).toBe(true);
  });

  it.each([
    ['in the first byte', changedAt(0)],
    ['in the last byte of the original', changedAt(original.length - 1)],
    ['in the first byte after it', changedAt(original.length)],
    ['before the hole', changedAt(hole.start - 1)],
    ['after the hole', changedAt(hole.end)],
    ['in the last byte', changedAt(original.length + appended.length - 1)],
    ['by a byte more', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from(' ')])],
    ['by a byte less', (bytes: Buffer) => bytes.subarray(0, -1)],
  ])('is another one %s', (_where, change) => {
    expect(isWrittenAsPrepared(written(change), original, signature)).toBe(false);
  });

  it('is another one where the original was kept shorter than it was read', () => {
    expect(isWrittenAsPrepared(written(), original.subarray(1), signature)).toBe(false);
  });
});
