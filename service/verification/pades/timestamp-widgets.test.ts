import { afterAll, describe, expect, it } from 'vitest';
import { certified, contractPdf } from './contract-pdf.suite.ts';
import { makeSigner, signPdf, TIMESTAMP, verifyBelievingTimestamps } from './signed-pdf.suite.ts';

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

const APPEARANCE = '<</N 4 0 R>>';
const base = signPdf(contractPdf(), signer);
const locked = certified(signer, 1);

/** A timestamp whose field has these entries beside its value. */
function stamp(pdf: Buffer, entries: string): ReturnType<typeof verifyBelievingTimestamps> {
  const fieldText = (value: string, page: string): string =>
    `<</FT /Sig /T (Stamp) /V ${value} /P ${page} ${entries}>>`;
  return verifyBelievingTimestamps(fixture, signPdf(pdf, signer, { ...TIMESTAMP, fieldText }));
}

const WIDGET = '/Type /Annot /Subtype /Widget';
const WIDE = '/Rect [72 600 500 760]';
const POINT = '/Rect [0 0 0 0] /F 132';

/** Everything that makes it something else than a widget, or makes it show. */
const SHOWN: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'FreeText Square Stamp Text Circle Line Highlight Redact Ink Link Popup Caret FileAttachment Watermark Screen'
      .split(' ')
      .flatMap((subtype) => [
        [
          `a ${subtype}`,
          `/Type /Annot /Subtype /${subtype} ${WIDE} /Contents (99 EUR) /DA (/Helv 20 Tf 0 g) /C [1 0 0]`,
        ],
        [`a ${subtype} of no size`, `/Type /Annot /Subtype /${subtype} ${POINT} /Contents (99 EUR)`],
      ]),
  ),
  'no kind of annotation with a place': `/Type /Annot ${WIDE}`,
  'no kind of annotation with a drawing': `/Type /Annot /AP ${APPEARANCE}`,
  'another type': `/Type /XObject /Subtype /Widget ${POINT}`,
  'a widget with a drawing': `${WIDGET} ${WIDE} /F 4 /AP ${APPEARANCE}`,
  'a widget without flags': `${WIDGET} ${WIDE} /AP ${APPEARANCE}`,
  'a widget that only prints': `${WIDGET} ${WIDE} /F 36 /AP ${APPEARANCE}`,
  'a widget not to be viewed': `${WIDGET} ${WIDE} /F 32 /AP ${APPEARANCE}`,
  'a widget to be viewed by the mouse': `${WIDGET} ${WIDE} /F 288 /AP ${APPEARANCE}`,
  'a widget invisible where it is unknown': `${WIDGET} ${WIDE} /F 1 /AP ${APPEARANCE}`,
  'a hidden widget with a drawing': `${WIDGET} ${WIDE} /F 2 /AP ${APPEARANCE}`,
  'a widget drawn under the mouse': `${WIDGET} ${WIDE} /F 4 /AP <</R 4 0 R>>`,
  'a widget drawn when pressed': `${WIDGET} ${WIDE} /F 4 /AP <</D <</On 4 0 R>>>>`,
  'a widget with a background': `${WIDGET} ${WIDE} /F 4 /MK <</BG [1 1 1]>>`,
  'a widget with a caption': `${WIDGET} ${POINT} /MK <</CA (99 EUR)>>`,
  'a widget with a colour': `${WIDGET} ${WIDE} /F 4 /C [1 0 0]`,
  'a widget with words': `${WIDGET} ${POINT} /Contents (99 EUR)`,
  'a widget with a text style': `${WIDGET} ${POINT} /DA (/Helv 20 Tf 0 g)`,
  'a widget with a border': `${WIDGET} ${WIDE} /F 4 /Border [0 0 9]`,
  'a line': `${WIDGET} /Rect [72 600 500 600] /AP ${APPEARANCE}`,
  'a column': `${WIDGET} /Rect [72 600 72 700] /AP ${APPEARANCE}`,
  'a place of words': `${WIDGET} /Rect (0000) /AP ${APPEARANCE}`,
  'a place of three numbers': `${WIDGET} /Rect [0 0 0] /AP ${APPEARANCE}`,
  'no place but a drawing': `${WIDGET} /AP ${APPEARANCE}`,
  'an action': `${WIDGET} ${POINT} /A <</S /JavaScript /JS (x)>>`,
  'a value for forms': `${WIDGET} ${POINT} /DV (x)`,
  'a kid that is there already': '/Kids [7 0 R]',
  'another field above it': `${WIDGET} ${POINT} /Parent 7 0 R`,
  'a drawing without bounds': `${WIDGET} ${POINT} /AP ${APPEARANCE}`,
};

describe('a timestamp may not show as', () => {
  it.each(Object.entries(SHOWN))('%s', (_, entries) => {
    expect(stamp(base, entries).overallStatus).not.toBe('VALID');
    expect(stamp(locked, entries).overallStatus).not.toBe('VALID');
  });

  it('a widget on paper, whatever the certification', () => {
    const entries = SHOWN['a widget not to be viewed'] ?? '';
    expect(stamp(base, entries)).toMatchObject({ overallStatus: 'INDETERMINATE' });
    expect(stamp(locked, entries).reasonCodes).toContain('PDF_DOCMDP_VIOLATED');
  });
});

describe('a timestamp is lawful with', () => {
  const blank = { 8: '<</Type /XObject /Subtype /Form /BBox [0 0 0 0] /Length 0>>\nstream\n\nendstream' };
  const bounded = { 8: '<</Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 10>>\nstream\n0 0 9 9 re\nendstream' };

  it.each<[string, string, typeof blank]>([
    ['a point', `${WIDGET} ${POINT}`, blank],
    ['a point elsewhere', `${WIDGET} /Rect [9 9 9 9]`, blank],
    ['no flags', `${WIDGET} /Rect [0 0 0 0]`, blank],
    ['no place', WIDGET, blank],
    ['no widget at all', '', blank],
    ['an empty drawing', `${WIDGET} ${POINT} /AP <</N 8 0 R>>`, blank],
    ['an empty drawing with a place', `${WIDGET} ${WIDE} /F 132 /AP <</N 8 0 R>>`, blank],
    ['a drawing shrunk to a point', `${WIDGET} ${POINT} /AP <</N 8 0 R>>`, bounded],
    ['empty looks', `${WIDGET} ${POINT} /MK <<>> /DR <<>>`, blank],
    ['a hidden place', `${WIDGET} ${WIDE} /F 134`, blank],
    ['a key of the structure', `${WIDGET} ${POINT} /StructParent 9`, blank],
  ])('%s', (_, entries, pieces) => {
    expect(stamp(signPdf(contractPdf(pieces), signer), entries)).toMatchObject({
      overallStatus: 'VALID',
      detail: null,
    });
    expect(stamp(certified(signer, 1, contractPdf(pieces)), entries).overallStatus).toBe('VALID');
  });
});
