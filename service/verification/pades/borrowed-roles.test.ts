import { afterAll, describe, expect, it } from 'vitest';
import { stream, type Pieces } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { certified, contractPdf } from './contract-pdf.suite.ts';
import { latin1, makeSigner, signPdf, TIMESTAMP, updatePdf, verifyBelievingTimestamps } from './signed-pdf.suite.ts';

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

const EMPTY = '<</Type /Annot /Subtype /Widget /FT /Sig /T (Approver) /Rect [72 100 272 160] /P 3 0 R /F 4';
const DRAWING = stream('/Type /XObject /Subtype /Form /BBox [0 0 200 60]', Buffer.from('0 0 200 60 re f')).toString(
  'latin1',
);
const FORM: Pieces = { 6: '<</Fields [7 0 R] /SigFlags 1>>', 7: `${EMPTY}>>`, 8: DRAWING };

function page(entries: string): string {
  return `<</Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [7 0 R] ${entries}>>`;
}

/** The empty field is signed in its place, and gets a drawing there. */
function signEmpty(pdf: Buffer, kind: 'signature' | 'timestamp', entries: string): Buffer {
  const choice = kind === 'timestamp' ? TIMESTAMP : {};
  return signPdf(pdf, signer, { ...choice, existingField: 7, fieldEntries: entries });
}

function status(pdf: Buffer): string {
  return verifyBelievingTimestamps(fixture, pdf).overallStatus;
}

/** Places where an entry of the field would be taken for something to be drawn. */
const ROLES: Readonly<Record<string, Pieces>> = {
  ...Object.fromEntries(
    'XObject Font ExtGState ColorSpace Pattern Shading Properties'.split(' ').flatMap((category) => [
      [`resources of a page: ${category}`, { 3: page(`/Resources <</${category} 7 0 R>>`) }],
      [`resources elsewhere: ${category}`, { 3: page('/Resources 9 0 R'), 9: `<</${category} 7 0 R>>` }],
      [`one of the resources: ${category}`, { 3: page(`/Resources <</${category} <</F1 7 0 R>>>>`) }],
    ]),
  ),
  'all resources of a page': { 3: page('/Resources 7 0 R') },
  'resources of the page tree': {
    2: '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] /Resources <</XObject 7 0 R>>>>',
    3: page(''),
  },
  'resources of a drawing': {
    3: page('/Resources <</XObject <</X 9 0 R>>>>'),
    9: stream('/Subtype /Form /BBox [0 0 9 9] /Resources <</XObject 7 0 R>>', Buffer.from('/AP Do')).toString('latin1'),
  },
  'glyphs of a font': {
    3: page('/Resources <</Font <</F1 5 0 R>>>>'),
    5: '<</Type /Font /Subtype /Type3 /CharProcs 7 0 R>>',
  },
  'drawings of another annotation': {
    3: '<</Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [7 0 R 9 0 R]>>',
    9: '<</Type /Annot /Subtype /Stamp /Rect [0 0 99 99] /AP 7 0 R>>',
  },
  'states of another annotation': {
    3: '<</Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [7 0 R 9 0 R]>>',
    9: '<</Type /Annot /Subtype /Stamp /Rect [0 0 99 99] /AS /AP /AP <</N 7 0 R>>>>',
  },
  'states of another annotation, elsewhere': {
    3: '<</Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [7 0 R 9 0 R]>>',
    9: '<</Type /Annot /Subtype /Stamp /Rect [0 0 99 99] /AS /AP /AP 10 0 R>>',
    10: '<</N 7 0 R>>',
  },
  'contents of the page': { 3: page('/Contents 7 0 R').replace('/Contents 4 0 R', '') },
  'a group of the page': { 3: page('/Group 7 0 R') },
  'roles of the structure': { 1: '<</Type /Catalog /Pages 2 0 R /AcroForm 6 0 R /X <</RoleMap 7 0 R>>>>' },
  'resources of the form': { 6: '<</Fields [7 0 R] /SigFlags 1 /DR <</XObject 7 0 R>>>>' },
};

