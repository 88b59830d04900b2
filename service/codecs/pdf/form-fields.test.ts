import { describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf, type Pieces } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../byte-source.ts';
import { walkFormFields } from './form-fields.ts';
import { IncrementalUpdate } from './incremental-update.ts';
import { openPdf, openRevision, type PdfDocument } from './pdf-document.ts';
import { PdfReference } from './pdf-objects.ts';

const formOf = (fields: string, extra: Pieces): Buffer =>
  buildPdf({ pieces: onePage({ catalog: '/AcroForm 6 0 R', extra: { 6: `<</Fields ${fields}>>`, ...extra } }) });

function changed(pdf: Buffer, number: number, text: string): Buffer {
  const update = new IncrementalUpdate(openPdf(bytesSource(pdf)));
  update.replaceBody(new PdfReference(number, 0), Buffer.from(text));
  return Buffer.concat([pdf, update.build().bytes]);
}

const namesIn = (document: PdfDocument): string[] => [...walkFormFields(document)].map(({ fullName }) => fullName);

/** Back and forth, as those do who compare revisions. */
function namesByRevision(pdf: Buffer): string[][] {
  const document = openPdf(bytesSource(pdf));
  const views = [1, 0, 1, 0].map((index) => openRevision(document, index));
  const [after, before, again, first] = views.map(namesIn);
  expect([again, first]).toEqual([after, before]);
  return [before ?? [], after ?? []];
}

describe('the fields of a form', () => {
  const family: Pieces = { 7: '<</T (a) /Kids [8 0 R <</T (c)>>]>>', 8: '<</T (b) /FT /Tx>>' };

  it('come parents first, also those that are no objects of their own, and once', () => {
    const document = openPdf(bytesSource(formOf('[7 0 R <</T (d)>> 99 0 R 7 0 R]', family)));
    expect(namesIn(document)).toEqual(['a', 'a.b', 'a.c', 'd']);
  });

  it.each<[string, Pieces, number, string, string[], string[]]>([
    ['a name of its own object', { ...family, 7: '<</T 9 0 R>>', 9: '(old)' }, 9, '(new)', ['old'], ['new']],
    ['the name of a parent', family, 7, '<</T (x) /Kids [8 0 R]>>', ['a', 'a.b', 'a.c'], ['x', 'x.b']],
    [
      'kids of their own object',
      { ...family, 7: '<</T (a) /Kids 9 0 R>>', 9: '[]' },
      9,
      '[8 0 R]',
      ['a'],
      ['a', 'a.b'],
    ],
    ['a parent', family, 6, '<</Fields [8 0 R]>>', ['a', 'a.b', 'a.c'], ['b']],
  ])('are those of each revision where %s changes', (_what, pieces, number, text, before, after) => {
    expect(namesByRevision(changed(formOf('[7 0 R]', pieces), number, text))).toEqual([before, after]);
  });

  it('are refused where one is its own ancestor', () => {
    const document = openPdf(bytesSource(formOf('[7 0 R]', { 7: '<</Kids [8 0 R]>>', 8: '<</Kids [7 0 R]>>' })));
    expect(() => namesIn(document)).toThrow(expect.objectContaining({ code: 'PDF_STRUCTURE_INVALID' }));
  });

  it.each([
    [100, null],
    [101, 'PDF_LIMIT_EXCEEDED'],
  ])('are read in %d levels: %s', (levels, code) => {
    const chain = Array.from({ length: levels }, (_, index) => {
      const kids = index < levels - 1 ? `/Kids [${8 + index} 0 R]` : '/T (a)';
      return [7 + index, `<<${kids}>>`] as const;
    });
    const document = openPdf(bytesSource(formOf('[7 0 R]', Object.fromEntries(chain))));
    if (code === null) expect(namesIn(document).at(-1)).toBe('a');
    else expect(() => namesIn(document)).toThrow(expect.objectContaining({ code }));
  });
});
