import { describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf, stream, type BuildOptions } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../byte-source.ts';
import { findAmbiguity } from './ambiguities.ts';
import { openPdf } from './pdf-document.ts';

const CONTENT = 'BT /F1 24 Tf 72 700 Td (Pay 99 EUR) Tj ET';
const TWIN = `4 0 obj\n<</Length ${String(CONTENT.length)}>>\nstream\n${CONTENT}\nendstream\nendobj\n`;
const HANGING = '/PieceInfo <</Private 77 0 R>>';

const causeIn = (options: BuildOptions, change: (text: string) => string = (text) => text): string | null => {
  const text = change(buildPdf(options).toString('latin1'));
  return findAmbiguity(openPdf(bytesSource(Buffer.from(text, 'latin1'))));
};
const holding = (text: string, page = HANGING): BuildOptions['pieces'] =>
  onePage({ page, extra: { 9: stream('', Buffer.from(text, 'latin1')) } });

describe('a document that refers to what is not there, with a second object behind the one in force', () => {
  const read: readonly (readonly [string, BuildOptions['pieces']])[] = [
    ['in a stream', holding(TWIN)],
    ['with other white space', holding(TWIN.replace('4 0 obj', '\t4\r\n0\f obj'))],
    ['behind other bytes', holding(`%%%${TWIN}`)],
    ['in a string', onePage({ page: HANGING, extra: { 9: `(${TWIN.replaceAll(/[()]/g, '')})` } })],
    ['in a comment', onePage({ page: HANGING, extra: { 9: '%4 0 obj <<>> endobj\nnull' } })],
    ['with another generation', holding(TWIN.replace('4 0 obj', '4 1 obj'))],
    ['far behind', holding(' '.repeat(1024 * 1024) + TWIN)],
    ...[0, 1, 3, 5, 7].map(
      (more) => [`over a border of pieces, ${more}`, holding(' '.repeat(atBorder() + more) + TWIN)] as const,
    ),
  ];
  it.each(read)('%s is read in two ways', (_where, pieces) => {
    const cause = 'object 77 is referred to and not there, and some readers then take object 4 from another place';
    expect(causeIn({ pieces })).toBe(cause);
    expect(causeIn({ pieces, kind: 'hybrid', packed: [5] })).toBe(cause);
  });

  it.each([
    ['the object is free', (text: string) => text.replace(/(0000\d{6}) 00000 n(?= \n[^]{0,90}trailer)/, '$1 00001 f')],
    ['the generation is another one', (text: string) => text.replace('/F1 5 0 R', '/F1 5 1 R')],
  ])('also where %s', (_why, change) => {
    expect(causeIn({ pieces: holding(TWIN, '/PieceInfo <</Private 9 0 R>>') }, change)).not.toBeNull();
  });

  it.each([
    ['nothing is missing', holding(TWIN, '')],
    ['what is missing is referred to by what nothing leads to', { ...holding(TWIN, ''), 8: '[77 0 R]' }],
    ['nothing stands behind', holding('4 objects and 40 obj')],
    ['only an object of another number does', holding(TWIN.replace('4 0 obj', '44 0 obj'))],
    ['it is compressed', onePage({ page: HANGING, extra: { 9: stream('', Buffer.from(TWIN.replaceAll('o', 'p'))) } })],
  ])('is read in one way where %s', (_what, pieces) => expect(causeIn({ pieces })).toBeNull());

  it('is read in one way where no cross-reference table leads a reader to search the file', () => {
    expect(causeIn({ pieces: holding(TWIN), kind: 'stream' })).toBeNull();
  });

  it('is read in one way where an update replaced what stands before it', () => {
    const base = buildPdf({ pieces: onePage({ page: HANGING }) });
    const at = base.length;
    const start = /startxref\n(\d+)/.exec(base.toString('latin1'))?.[1] ?? '';
    const update = `${TWIN}xref\n4 1\n${String(at).padStart(10, '0')} 00000 n \ntrailer\n<</Size 6 /Root 1 0 R /Prev ${start}>>\nstartxref\n${String(at + TWIN.length)}\n%%EOF\n`;
    expect(findAmbiguity(openPdf(bytesSource(Buffer.concat([base, Buffer.from(update)]))))).toBeNull();
  });
});

/** Spaces after which a twin in object 9 begins just before the second piece in which the file is searched. */
function atBorder(): number {
  const at = buildPdf({ pieces: holding(TWIN) }).indexOf('4 0 obj\n<</Length 41');
  return 1024 * 1024 - at - 5;
}
