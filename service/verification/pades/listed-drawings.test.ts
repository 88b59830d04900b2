import { afterAll, describe, expect, it } from 'vitest';
import { stream, type Pieces } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { certified, contractPdf } from './contract-pdf.suite.ts';
import { HELVETICA, line } from './filled-form.suite.ts';
import { latin1, makeSigner, signPdf, updatePdf, verifyWith } from './signed-pdf.suite.ts';

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

const FIELD =
  '/Type /Annot /Subtype /Widget /FT /Tx /T (name) /Rect [100 500 300 520] /P 3 0 R /F 4 /DA (/Helv 12 Tf 0 g)';
const drawingOf = (text: string): string =>
  stream(
    '/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources <</Font <</Helv 9 0 R>>>>',
    latin1(text === '' ? '/Tx BMC EMC' : line(text)),
  ).toString('latin1');

/** A form whose field has the list of its drawings as object 10, as PDFBox writes it. */
const FORM: Pieces = {
  6: '<</Fields [7 0 R] /DR <</Font <</Helv 9 0 R>>>>>>',
  7: `<<${FIELD} /AP 10 0 R>>`,
  8: drawingOf(''),
  9: HELVETICA,
  10: '<</N 8 0 R>>',
};

/** The drawing itself is written over, and the field gets its value; the list stays. */
function fill(pdf: Buffer, shown = 'Bob'): Buffer {
  return updatePdf(pdf, (update) => {
    update.replaceBody(new PdfReference(7, 0), latin1(`<<${FIELD} /V (Bob) /AP 10 0 R>>`));
    update.replaceBody(new PdfReference(8, 0), latin1(drawingOf(shown)));
  });
}

/** Only what is drawn becomes another one. */
function redraw(pdf: Buffer): Buffer {
  return updatePdf(pdf, (update) => update.replaceBody(new PdfReference(8, 0), latin1(drawingOf('Eve'))));
}

const page = (entries: string): string => `<</Type /Page /Parent 2 0 R /Annots [7 0 R 11 0 R] ${entries}>>`;
const STAMP = '<</Type /Annot /Subtype /Stamp /Rect [0 0 99 99] /F 4';

/** Places besides the field that draw what the list names. */
const ELSEWHERE: Readonly<Record<string, Pieces>> = {
  'drawings of the page': { 3: page('/Contents 4 0 R /Resources <</XObject 10 0 R>>') },
  'drawings of the page, elsewhere': { 3: page('/Contents 4 0 R /Resources 12 0 R'), 12: '<</XObject 10 0 R>>' },
  'resources of the page': { 3: page('/Contents 4 0 R /Resources 10 0 R') },
  'patterns of the page': { 3: page('/Contents 4 0 R /Resources <</Pattern 10 0 R>>') },
  'drawings of the page tree': {
    2: '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] /Resources <</XObject 10 0 R>>>>',
  },
  'drawings of a drawing': {
    3: page('/Contents 4 0 R /Resources <</XObject <</X 12 0 R>>>>'),
    12: stream('/Subtype /Form /BBox [0 0 9 9] /Resources <</XObject 10 0 R>>', latin1('/N Do')).toString('latin1'),
  },
  'glyphs of a font': {
    3: page('/Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>>'),
    5: '<</Type /Font /Subtype /Type3 /CharProcs 10 0 R>>',
  },
  'drawings of the form': { 6: '<</Fields [7 0 R] /DR <</XObject 10 0 R>>>>' },
  'drawings of a stamp': { 3: page('/Contents 4 0 R'), 11: `${STAMP} /AP 10 0 R>>` },
  'states of a stamp': { 3: page('/Contents 4 0 R'), 11: `${STAMP} /AS /N /AP <</N 10 0 R>>>>` },
  'states of a stamp, elsewhere': {
    3: page('/Contents 4 0 R'),
    11: `${STAMP} /AS /N /AP 12 0 R>>`,
    12: '<</N 10 0 R>>',
  },
  'an icon of a stamp': { 3: page('/Contents 4 0 R'), 11: `${STAMP} /MK 10 0 R>>` },
};

describe('a field whose list of drawings is an object of its own', () => {
  const signed = certified(signer, 2, contractPdf(FORM));

  it('may be filled in by another drawing under the same number, and signed', () => {
    expect(verifyWith(fixture, fill(signed))).toMatchObject({
      overallStatus: 'INDETERMINATE',
      detail: 'Changed after signing: form field "name" was filled in.',
    });
    expect(verifyWith(fixture, signPdf(fill(signed), signer))).toMatchObject({ overallStatus: 'VALID', detail: null });
  });

  it('is left open where it shows another value than it has', () => {
    for (const changed of [fill(signed, 'Eve'), fill(signed, ''), redraw(signed)]) {
      const { overallStatus, reasonCodes } = verifyWith(fixture, signPdf(changed, signer));
      expect(overallStatus).toBe('INDETERMINATE');
      expect(reasonCodes).toContain('PDF_PERMITTED_CHANGE');
    }
  });

  it('is not filled in where nothing may change', () => {
    const { overallStatus, reasonCodes } = verifyWith(fixture, fill(certified(signer, 1, contractPdf(FORM))));
    expect(overallStatus).toBe('INVALID');
    expect(reasonCodes).toContain('PDF_DOCMDP_VIOLATED');
  });
});

describe('a list of drawings that also serves as', () => {
  it.each(Object.entries(ELSEWHERE))('%s', (_, pieces) => {
    const base = contractPdf({ ...FORM, 11: `${STAMP}>>`, ...pieces });
    for (const signed of [signPdf(base, signer), certified(signer, 2, base), certified(signer, 3, base)]) {
      expect(verifyWith(fixture, signed).overallStatus).toBe('VALID');
      for (const changed of [fill(signed), redraw(signed)]) {
        expect(verifyWith(fixture, changed).isValid).toBe(false);
        expect(verifyWith(fixture, signPdf(changed, signer)).isValid).toBe(false);
      }
    }
  });
});
