import { describe, expect, it } from 'vitest';
import { brokenPdfs } from '../../../e2e/documents/pdf/broken-pdfs.ts';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { smallPdfs } from '../../../e2e/documents/pdf/make-pdfs.ts';
import { buildPdf, stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource, type ByteSource } from '../byte-source.ts';
import { walkFormFields } from './form-fields.ts';
import { IncrementalUpdate } from './incremental-update.ts';
import { findPage, walkPages } from './page-tree.ts';
import { openPdf, openRevision, type PdfDocument } from './pdf-document.ts';
import { PdfDictionary, PdfReference, PdfStream, PdfString } from './pdf-objects.ts';
import { preparePdfSignature } from './signature-insertion.ts';

function openKind(kind: string): PdfDocument {
  const bytes = smallPdfs()[kind];
  if (bytes === undefined) throw new Error(`no kind ${kind}`);
  return openPdf(bytesSource(bytes));
}

function contentOf(document: PdfDocument): string {
  const content = document.get(findPage(document, 1).dictionary, 'Contents');
  if (!(content instanceof PdfStream)) throw new Error('no content');
  return Buffer.from(document.decodeStream(content)).toString('latin1');
}

describe('openPdf', () => {
  it.each(Object.keys(smallPdfs()))('reads %s', (kind) => {
    const document = openKind(kind);
    expect(document.revisions).toHaveLength(kind === 'word-hybrid' ? 2 : 1);
    expect(document.revisions[0]).toMatchObject({ index: 0, start: 0 });
    expect(contentOf(document)).toContain('Pay 10 EUR');
    expect([...walkPages(document)]).toHaveLength(kind === 'nested-page-tree' ? 61 : 1);
  });

  it.each(Object.entries(brokenPdfs()))('refuses %s', (_kind, { bytes, code }) => {
    const run = (): unknown =>
      preparePdfSignature(openPdf(bytesSource(bytes)), {
        kind: 'signature',
        at: new Date(0),
        contentsBytes: 100,
        reason: null,
        appearancePageNumber: 1,
        appearance: null,
      });
    expect(run).toThrow(expect.objectContaining({ name: 'PdfError', code }));
  });

  it('finds what a hybrid file hides from old readers', () => {
    const document = openKind('hybrid');
    expect(document.dictionary(document.catalog, 'PieceInfo')?.get('Hidden')).toBe(true);
  });

  it('refuses an object stream that needs itself to be read', () => {
    const whole = buildPdf({ pieces: onePage({ extra: { 8: '77' } }), kind: 'stream', packed: [8] });
    expect(openPdf(bytesSource(whole)).resolve(new PdfReference(8, 0))).toBe(77);
    const text = whole.toString('latin1').replace(/\/Filter \/FlateDecode \/Length \d+>>\nstream/, (match) => {
      return `${'/Length 8 0 R'.padEnd(match.length - 9)}>>\nstream`;
    });
    const document = openPdf(bytesSource(Buffer.from(text, 'latin1')));
    expect(() => document.resolve(new PdfReference(8, 0))).toThrow(
      expect.objectContaining({ code: 'PDF_STRUCTURE_INVALID', message: 'object 8 needs itself to be read' }),
    );
  });

  it('gives null for references to nothing, to free objects and to other generations', () => {
    const document = openKind('non-zero-generations');
    expect(document.resolve(new PdfReference(999, 0))).toBeNull();
    expect(document.resolve(new PdfReference(0, 65535))).toBeNull();
    expect(document.resolve(new PdfReference(2, 0))).toBeNull();
    expect(document.resolve(new PdfReference(2, 2))).toBeInstanceOf(PdfDictionary);
  });

  it('reads only what it needs', () => {
    const big = buildPdf({ pieces: { ...onePage(), 6: stream('', Buffer.alloc(2_000_000, 0x41)) } });
    let read = 0;
    const source: ByteSource = {
      size: big.length,
      read(offset, length) {
        const piece = big.subarray(offset, offset + length);
        read += piece.length;
        return piece;
      },
    };
    expect([...walkPages(openPdf(source))]).toHaveLength(1);
    expect(read).toBeLessThan(200_000);
  });
});

describe('names and strings', () => {
  it('decodes escapes in keys and values', () => {
    const { catalog } = openKind('odd-names-and-strings');
    const odd = catalog.get('Odd Name/');
    expect(odd instanceof PdfString && Buffer.from(odd.bytes).toString('latin1')).toBe('a(b)\\ Ac');
    expect(catalog.get('Tiny')).toBe(1e-7);
    expect(catalog.get('Neg')).toBe(-4);
  });
});

