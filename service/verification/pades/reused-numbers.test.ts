import { describe, expect, it } from 'vitest';
import { stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { dictionaryOf, PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { certified } from './contract-pdf.suite.ts';
import { appendStream, LAWFUL_STREAMS } from './odd-cross-references.suite.ts';
import { lastStartxref } from './raw-update.suite.ts';
import { expectNotValid, fixture, HEADER, OBJECTS } from './readable-structure.suite.ts';
import { changeCatalog, latin1, signPdf, updatePdf, verifyWith } from './signed-pdf.suite.ts';

const { signer } = fixture;
/** Of the first cross-reference stream. */
const OWN = 60;
const DRAWING = stream('/Type /XObject /Subtype /Form /BBox [0 0 90 30] /Resources <<>>', latin1('0 0 90 30 re f'));

const FORM = { 1: '<</Type /Catalog /Pages 2 0 R /AcroForm 6 0 R>>', 6: '<</Fields []>>' };

/** A document whose cross-reference stream does not list itself, as PDFBox writes it. */
function base(objects: Readonly<Record<number, string>> = {}): Buffer {
  const all = { ...OBJECTS, ...FORM, ...objects };
  return appendStream(HEADER, all, null, { own: OWN, ...LAWFUL_STREAMS['does not list itself'] });
}

/** Signed once more by a stamp that is drawn by object 60. */
function stampOf(pdf: Buffer): Buffer {
  return signPdf(pdf, signer, {
    fieldText: (signature, page) =>
      `<</Type /Annot /Subtype /Widget /FT /Sig /T (Second) /Rect [400 20 490 50] /F 132 /P ${page} /V ${signature} ` +
      `/AP <</N ${OWN} 0 R>>>>`,
    also: (update) => update.replaceBody(new PdfReference(OWN, 0), DRAWING),
  });
}

/** Object 60 holds what a new store says. */
function storeOf(pdf: Buffer, certificate: Uint8Array): Buffer {
  return updatePdf(pdf, (update) => {
    update.replaceBody(new PdfReference(OWN, 0), stream('', certificate));
    changeCatalog(update, { DSS: dictionaryOf({ Certs: [new PdfReference(OWN, 0)] }) });
  });
}

/** Object 60 is the cross-reference stream of the update, too, whose data end with more than its entries. */
function tableOf(pdf: Buffer): Buffer {
  const size = { dictionary: (text: string) => text.replace(/\/Size \d+/, '/Size 200') };
  return appendStream(pdf, {}, lastStartxref(pdf), { own: OWN, ...size, spare: ' BT /F1 24 Tf (Pay 99) Tj ET' });
}

/** Places of the signed document that name object 60, which is a cross-reference stream there. */
const NAMED: Readonly<Record<string, Readonly<Record<number, string>>>> = Object.fromEntries(
  Object.entries({
    'contents of the page': '/Contents [4 0 R 60 0 R]',
    'a drawing of the page': '/Contents 4 0 R /Resources <</XObject <</X 60 0 R>>>>',
    'all drawings of the page': '/Contents 4 0 R /Resources <</XObject 60 0 R>>',
    'a font of the page': '/Contents 4 0 R /Resources <</Font <</F1 60 0 R>>>>',
    'an annotation': '/Contents 4 0 R /Annots [60 0 R]',
    'a drawing of an annotation':
      '/Contents 4 0 R /Annots [<</Type /Annot /Subtype /Stamp /Rect [9 9 99 99] /AP <</N 60 0 R>>>>]',
    'a group of the page': '/Contents 4 0 R /Group 60 0 R',
    'private data of the page': '/Contents 4 0 R /PieceInfo <</X 60 0 R>>',
  }).map(([name, page]) => [name, { 3: `<</Type /Page /Parent 2 0 R ${page}>>` }]),
);

describe('the number of a cross-reference stream that nothing names', () => {
  it('may be used again for a stamp, and for validation data', () => {
    for (const signed of [signPdf(base(), signer), certified(signer, 2, base())]) {
      const report = verifyWith(fixture, stampOf(signed));
      expect(report).toMatchObject({ overallStatus: 'VALID', detail: null });
      expect(report.signatures).toHaveLength(2);
      expect(verifyWith(fixture, storeOf(signed, signer.certificate))).toMatchObject({ overallStatus: 'VALID' });
      expect(verifyWith(fixture, storeOf(stampOf(signed), signer.certificate)).overallStatus).not.toBe('VALID');
    }
  });

  it('may be used again for the next cross-reference stream', () => {
    for (const signed of [signPdf(base(), signer), certified(signer, 1, base())]) {
      expect(verifyWith(fixture, tableOf(signed))).toMatchObject({ overallStatus: 'VALID', detail: null });
    }
  });

  it('is left open where nothing uses what it is used for', () => {
    const update = updatePdf(signPdf(base(), signer), (one) => one.replaceBody(new PdfReference(OWN, 0), DRAWING));
    expect(verifyWith(fixture, update)).toMatchObject({
      overallStatus: 'INDETERMINATE',
      detail: 'Changed after signing: object 60 was added, which nothing uses.',
    });
  });
});

describe('the number of a cross-reference stream is not used again where the signed document names it as', () => {
  it.each(Object.entries(NAMED))('%s', (_, objects) => {
    for (const signed of [signPdf(base(objects), signer), certified(signer, 2, base(objects))]) {
      expectNotValid(stampOf(signed));
      expectNotValid(storeOf(signed, signer.certificate));
      expectNotValid(tableOf(signed));
    }
  });
});
