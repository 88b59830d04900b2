import { afterAll, describe, expect, it } from 'vitest';
import { stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { certified, contractPdf } from './contract-pdf.suite.ts';
import { makeSigner, replaceObject, signPdf, verifyWith } from './signed-pdf.suite.ts';

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

const FONTS = '<</Font <</F1 5 0 R>>>>';
const drawing = (text: string): string =>
  stream(
    `/Type /XObject /Subtype /Form /BBox [0 0 182 42] /Resources ${FONTS}`,
    Buffer.from(`/Tx BMC q BT /F1 12 Tf 0 g 2 15 Td (${text}) Tj ET Q EMC`),
  ).toString('latin1');
const field = (entries: string): string =>
  `<</Type /Annot /Subtype /Widget /FT /Tx /T (sum) /Rect [18 18 200 60] /P 3 0 R /F 4 /DA (/F1 12 Tf 0 g) ${entries}>>`;

/** A form whose one field has the value 100; viewers draw what it has or, asked to draw anew, the value. */
function form(entries: string, drawn: string, widget = field('/V (100) /AP <</N 8 0 R>>')): Buffer {
  return contractPdf({ 6: `<</Fields [7 0 R] ${entries}>>`, 7: widget, 8: drawing(drawn) });
}

const SIGNERS: Readonly<Record<string, (pdf: Buffer) => Buffer>> = {
  approved: (pdf) => signPdf(pdf, signer),
  'certified, no changes': (pdf) => certified(signer, 1, pdf),
  'certified for forms': (pdf) => certified(signer, 2, pdf),
  'certified for annotations': (pdf) => certified(signer, 3, pdf),
};

function withForm(pdf: Buffer, entries: string): Buffer {
  const fields = /\/Fields (\[[^\]]*\])/.exec(pdf.toString('latin1').slice(pdf.lastIndexOf('6 0 obj')))?.[1] ?? '[]';
  return replaceObject(pdf, 6, `<</Fields ${fields} /SigFlags 3 ${entries}>>`);
}

const status = (pdf: Buffer): string => verifyWith(fixture, pdf).overallStatus;

/** A button, with another sum in object 8 and nothing in object 9. */
function buttons(entries: string): Buffer {
  return contractPdf({
    6: '<</Fields [7 0 R] /NeedAppearances true>>',
    7: field(entries).replace('/FT /Tx', '/FT /Btn'),
    8: drawing('999999'),
    9: drawing(''),
  });
}

const HIDDEN: Readonly<Record<string, Buffer>> = {
  'another sum': form('/NeedAppearances true', '999999'),
  'more digits': form('/NeedAppearances true', '100000'),
  nothing: form('/NeedAppearances true', ''),
  'a sum for the mouse': form('/NeedAppearances true', '999', field('/V (100) /AP <</N 4 0 R /R 8 0 R>>')),
  'a push button': form(
    '/NeedAppearances true',
    'No',
    field('/AP <</N 8 0 R>>').replace('/FT /Tx', '/FT /Btn /Ff 65536'),
  ),
  ...Object.fromEntries(
    Object.entries({
      'the other state of a check box': '/V /Yes /AS /Yes /AP <</N <</Yes 9 0 R /Off 8 0 R>>>>',
      'the same state of a check box': '/V /Yes /AS /Yes /AP <</N <</Yes 8 0 R /Off 9 0 R>>>>',
      'an empty check box': '/V /Off /AS /Off /AP <</N <</Yes 9 0 R /Off 8 0 R>>>>',
      'a check box for the mouse': '/V /Yes /AS /Yes /AP <</N <</Yes 9 0 R /Off 9 0 R>> /R 8 0 R>>',
      'a check box that is pressed': '/V /Yes /AS /Yes /AP <</N <</Yes 9 0 R /Off 9 0 R>> /D <</Yes 8 0 R>>>>',
      'a check box with a caption': '/V /Yes /AS /Yes /MK <</CA (4)>> /AP <</N <</Yes 8 0 R>>>>',
      'a radio button': '/Ff 32768 /V /Yes /AS /Yes /AP <</N <</Yes 8 0 R /Off 9 0 R>>>>',
      'a push button with states':
        '/Ff 65536 /MK <</CA (Cancel)>> /V /Off /AS /Off /AP <</N <</Yes 9 0 R /Off 8 0 R>>>>',
    }).map(([name, entries]) => [name, buttons(entries)]),
  ),
  'a widget of no field': contractPdf({
    6: '<</Fields [] /NeedAppearances true>>',
    7: field('/V (100) /AP <</N 8 0 R>>').replace('/FT /Tx', ''),
    8: drawing('999'),
  }),
};

const TAKEN_BACK: Readonly<Record<string, string>> = {
  removed: '',
  'set to false': '/NeedAppearances false',
  'made null': '/NeedAppearances null',
  'made a name': '/NeedAppearances /true',
};

describe.each(Object.entries(SIGNERS))('a form that viewers draw anew, %s', (_, sign) => {
  it.each(Object.keys(HIDDEN))('is not VALID where they show what was drawn before: %s', (name) => {
    const signed = sign(HIDDEN[name] ?? Buffer.alloc(0));
    expect(status(signed)).toBe('VALID');
    for (const entries of Object.values(TAKEN_BACK)) {
      expect(status(withForm(signed, entries))).not.toBe('VALID');
      expect(status(signPdf(withForm(signed, entries), signer))).not.toBe('VALID');
    }
  });

  it.each([
    ['a default appearance', '/DA (/F1 30 Tf 1 g)'],
    ['fonts', `/DR ${FONTS}`],
    ['both', `/DA (/F1 0 Tf 0 g) /DR ${FONTS}`],
    ['an alignment', '/Q 2'],
  ])('is not VALID where they draw by %s that came later', (_name, entries) => {
    expect(status(withForm(sign(form('/NeedAppearances true', '100')), `/NeedAppearances true ${entries}`))).not.toBe(
      'VALID',
    );
  });

  it.each(Object.entries(TAKEN_BACK))(
    'is VALID where drawings and values say the same, and the wish is %s',
    (_name, entries) => {
      expect(status(withForm(sign(form('/NeedAppearances true', '100')), entries))).toBe('VALID');
    },
  );

  it.each(['1', '(true)', '/true', '[true]', '<<>>', '1.0'])(
    'is not VALID where the wish is written as %s after there was none',
    (wish) => {
      expect(status(withForm(sign(form('', '999')), `/NeedAppearances ${wish}`))).toBe('INDETERMINATE');
    },
  );

  it('is VALID where the wish is written otherwise, or was none', () => {
    expect(status(withForm(sign(form('/NeedAppearances 9 0 R', '999')), '/NeedAppearances false'))).toBe('VALID');
    expect(status(withForm(sign(form('', '999')), '/NeedAppearances false'))).toBe('VALID');
  });
});