describe('form fields', () => {
  it.each(['form-direct', 'form-indirect', 'form-indirect-fields-and-annotations', 'form-in-object-stream'])(
    'walks the tree of %s',
    (kind) => {
      const fields = [...walkFormFields(openKind(kind))];
      expect(fields.map(({ fullName, partialName, fieldType }) => [fullName, partialName, fieldType])).toEqual([
        ['name', 'name', 'Tx'],
        ['Service2', 'Service2', null],
        ['Service2.Service3.x', 'Service3.x', 'Tx'],
        ['Service2', null, 'Tx'],
      ]);
      expect(fields.map(({ isWidgetOnly }) => isWidgetOnly)).toEqual([false, false, false, true]);
    },
  );

  it('inherits type and value, and lists a repeated node once', () => {
    const document = openPdf(
      bytesSource(
        buildPdf({
          pieces: onePage({
            catalog: '/AcroForm <</Fields [6 0 R 7 0 R 6 0 R 99 0 R]>>',
            extra: { 6: '<</T (a) /FT /Sig /V 8 0 R /Kids [7 0 R]>>', 7: '<</T (b)>>', 8: '<</Type /Sig>>' },
          }),
        }),
      ),
    );
    const fields = [...walkFormFields(document)];
    expect(fields.map(({ fullName, fieldType }) => [fullName, fieldType])).toEqual([
      ['a', 'Sig'],
      ['a.b', 'Sig'],
    ]);
    expect(fields[1]).toMatchObject({ value: new PdfReference(8, 0), valueOwner: new PdfReference(6, 0) });
  });
});

describe('revisions', () => {
  it.each(['classic', 'xref-stream', 'hybrid', 'no-trailing-line-end'])('shows every state of %s', (kind) => {
    let bytes = smallPdfs()[kind] ?? Buffer.alloc(0);
    const sizes = [bytes.length];
    for (const value of [1, 2, 3]) {
      const document = openPdf(bytesSource(bytes));
      const update = new IncrementalUpdate(document);
      const root = document.trailer.get('Root');
      if (!(root instanceof PdfReference)) throw new Error('no root');
      update.replace(root, document.catalog.with({ Step: value }));
      bytes = Buffer.concat([bytes, update.build().bytes]);
      sizes.push(bytes.length);
    }
    const document = openPdf(bytesSource(bytes));
    expect(document.revisions).toHaveLength(4);
    const steps = document.revisions.map((_, index) => openRevision(document, index).catalog.get('Step'));
    expect(steps).toEqual([null, 1, 2, 3]);
    expect(document.revisions.slice(1).map(({ end }) => end)).toEqual(sizes.slice(1));
    // A revision opened by its length alone is the same document.
    const second = document.revisions[1]?.end ?? 0;
    expect(openPdf(bytesSource(bytes), { length: second }).catalog.get('Step')).toBe(1);
    // No byte lies between two revisions.
    document.revisions.forEach(({ start }, index) => expect(start).toBe(document.revisions[index - 1]?.end ?? 0));
    expect(document.find(1)).toMatchObject({ revision: 3, location: { kind: 'file' } });
  });

  it.each(['classic', 'xref-stream', 'hybrid'])('takes no update where nobody could tell the end of %s', (kind) => {
    const bytes = smallPdfs()[kind] ?? Buffer.alloc(0);
    const before = (words: string): PdfDocument => {
      const start = bytes.lastIndexOf('startxref');
      return openPdf(bytesSource(Buffer.concat([bytes.subarray(0, start), Buffer.from(words), bytes.subarray(start)])));
    };
    expect(() => new IncrementalUpdate(before('endobj\n'))).toThrow('foreign bytes');
    for (const lawful of ['', '\n \n', '% a comment\n']) new IncrementalUpdate(before(lawful));
  });

  it('refuses more than 500', () => {
    let bytes = smallPdfs()['classic'] ?? Buffer.alloc(0);
    const offsets = [bytes.lastIndexOf('xref\n0')];
    const table = Buffer.from(bytes.subarray(offsets[0], bytes.indexOf('trailer'))).toString('latin1');
    const pieces = [bytes];
    let length = bytes.length;
    for (let count = 0; count < 501; count++) {
      const update = `${table}trailer\n<</Size 6 /Root 1 0 R /Prev ${offsets.at(-1) ?? 0}>>\nstartxref\n${length}\n%%EOF\n`;
      offsets.push(length);
      pieces.push(Buffer.from(update));
      length += update.length;
    }
    bytes = Buffer.concat(pieces);
    expect(() => openPdf(bytesSource(bytes))).toThrow(expect.objectContaining({ code: 'PDF_LIMIT_EXCEEDED' }));
  });
});

describe('object counts', () => {
  it('refuses a table that promises more objects than the file can hold', () => {
    const text = (smallPdfs()['classic'] ?? Buffer.alloc(0)).toString('latin1');
    const bytes = Buffer.from(text.replace('xref\n0 6\n', 'xref\n0 4999999\n'), 'latin1');
    expect(() => openPdf(bytesSource(bytes))).toThrow(expect.objectContaining({ code: 'PDF_STRUCTURE_INVALID' }));
  });
});
