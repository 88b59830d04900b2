import { afterAll, describe, expect, it } from 'vitest';
import { stream, type Pieces } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { contractPdf } from './contract-pdf.suite.ts';
import { makeSigner, signPdf, verifyWith } from './signed-pdf.suite.ts';

/** Pages that paint more with one operator than anybody looks through, and a later signature that shows itself on them. */
const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

const T3 =
  '<</Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 /LastChar 97 ' +
  '/Widths [1] /Encoding <</Differences [97 /a]>> /CharProcs <</a 11 0 R>> /Resources <<>>>>';

/** Signed twice; the second signature shows itself at left 100, bottom 100, right 300, top 160. */
function verdict(content: string, pieces: Pieces = {}): string {
  const page = '<</Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [7 0 R] /Resources <</Font <</T3 10 0 R>>>>>>';
  const pdf = contractPdf({ 3: page, 4: stream('', Buffer.from(content)), 10: T3, ...pieces });
  const { signatures } = verifyWith(fixture, signPdf(signPdf(pdf, signer), signer, { isVisible: true }));
  const [first] = signatures;
  return first?.status === 'VALID' ? 'nothing covered' : String(first?.reasonCodes[0]);
}

const glyphOf = (parts: number): Pieces => ({
  11: stream('', Buffer.from(`1 0 0 0 9 9 d1 ${'0 0 1 1 re f '.repeat(parts)}`)),
});
const letters = (count: number): string => `BT /T3 1 Tf 500 500 Td (${'a'.repeat(count)}) Tj ET`;
const curves = (count: number): string => `0 0 m ${'50 0 0 90 50 90 c 0 0 0 9 9 9 c '.repeat(count)}`;
const lines = (count: number): string => `400 400 m ${'401 402 l 405 400 l '.repeat(count)}`;

describe('what is painted by one operator', () => {
  it.each([
    ['letters that are drawings', letters(100), glyphOf(100)],
    ['letters that are drawings, cut off', `9 9 1 1 re W n ${letters(100)}`, glyphOf(100)],
    ['a line of many curves', `${curves(2_000)} S`],
    ['an outline of many lines', `3 w ${lines(40_000)} s`],
    ['an area of very many corners', `0.5 g ${lines(80_000)} f`],
    ['moves without a line', `${'150 150 m '.repeat(200_000)} 0 0 5 5 re f`],
  ])('is followed: %s', (_what, content, pieces?: Pieces) => {
    expect(verdict(content, pieces)).toBe('nothing covered');
  });

  it.each([
    ['letters that are drawings of many parts', letters(700), glyphOf(500)],
    ['the same, cut off', `9 9 1 1 re W n ${letters(700)}`, glyphOf(500)],
    ['a line of very many curves', `${curves(5_000)} S`],
    ['an outline of very many lines', `3 w ${lines(60_000)} s`],
    ['a white area of very many corners', `1 g ${lines(60_000)} f`],
    ['very many boxes', `${'0 0 1 1 re '.repeat(160_000)} f`],
    [
      'an edge behind very many points',
      `${'100 100 m 100 100 l '.repeat(100_001)} 0 0 m 600 0 l 150 800 l W n 0.5 g 0 0 600 800 re f`,
    ],
  ])('is left open where it is too much: %s', (_what, content, pieces?: Pieces) => {
    expect(verdict(content, pieces)).toBe('PDF_CONTENT_COVERED');
  });
});
