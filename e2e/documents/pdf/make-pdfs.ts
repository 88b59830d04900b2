import { wordPdf } from './word-pdf.ts';
import { buildPdf, type BuildOptions, type Pieces } from './pdf-builder.ts';
import { FIELDS, onePage } from './one-page.ts';

/*
 * Test PDFs of every kind, made when needed and never kept in the repository: here readable documents, which need no
 * tools. restricted-pdfs.ts has ones whose dictionaries restrict signing, broken-pdfs.ts ones that must be refused,
 * tool-pdfs.ts ones that qpdf, pdf-lib or Chromium make, large-pdfs.ts large files written piece by piece.
 */

/** Readable documents that any signer must cope with; built without tools. */
export function smallPdfs(): Record<string, Buffer> {
  const kinds = { ...PLAIN, ...FORMS, ...UNUSUAL };
  const built = Object.fromEntries(Object.entries(kinds).map(([name, options]) => [name, buildPdf(options)]));
  return { ...built, 'word-hybrid': wordPdf(false), 'hybrid-with-one-end': wordPdf(true) };
}

const PLAIN: Readonly<Record<string, BuildOptions>> = {
  classic: { pieces: onePage() },
  'classic-with-info-and-id': {
    pieces: onePage({ extra: { 6: '<</Title (Test) /Producer <FEFF0041>>>' } }),
    trailer: '/Root 1 0 R /Info 6 0 R /ID [<00112233445566778899AABBCCDDEEFF> <00112233445566778899AABBCCDDEEFF>]',
  },
  'no-trailing-line-end': { pieces: onePage(), tail: '' },
  'trailing-white-space': { pieces: onePage(), tail: '\r\n\n  \n' },
  'version-1.3': { pieces: onePage(), version: '1.3' },
  'version-2.0': { pieces: onePage(), version: '2.0' },
  'non-zero-generations': {
    pieces: {
      ...onePage({ catalog: '/AcroForm 6 3 R', extra: { 6: '<</Fields []>>' } }),
      1: '<</Type /Catalog /Pages 2 2 R /AcroForm 6 3 R>>',
      2: '<</Type /Pages /Kids [3 1 R] /Count 1 /MediaBox [0 0 595 842]>>',
      3: '<</Type /Page /Parent 2 2 R /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>>>>',
    },
    generations: { 1: 4, 2: 2, 3: 1, 6: 3 },
    trailer: '/Root 1 4 R',
  },
  'xref-stream': { pieces: onePage(), kind: 'stream', packed: [1, 2, 3, 5], version: '1.5' },
  hybrid: {
    pieces: onePage({ extra: { 6: '<</Hidden true>>' }, catalog: '/PieceInfo 6 0 R' }),
    kind: 'hybrid',
    packed: [6],
    version: '1.5',
  },
};

const FORM_FONT = '/DR <</Font <</F1 5 0 R>>>> /DA (/F1 10 Tf 0 g)';
const ANNOTATIONS = '[7 0 R 9 0 R 10 0 R]';
const FORMS: Readonly<Record<string, BuildOptions>> = {
  'form-direct': {
    pieces: onePage({
      catalog: `/AcroForm <</Fields [7 0 R 8 0 R] ${FORM_FONT}>>`,
      page: `/Annots ${ANNOTATIONS}`,
      extra: FIELDS,
    }),
  },
  'form-indirect': {
    pieces: onePage({
      catalog: '/AcroForm 11 0 R',
      page: `/Annots ${ANNOTATIONS}`,
      extra: { ...FIELDS, 11: `<</Fields [7 0 R 8 0 R] ${FORM_FONT}>>` },
    }),
  },
  'form-indirect-fields-and-annotations': {
    pieces: onePage({
      catalog: '/AcroForm 11 0 R',
      page: '/Annots 13 0 R',
      extra: { ...FIELDS, 11: `<</Fields 12 0 R ${FORM_FONT} /SigFlags 0>>`, 12: '[7 0 R 8 0 R]', 13: ANNOTATIONS },
    }),
  },
  'form-in-object-stream': {
    pieces: onePage({
      catalog: '/AcroForm 11 0 R',
      page: '/Annots 13 0 R',
      extra: { ...FIELDS, 11: `<</Fields 12 0 R ${FORM_FONT}>>`, 12: '[7 0 R 8 0 R]', 13: ANNOTATIONS },
    }),
    kind: 'stream',
    packed: [1, 2, 3, 7, 8, 9, 10, 11, 12, 13],
    version: '1.6',
  },
};

const UNUSUAL: Readonly<Record<string, BuildOptions>> = {
  'empty-signature-field': {
    pieces: onePage({
      catalog: '/AcroForm <</Fields [6 0 R] /SigFlags 1>>',
      page: '/Annots [6 0 R]',
      extra: {
        6: '<</Type /Annot /Subtype /Widget /FT /Sig /T (Service1) /Rect [300 300 400 350] /P 3 0 R /F 4 /Lock <</Type /SigFieldLock /Action /All>>>>',
      },
    }),
  },
  'odd-names-and-strings': {
    pieces: onePage({
      catalog:
        '/AcroForm <</Fields [6 0 R 7 0 R]>> /Odd#20Name#2F (a\\(b\\)\\\\ \\101\\\r\nc) /Tiny .0000001 /Neg -4. /Lone ()',
      page: '/Annots [6 0 R]',
      extra: {
        6: '<</Type /Annot /Subtype /Widget /FT /Tx /T <FEFF005300650072007600690063006500310020AC> /Rect [10 10 20 20] /P 3 0 R /F 4>>',
        7: '<</FT /Tx /T <FEFF00530065007200760069006300650031>>>',
      },
    }),
  },
  'usage-rights': {
    pieces: onePage({
      catalog: '/Perms <</UR3 6 0 R>>',
      extra: {
        6: `<</Type /Sig /Filter /Adobe.PPKLite /Reference [<</Type /SigRef /TransformMethod /UR3>>] /Contents <00>>>`,
      },
    }),
  },
  'rotated-90': { pieces: onePage({ page: '/Rotate 90' }) },
  'rotated-180': { pieces: onePage({ page: '/Rotate -180' }) },
  'rotated-270': { pieces: onePage({ page: '/Rotate 270 /CropBox [50 60 400 700]' }) },
  'tiny-page': { pieces: onePage({ page: '/MediaBox [0 0 144 90]' }) },
  'nested-page-tree': { pieces: nestedPages(60) },
};

/** `depth` levels, each with one page and one further level. */
function nestedPages(depth: number): Pieces {
  const pieces: Record<number, string | Uint8Array> = onePage();
  pieces[2] = `<</Type /Pages /Kids [3 0 R 100 0 R] /Count ${depth + 1} /MediaBox [0 0 300 300]>>`;
  for (let level = 0; level < depth; level++) {
    const node = 100 + level * 2;
    const parent = level === 0 ? 2 : node - 2;
    const next = level === depth - 1 ? '' : `${node + 2} 0 R`;
    pieces[node] = `<</Type /Pages /Parent ${parent} 0 R /Kids [${node + 1} 0 R ${next}] /Count ${depth - level}>>`;
    pieces[node + 1] = `<</Type /Page /Parent ${node} 0 R>>`;
  }
  return pieces;
}