describe('an empty field that is also', () => {
  it.each(Object.entries(ROLES))('%s', (_, pieces) => {
    for (const base of [
      signPdf(contractPdf({ ...FORM, ...pieces }), signer),
      certified(signer, 2, contractPdf({ ...FORM, ...pieces })),
    ]) {
      expect(status(base)).toBe('VALID');
      expect(status(signEmpty(base, 'signature', '/AP 8 0 R'))).not.toBe('VALID');
      expect(status(signEmpty(base, 'timestamp', '/AP 8 0 R'))).not.toBe('VALID');
      expect(status(signEmpty(base, 'timestamp', ''))).not.toBe('VALID');
    }
  });

  it('used nowhere else may be signed', () => {
    const base = signPdf(contractPdf(FORM), signer);
    expect(status(signEmpty(base, 'signature', '/AP <</N 8 0 R>>'))).toBe('VALID');
    expect(status(signEmpty(base, 'signature', ''))).toBe('VALID');
    expect(status(signEmpty(base, 'timestamp', ''))).toBe('VALID');
  });

  it.each<[string, Pieces]>([
    [
      'hidden by an action',
      { 9: '<</S /Hide /T 7 0 R>>', 1: '<</Type /Catalog /Pages 2 0 R /AcroForm 6 0 R /OpenAction 9 0 R>>' },
    ],
    [
      'part of the structure',
      { 9: '<</K <</Type /OBJR /Obj 7 0 R>>>>', 1: '<</Type /Catalog /Pages 2 0 R /AcroForm 6 0 R /X 9 0 R>>' },
    ],
    ['calculated', { 6: '<</Fields [7 0 R] /SigFlags 1 /CO [7 0 R]>>' }],
  ])('%s may be signed', (_, pieces) => {
    const base = signPdf(contractPdf({ ...FORM, ...pieces }), signer);
    expect(status(signEmpty(base, 'signature', '/AP <</N 8 0 R>>'))).toBe('VALID');
  });

  it('used in a way that nobody knows is left open', () => {
    const base = signPdf(contractPdf(FORM, '/Unknown 7 0 R'), signer);
    expect(status(signEmpty(base, 'signature', '/AP <</N 8 0 R>>'))).toBe('INDETERMINATE');
  });
});

describe('pages, forms and catalogs that are also resources', () => {
  it.each<[string, Pieces]>([
    ['page', { 3: page('/Resources <</XObject 3 0 R>>') }],
    ['page as colours', { 3: page('/Resources <</ColorSpace 3 0 R>>') }],
    ['form', { 3: page('/Resources <</XObject 6 0 R>>') }],
    ['form as all of them', { 3: page('/Resources 6 0 R') }],
  ])('%s', (_, pieces) => {
    const base = signPdf(contractPdf({ ...FORM, ...pieces }), signer);
    expect(status(signPdf(base, signer))).toBe('INVALID');
  });

  it('catalog', () => {
    const base = signPdf(contractPdf({ ...FORM, 3: page('/Resources <</XObject 1 0 R>>') }), signer);
    const grown = updatePdf(base, (update) => {
      update.replaceBody(new PdfReference(1, 0), latin1('<</Type /Catalog /Pages 2 0 R /AcroForm 6 0 R /DSS <<>>>>'));
    });
    expect(status(grown)).toBe('INVALID');
  });
});

