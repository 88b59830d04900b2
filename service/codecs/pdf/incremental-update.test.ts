import { describe, expect, it } from 'vitest';
import { smallPdfs } from '../../../e2e/documents/pdf/make-pdfs.ts';
import { bytesSource, type ByteSource } from '../byte-source.ts';
import { IncrementalUpdate } from './incremental-update.ts';
import { openPdf } from './pdf-document.ts';
import { dictionaryOf, PdfReference, PdfStream } from './pdf-objects.ts';

const GIB = 1024 ** 3;

/** A document of `size` bytes, its sound beginning and end made from a small one, zeros in between. */
function stretched(kind: string, size: number): ByteSource {
  const small = smallPdfs()[kind] ?? Buffer.alloc(0);
  const text = small.toString('latin1');
  const at = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  const shift = size - small.length - 20;
  const tail = Buffer.from(text.slice(at).replace(/startxref\n\d+/, `startxref\n${at + shift}`), 'latin1');
  const tailStart = at + shift;
  return {
    size: tailStart + tail.length,
    read(offset, length) {
      const result = Buffer.alloc(Math.min(length, tailStart + tail.length - offset));
      for (let index = 0; index < result.length; index++) {
        const position = offset + index;
        result[index] =
          (position < at ? small[position] : position < tailStart ? 0x20 : tail[position - tailStart]) ?? 0;
      }
      return result;
    },
  };
}

/** The source with the update behind it. */
function appended(source: ByteSource, bytes: Uint8Array): ByteSource {
  return {
    size: source.size + bytes.length,
    read: (offset, length) =>
      offset >= source.size
        ? bytes.subarray(offset - source.size, offset - source.size + length)
        : Buffer.concat([
            source.read(offset, Math.min(length, source.size - offset)),
            bytes.subarray(0, Math.max(0, offset + length - source.size)),
          ]),
  };
}

describe('IncrementalUpdate', () => {
  it.each(['classic', 'xref-stream', 'hybrid'])('adds, replaces and reads back in %s', (kind) => {
    const bytes = smallPdfs()[kind] ?? Buffer.alloc(0);
    const document = openPdf(bytesSource(bytes));
    const update = new IncrementalUpdate(document);
    const added = update.add([1, 2.5, null]);
    const data = Uint8Array.of(1, 2, 3, 10, 13);
    const stream = update.addStream(dictionaryOf({ Kind: true }), data);
    const later = update.reserve();
    update.replace(later, added);
    update.replace(new PdfReference(5, 0), 'done'.length);
    expect([added.number, stream.number, later.number]).toEqual([0, 1, 2].map((index) => document.endNumber + index));
    const after = openPdf(bytesSource(Buffer.concat([bytes, update.build().bytes])));
    expect(after.resolve(later)).toEqual([1, 2.5, null]);
    expect(after.resolve(new PdfReference(5, 0))).toBe(4);
    const read = after.resolve(stream);
    expect(read instanceof PdfStream && [...after.decodeStream(read)]).toEqual([...data]);
    expect(after.endNumber).toBeGreaterThanOrEqual(later.number + 1);
  });

  it.each([
    ['classic', 5],
    ['classic', 9],
    ['xref-stream', 3],
    ['xref-stream', 5],
    ['xref-stream', 20],
  ])('writes offsets into %s of %i GiB', (kind, size) => {
    const source = stretched(kind, size * GIB);
    const update = new IncrementalUpdate(openPdf(source));
    const added = update.add(42);
    const after = openPdf(appended(source, update.build().bytes));
    expect(after.resolve(added)).toBe(42);
    expect(after.find(added.number)?.location).toMatchObject({ kind: 'file' });
  });

  it('refuses offsets that a classic table cannot hold', () => {
    const update = new IncrementalUpdate(openPdf(stretched('classic', 9_999_999_999)));
    update.add(42);
    expect(() => update.build()).toThrow(expect.objectContaining({ code: 'PDF_FILE_TOO_LARGE' }));
  });

  it('starts a line of its own whatever the document ends with', () => {
    for (const [kind, guard] of [
      ['classic', ''],
      ['no-trailing-line-end', '\n'],
    ] as const) {
      const update = new IncrementalUpdate(openPdf(bytesSource(smallPdfs()[kind] ?? Buffer.alloc(0))));
      const { number } = update.add(null);
      expect(Buffer.from(update.build().bytes).toString('latin1').startsWith(`${guard}${number} 0 obj\n`)).toBe(true);
    }
  });
});
