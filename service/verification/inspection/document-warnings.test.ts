import { describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { smallPdfs } from '../../../e2e/documents/pdf/make-pdfs.ts';
import { buildPdf, type Pieces } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import { openWithin } from '../pades/open-within.ts';
import { examinePdf, type PdfFacts } from './examine-pdf.ts';

const examine = (bytes: Uint8Array): PdfFacts => examinePdf(openWithin(bytesSource(bytes), undefined));
const kindsOf = (bytes: Uint8Array): string[] => examine(bytes).warnings.map(({ kind }) => kind);
const withPieces = (catalog: string, extra: Pieces = {}, page = ''): Buffer =>
  buildPdf({ pieces: onePage({ catalog, page, extra }) });

const field = (name: string, rectangle: string): string =>
  `<</Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /Rect [${rectangle}]>>`;
const twoFields = (other: string): Buffer =>
  withPieces(
    '/AcroForm <</Fields [7 0 R 8 0 R]>>',
    { 7: field('a', '10 10 110 40'), 8: field('b', other) },
    '/Annots [7 0 R 8 0 R]',
  );

describe('what a person should know of a PDF before signing it', () => {
  it('is nothing where there is nothing', () => {
    expect(kindsOf(buildPdf({ pieces: onePage() }))).toEqual([]);
    for (const kind of ['stream', 'hybrid'] as const) {
      expect(kindsOf(buildPdf({ pieces: onePage(), kind, packed: [2, 3, 5] })), kind).toEqual([]);
    }
    expect(kindsOf(twoFields('110 10 210 40'))).toEqual([]);
  });

  it('is found behind an array longer than a call has arguments', () => {
    const references = '8 0 R '.repeat(300_000);
    const pdf = withPieces('/Long 7 0 R', { 7: `[${references}]`, 8: '<</S /Launch /F (calc)>>' });
    expect(kindsOf(pdf)).toEqual(['Launch']);
  });

  it.each<[string, string, Buffer]>([
    ['JavaScript', 'run when it is opened', withPieces('/OpenAction <</S /JavaScript /JS (app.alert(1))>>')],
    ['JavaScript', 'behind a reference', withPieces('/OpenAction 7 0 R', { 7: '<</S 8 0 R>>', 8: '/JavaScript' })],
    ['JavaScript', 'deep in the names', withPieces('/Names <</JavaScript <</Kids [7 0 R]>>>>', { 7: '<</JS (x)>>' })],
    ['Launch', 'starts a program', withPieces('', { 7: '<</S /Launch /F (calc)>>' }, '/AA <</O 7 0 R>>')],
    ['XFA', 'a form other readers draw differently', withPieces('/AcroForm <</Fields [] /XFA (x)>>')],
    ['HiddenLayers', 'off', withPieces('/OCProperties <</OCGs [7 0 R] /D <</OFF [7 0 R]>>>>', { 7: '<</Type /OCG>>' })],
    [
      'HiddenLayers',
      'off by default',
      withPieces('/OCProperties <</OCGs [7 0 R] /D <</BaseState /OFF>>>>', { 7: '<</Type /OCG>>' }),
    ],
    ['EmbeddedFiles', 'a file inside', withPieces('/AF [7 0 R]', { 7: '<</Type /Filespec /EF <</F 4 0 R>>>>' })],
    ['UnusedObjects', 'another page', withPieces('', { 7: '<</Type /Page /Parent 2 0 R>>' })],
    [
      'UnusedObjects',
      'another catalog',
      withPieces('', { 7: '<</Type /Catalog /Pages 8 0 R>>', 8: '<</Type /Pages>>' }),
    ],
    ['OverlappingFields', 'a field over another', twoFields('15 12 100 38')],
  ])('%s: %s', (kind, _name, bytes) => expect(kindsOf(bytes)).toEqual([kind]));

  it('counts them, and knows that leftovers of generators are not shown', () => {
    const pieces = onePage({
      extra: { 7: '<</Type /Page>>', 8: '<</Type /Annot>>', 9: '<</Producer (x)>>', 10: '42' },
    });
    expect(examine(buildPdf({ pieces })).warnings).toEqual([{ kind: 'UnusedObjects', count: 2, detail: null }]);
  });

  it('says when it could not look, with what it saw before', () => {
    expect(kindsOf(Buffer.from('%PDF-1.7\nnothing'))).toEqual(['NotExamined']);
    const pieces = onePage({ catalog: '/A 7 0 R /OpenAction <</S /JavaScript /JS (x)>>', extra: { 7: '<</A 4 0 R' } });
    expect(kindsOf(buildPdf({ pieces }))).toEqual(['JavaScript', 'NotExamined']);
  });

  it('ends on every odd document', () => {
    for (const [name, bytes] of Object.entries(smallPdfs())) expect(kindsOf(bytes), name).not.toContain('NotExamined');
  });
});