/** PDFBox does so where it signs a field without a drawing. */
describe('an empty field that loses its box when it is signed', () => {
  const boxed = (rectangle: string, field = EMPTY): string => `${field.replace('[72 100 272 160]', rectangle)} /V`;
  const sign = (pdf: Buffer, rectangle: string, more = '', choice = {}): Buffer =>
    signPdf(pdf, signer, {
      ...choice,
      existingField: 7,
      fieldText: (value) => `${boxed(rectangle)} ${value} ${more}>>`,
    });
  const bases = [signPdf(contractPdf(FORM), signer), certified(signer, 2, contractPdf(FORM))];

  it('shows nothing, and is what signing it may do', () => {
    for (const base of bases) {
      expect(status(sign(base, '[0 0 0 0]'))).toBe('VALID');
      expect(status(sign(base, '[72.0 100 72 100]', '/AP <</N 8 0 R>>'))).toBe('VALID');
    }
  });

  it.each(['[0 0 595 842]', '[72 100 272 161]', '[0 0 0 9]', '[0 0 9 0]', '[0 0 0]', '[0 0 0 (0)]', 'null', '9 0 R'])(
    'is not moved or stretched: %s',
    (rectangle) => {
      for (const base of bases) expect(status(sign(base, rectangle, '/AP <</N 8 0 R>>'))).toBe('INVALID');
    },
  );

  it('is not hidden by a timestamp, nor without being signed', () => {
    for (const base of bases) {
      expect(status(sign(base, '[0 0 0 0]', '', TIMESTAMP))).not.toBe('VALID');
      const hidden = updatePdf(base, (update) => {
        update.replaceBody(new PdfReference(7, 0), latin1(`${boxed('[0 0 0 0]').replace('/V', '')}>>`));
      });
      expect(status(hidden)).toBe('INVALID');
      expect(status(signPdf(hidden, signer))).toBe('INVALID');
    }
  });

  it('does not take what had been drawn in it away in silence', () => {
    const base = signPdf(contractPdf({ ...FORM, 7: `${EMPTY} /AP <</N 8 0 R>>>>` }), signer);
    expect(status(sign(base, '[0 0 0 0]', '/AP <</N 8 0 R>>'))).toBe('INDETERMINATE');
    expect(status(sign(base, '[0 0 0 0]'))).toBe('INDETERMINATE');
  });
});

/** Nothing keeps fields of other kinds from hanging below it; they are drawn with its style where they have none. */
describe('an empty signature field with other fields below it', () => {
  const OTHER = '<</Type /Annot /Subtype /Widget /Rect [72 500 272 540] /P 3 0 R /F 4';
  const HEAD = '<</FT /Sig /T (Approver)';
  const OWN = '<</Type /Annot /Subtype /Widget /Parent 7 0 R /Rect [0 0 0 0] /P 3 0 R /F 4>>';
  const below = (other: string, more: Pieces = {}): Buffer =>
    contractPdf({
      3: '<</Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [9 0 R 10 0 R]>>',
      6: '<</Fields [7 0 R] /DA (/Helv 12 Tf 0 g) /DR <</Font <</Helv 5 0 R /Symb 11 0 R>>>>>>',
      7: `${HEAD} /Kids [9 0 R 10 0 R] /DA (/Helv 12 Tf 0 g)>>`,
      9: OWN,
      10: other,
      11: '<</Type /Font /Subtype /Type1 /BaseFont /Symbol>>',
      ...more,
    });
  const sign = (pdf: Buffer, entries: string): Buffer =>
    signPdf(pdf, signer, {
      existingField: 7,
      fieldText: (value) => `${HEAD} /Kids [9 0 R 10 0 R] ${entries} /V ${value}>>`,
    });
  const bases: readonly [string, Buffer][] = [
    ['a text field', below(`${OTHER} /Parent 7 0 R /FT /Tx /T (sum) /V (Pay 10)>>`)],
    ['a text field without a name', below(`${OTHER} /Parent 7 0 R /FT /Tx /V (Pay 10)>>`)],
    ['a choice', below(`${OTHER} /Parent 7 0 R /FT /Ch /T (sum) /V (Pay 10) /Opt [(Pay 10)]>>`)],
    ['a button', below(`${OTHER} /Parent 7 0 R /FT /Btn /T (sum) /Ff 65536 /MK <</CA (Pay 10)>>>>`)],
  ];

  it.each(
    bases.flatMap(([what, pdf]) =>
      [
        '/DA (/Symb 30 Tf 1 0 0 rg)',
        '/DA (/Helv 12 Tf 1 g)',
        '',
        '/DA (/Helv 12 Tf 0 g) /DR <</Font <</Helv 11 0 R>>>>',
      ].map((entries) => [what, entries, pdf] as const),
    ),
  )('%s: %s', (_, entries, pdf) => {
    for (const base of [signPdf(pdf, signer), certified(signer, 2, pdf)]) {
      expect(status(sign(base, entries))).toBe('INVALID');
      expect(status(sign(base, '/DA (/Helv 12 Tf 0 g)'))).toBe('VALID');
    }
  });

  it('and further down is left open at best', () => {
    const deep = below('<</Parent 7 0 R /T (group) /Kids [12 0 R]>>', {
      12: `${OTHER} /Parent 10 0 R /FT /Tx /T (sum) /V (Pay 10)>>`,
      3: '<</Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [9 0 R 12 0 R]>>',
    });
    expect(status(sign(signPdf(deep, signer), '/DA (/Symb 30 Tf 1 0 0 rg)'))).toBe('INVALID');
    expect(status(sign(signPdf(deep, signer), '/DA (/Helv 12 Tf 0 g)'))).toBe('INDETERMINATE');
  });

  it('is given a style for itself', () => {
    const base = signPdf(below(OWN), signer);
    expect(status(sign(base, '/DA (/Helv 9 Tf 0 g)'))).toBe('VALID');
  });
});

