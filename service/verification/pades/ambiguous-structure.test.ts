import { describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf, stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import { openPdf } from '../../codecs/pdf/pdf-document.ts';
import { PdfError } from '../../codecs/pdf/pdf-error.ts';
import { preparePdfSignature } from '../../codecs/pdf/signature-insertion.ts';
import { contractPdf, DOC_MDP, EVIL } from './contract-pdf.suite.ts';
import {
  appendStream,
  editLast,
  entryInsideNumber,
  LAWFUL_STREAMS,
  STREAM_ODDITIES,
  TABLE_ODDITIES,
  unsortedTable,
  unsortedUpdate,
  UPDATE_ODDITIES,
} from './odd-cross-references.suite.ts';
import { appendRaw, lastStartxref, overwrite } from './raw-update.suite.ts';
import { latin1, signPdf, verifyWith } from './signed-pdf.suite.ts';
import {
  fixture,
  OPTIONS,
  OBJECTS,
  HEADER,
  expectRefused,
  expectNotValid,
  expectLawful,
} from './readable-structure.suite.ts';

/** A page with two fonts of one name. */
function twiceInResources(one: string, other: string, base: string): Buffer {
  const font = (name: string, more = ''): string => `<</Type /Font /Subtype /Type1 /BaseFont ${name} ${more}>>`;
  const page = (OBJECTS[3] ?? '').replace('/F1 5 0 R', `/F1 ${one} /F1 ${other}`);
  const pieces = onePage({
    extra: {
      // Signing adds to the list of annotations, and leaves the page as it is.
      3: page.replace('/Contents', '/Annots 11 0 R /Contents'),
      11: '[]',
      5: font('/Helvetica'),
      6: font(base),
      7: font('/Helvetica', '/Encoding <</Differences [65 /A]>>'),
      8: font('/Helvetica', '/Encoding <</Differences [65 /B]>>'),
      9: font('/Helvetica', '/Own 9 0 R'),
      10: font('/Helvetica', '/Own 10 0 R /More 1'),
    },
  });
  return buildPdf({ pieces });
}

describe('a document whose table other readers repair', () => {
  it.each(Object.entries(TABLE_ODDITIES))('%s', (name, edit) => {
    const base = editLast(contractPdf({ 9: 'null' }), edit);
    if (name !== 'Size absurd' && name !== 'Size not exact as a double') expectRefused(base);
    // Nothing could be added after so many objects.
    else expect(() => preparePdfSignature(openPdf(bytesSource(base)), OPTIONS)).toThrow(PdfError);
  });

  it('subsections by falling number', () => {
    expectRefused(unsortedTable());
  });

  const withGap = (gap: string): Buffer =>
    editLast(contractPdf(), (text) => text.replace('startxref\n', `startxref${gap}`));

  it.each(['\0', '\n\0', '\0\n', '%x\n', ' %9\n', '\n%\n'])(
    'a number that %j keeps from being found after startxref',
    (gap) => {
      const base = withGap(gap);
      expect(() => preparePdfSignature(openPdf(bytesSource(base)), OPTIONS)).toThrow(
        expect.objectContaining({ code: 'PDF_STRUCTURE_AMBIGUOUS' }),
      );
    },
  );

  it.each([' ', '\r\n', '\r', '\n\n', ' \t\f\n'])('but for blanks before that number: %j', (gap) => {
    expectLawful(withGap(gap));
  });

  it('an object that begins inside the number of another', () => {
    expectRefused(entryInsideNumber());
  });

  it.each(['page', 'font', 'annotation', 'appearance', 'form', 'resources', 'contents'])(
    'a key twice in the %s',
    (where) => {
      const twice = (place: string): string => (place === where ? '/Odd (a) /Odd (b)' : '');
      expectRefused(
        buildPdf({
          pieces: onePage({
            catalog: '/AcroForm 6 0 R',
            page: `/Annots 9 0 R /Resources <</Font <</F1 5 0 R>> ${twice('resources')}>> ${twice('page')}`,
            extra: {
              4: stream(twice('contents'), Buffer.from('BT (Pay) Tj ET')),
              5: `<</Type /Font /Subtype /Type1 /BaseFont /Helvetica ${twice('font')}>>`,
              6: `<</Fields 10 0 R /SigFlags 3 /DR <<${twice('form')}>>>>`,
              7: `<</Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [1 1 9 9] /AP <</N 8 0 R>> ${twice('annotation')}>>`,
              8: EVIL.replace('<<', `<<${twice('appearance')}`),
              9: '[7 0 R]',
              10: '[7 0 R]',
            },
          }),
        }),
      );
    },
  );

  it.each([
    ['two fonts of one name', '5 0 R', '6 0 R', '/Courier'],
    ['a font and none', '5 0 R', 'null', '/Helvetica'],
    ['the same font by two generations', '5 0 R', '5 1 R', '/Helvetica'],
    ['fonts whose encodings differ further down', '7 0 R', '8 0 R', '/Helvetica'],
    ['circles that differ in one place', '9 0 R', '10 0 R', '/Helvetica'],
  ])('a key twice with values that differ: %s', (_, one, other, base) => {
    expectRefused(twiceInResources(one, other, base));
  });

  it.each([
    ['the same reference', '5 0 R', '5 0 R'],
    ['two objects that hold the same', '5 0 R', '6 0 R'],
    ['a circle', '9 0 R', '9 0 R'],
    ['direct dictionaries', '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>', '5 0 R'],
  ])('is none where a key is there twice with the same value: %s', (_, one, other) => {
    expectLawful(twiceInResources(one, other, '/Helvetica'));
  });

  it.each(['/Length 5', '/Length 50', '/Length 0'])('contents with a wrong length: %s', (length) => {
    expectRefused(overwrite(contractPdf(), /\/Length \d+/, length));
  });
});

describe('a document whose cross-reference stream other readers repair', () => {
  it.each(Object.entries(STREAM_ODDITIES))('%s', (_, choice) => {
    const base = appendStream(HEADER, OBJECTS, null, { own: 60, ...choice });
    // Nothing can be signed on a page that is no page.
    if (choice.own === 3) expect(() => preparePdfSignature(openPdf(bytesSource(base)), OPTIONS)).toThrow(PdfError);
    else expectRefused(base);
  });
});

describe('an update whose cross-reference data other readers repair', () => {
  const signed = signPdf(contractPdf(), fixture.signer);
  const certified = signPdf(contractPdf(), fixture.signer, { entries: DOC_MDP(1), isCertification: true });
  const update = (pdf: Buffer): Buffer => appendRaw(pdf, { objects: [{ number: 50, text: 'null' }] });

  it('is lawful without', () => {
    expect(verifyWith(fixture, update(signed)).overallStatus).toBe('VALID');
  });

  it.each(Object.entries(UPDATE_ODDITIES))('%s', (_, edit) => {
    expectNotValid(editLast(update(signed), edit));
    expectNotValid(editLast(update(certified), edit));
  });

  it('subsections by falling number', () => {
    expectNotValid(unsortedUpdate(signed));
  });

  it.each(Object.entries(STREAM_ODDITIES))('a stream: %s', (_, choice) => {
    const base = signPdf(appendStream(HEADER, OBJECTS, null), fixture.signer);
    const lawful = appendStream(base, { 58: 'null' }, lastStartxref(base), { own: 60 });
    expect(verifyWith(fixture, lawful).overallStatus).toBe('VALID');
    expectNotValid(appendStream(base, { 58: 'null' }, lastStartxref(base), { own: 60, ...choice }));
  });

  it('a stream that supplies a missing object by its own number, without listing it', () => {
    const page = (OBJECTS[3] ?? '').replace('/Contents 4 0 R', '/Contents 4 0 R /PieceInfo 60 0 R');
    const base = signPdf(appendStream(HEADER, { ...OBJECTS, 3: page }, null), fixture.signer);
    const without = appendStream(base, { 58: 'null' }, lastStartxref(base), LAWFUL_STREAMS['lists itself']);
    expect(verifyWith(fixture, without).overallStatus).toBe('VALID');
    for (const choice of Object.values(LAWFUL_STREAMS)) {
      expectNotValid(appendStream(base, { 58: 'null' }, lastStartxref(base), { own: 60, ...choice }));
    }
  });

  it('19-byte entries, a hidden part, two sections, a trailer before the end', () => {
    expectNotValid(editLast(update(signed), (text) => text.replace(' n \n', ' n\n')));
    const second = update(update(signed));
    const cut = second
      .toString('latin1')
      .replace(/startxref\n\d+\n%%EOF\n(?=50 0 obj\nnull\nendobj\nxref\n50 1\n[^%]*%%EOF\n$)/, '');
    expectNotValid(latin1(cut));
    const base = signPdf(appendStream(HEADER, OBJECTS, null), fixture.signer);
    const plain = appendStream(base, { 58: 'null' }, lastStartxref(base), { own: 60 });
    const trailer = 'endobj\ntrailer\n<</Root 60 0 R>>\nstartxref\n';
    expectNotValid(editLast(plain, (text) => text.replace('endobj\nstartxref\n', trailer)));
  });
});

/** MuPDF and Ghostscript show what is painted after it, PDFium somewhere else, and poppler not at all. */
it.each(['1 0 0 1 900 0 cm Q', '1 g Q', 'q Q Q', '0 0 1 1 re W n Q'])(
  'contents with a state that is gone back to and was not saved: %s',
  (before) => {
    const page = (start: string): Buffer =>
      contractPdf({ 4: stream('', Buffer.from(`${start} BT /F1 24 Tf 72 700 Td (Pay 99 EUR) Tj ET`)) });
    expectRefused(page(before));
    expectLawful(page(`q ${before}`));
  },
);