/** Ways to write the name of the empty field. */
const NAMES: readonly string[] = [
  '(Approver)',
  '<417070726F766572>',
  '<FEFF0041007000700072006F007600650072>',
  '(Appro\\166er)',
];
const CHANGES: Readonly<Record<string, string>> = {
  drawing: '/AP <</N 8 0 R>>',
  'state of the drawing': '/AS /On',
  flags: '/F 2',
  looks: '/MK <</BG [1 0 0]>>',
  'text style': '/DA (/Helv 9 Tf 1 0 0 rg)',
  'time of change': '/M (D:2026)',
};

describe.each(['signature', 'timestamp'] as const)('a later %s named like an empty field', (kind) => {
  it.each(NAMES.flatMap((name) => Object.entries(CHANGES).map(([what, entries]) => [name, what, entries] as const)))(
    '%s changes its %s',
    (name, _, entries) => {
      const base = signPdf(contractPdf(FORM), signer);
      const forged = signPdf(base, signer, {
        ...(kind === 'timestamp' ? TIMESTAMP : {}),
        fieldText: (value, home) =>
          `<</Type /Annot /Subtype /Widget /FT /Sig /T ${name} /Rect [0 0 0 0] /F 132 /P ${home} /V ${value}>>`,
        also: (update) => update.replaceBody(new PdfReference(7, 0), latin1(`${EMPTY} ${entries}>>`)),
      });
      expect(status(forged)).toBe('INVALID');
    },
  );

  it('and leaves it alone is left open', () => {
    const base = signPdf(contractPdf(FORM), signer);
    const choice = { ...(kind === 'timestamp' ? TIMESTAMP : {}), name: 'Approver' };
    expect(status(signPdf(base, signer, choice))).toBe('INDETERMINATE');
  });
});

describe('a timestamp in an empty field that waits for somebody', () => {
  it.each(Object.entries(CHANGES).filter(([what]) => what !== 'time of change' && what !== 'flags'))(
    'does not change its %s',
    (_, entries) => {
      expect(status(signEmpty(signPdf(contractPdf(FORM), signer), 'timestamp', entries))).toBe('INDETERMINATE');
      expect(status(signEmpty(certified(signer, 2, contractPdf(FORM)), 'timestamp', entries))).toBe('INVALID');
    },
  );
});
