import { afterAll, describe, expect, it } from 'vitest';
import { stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { certified, contractPdf, TEXT_FIELD } from './contract-pdf.suite.ts';
import {
  latin1,
  makeSigner,
  replaceObject,
  signPdf,
  updatePdf,
  verifyWith,
  type SigningChoice,
} from './signed-pdf.suite.ts';

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

const APPEARANCE = stream(
  '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <<>>',
  Buffer.from('BT ET'),
).toString('latin1');
const FONTS = '<</Font <</F1 5 0 R>>>>';
/** The field is drawn by viewers, from its value. */
const undrawn = signPdf(contractPdf(), signer);
/** The field has its own drawing, which viewers show. */
const drawn = signPdf(contractPdf({ 7: TEXT_FIELD.replace('/F 4', '/F 4 /AP <</N 8 0 R>>'), 8: APPEARANCE }), signer);
/** A widget that no field of the form has. */
const orphan = signPdf(contractPdf({ 6: '<</Fields []>>', 7: TEXT_FIELD.replace('/FT /Tx', '') }), signer);

function status(pdf: Buffer): string {
  return verifyWith(fixture, pdf).overallStatus;
}

/** The form with other entries, its fields as they are. */
function withForm(pdf: Buffer, entries: string): Buffer {
  const fields = /\/Fields (\[[^\]]*\])/.exec(pdf.toString('latin1').slice(pdf.lastIndexOf('6 0 obj')))?.[1] ?? '[]';
  return replaceObject(pdf, 6, `<</Fields ${fields} /SigFlags 3 ${entries}>>`);
}

const REDRAWING: Readonly<Record<string, string>> = {
  'a default appearance': '/DA (/F1 30 Tf 1 0 0 rg)',
  'a default appearance in white': '/DA (/F1 12 Tf 1 g)',
  'a default appearance of size nought': '/DA (/F1 0 Tf 0 g)',
  'default resources': `/DR ${FONTS}`,
  'empty default resources': '/DR <<>>',
  'a default appearance and resources of its own': '/DA (/F1 9 Tf 0 g) /DR 5 0 R',
  both: `/DA (/F1 12 Tf 0 g) /DR ${FONTS}`,
  'another alignment': '/Q 2',
  'a wish for new drawings': '/NeedAppearances true',
  'a wish and fonts': `/NeedAppearances true /DA (/F1 12 Tf 0 g) /DR ${FONTS}`,
  'a form of another kind': '/XFA [(template) 4 0 R]',
  'an order of calculation': '/CO [7 0 R]',
};

/** More resources alone change no field that named its font before; whether one did not is hard to tell. */
const OPEN = new Set([
  'an order of calculation',
  'default resources',
  'empty default resources',
  'a wish for new drawings',
]);

describe.each([
  ['a field without a drawing', undrawn],
  ['a widget outside the form', orphan],
  ['a field without a drawing, certified for forms', certified(signer, 2)],
])('%s gets', (_, base) => {
  it.each(Object.entries(REDRAWING))('%s later', (name, entries) => {
    expect(status(withForm(base, entries))).toBe(OPEN.has(name) ? 'INDETERMINATE' : 'INVALID');
  });

  it.each(Object.entries(REDRAWING))('%s with another signature', (_name, entries) => {
    expect(status(signPdf(withForm(base, entries), signer))).not.toBe('VALID');
  });
});

describe('a field whose drawing is none', () => {
  it.each<[string, string]>([
    ['null', '/AP null'],
    ['an empty dictionary', '/AP <<>>'],
    ['for the mouse only', '/AP <</R 8 0 R /D 8 0 R>>'],
    ['missing', '/AP <</N 40 0 R>>'],
    ['a dictionary of states', '/AP <</N <</On 8 0 R>>>>'],
    ['an array', '/AP <</N [8 0 R]>>'],
  ])('%s', (_, appearance) => {
    const pieces = { 7: TEXT_FIELD.replace('/F 4', `/F 4 ${appearance}`), 8: APPEARANCE };
    const base = signPdf(contractPdf(pieces), signer);
    expect(status(withForm(base, '/DA (/F1 30 Tf 0 g)'))).toBe('INVALID');
  });
});

describe('widgets that join later', () => {
  const other = '<</Type /Annot /Subtype /Widget /Rect [18 18 200 60] /F 4';
  const page = (list: string): string =>
    `<</Type /Page /Parent 2 0 R /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>> /Annots ${list}>>`;

  it.each<[string, string]>([
    ['of the same field', `${other} /Parent 7 0 R>>`],
    ['of the same name', `${other} /FT /Tx /T (name) /V (Eve)>>`],
    ['of no field', `${other} /FT /Tx /V (Eve) /DA (/Helv 12 Tf 0 g)>>`],
    ['of no type', `${other} /V (Eve)>>`],
    ['of a button', `${other} /FT /Btn /MK <</CA (Eve)>>>>`],
    ['of a choice', `${other} /FT /Ch /Opt [(Eve)] /V (Eve)>>`],
    ['of an empty signature', `${other} /FT /Sig /T (Eve)>>`],
    ['with a drawing', `${other} /FT /Tx /AP <</N 4 0 R>>>>`],
  ])('%s', (_, widget) => {
    for (const base of [undrawn, drawn]) {
      const joined = updatePdf(base, (update, document) => {
        const reference = update.reserve();
        update.replaceBody(reference, latin1(widget));
        const signature = document.endNumber - 1;
        update.replaceBody(new PdfReference(3, 0), latin1(page(`[7 0 R ${signature} 0 R ${reference.number} 0 R]`)));
      });
      expect(status(joined)).toBe('INVALID');
      expect(status(signPdf(joined, signer))).toBe('INVALID');
    }
  });

  it.each<[string, SigningChoice]>([
    ['that takes the field as its kid', { fieldText: (v) => `<</FT /Sig /T (S2) /V ${v} /Kids [7 0 R]>>` }],
    ['below the field', { fieldEntries: '/Parent 7 0 R' }],
    ['with several kids', { fieldText: (v) => `<</FT /Sig /T (S2) /V ${v} /Kids [7 0 R 7 0 R]>>` }],
    [
      'with the field of text as its type',
      { fieldText: (v, p) => `<</FT /Tx /Type /Annot /Subtype /Widget /T (S2) /V ${v} /P ${p} /Rect [0 0 0 0]>>` },
    ],
  ])('in a signature %s', (_, choice) => {
    expect(status(signPdf(undrawn, signer, choice))).toBe('INVALID');
  });

  it('in the field itself are left open', () => {
    for (const entries of ['/DA (/F1 30 Tf 0 g)', '/MK <</BG [1 1 1]>>', '/AP <</N 4 0 R>>']) {
      expect(status(replaceObject(undrawn, 7, TEXT_FIELD.replace('>>', ` ${entries}>>`)))).toBe('INDETERMINATE');
    }
  });
});

describe('a drawing without resources of its own', () => {
  const borrowing = (drawing: string, entries = ''): Buffer =>
    signPdf(
      contractPdf({
        6: `<</Fields [7 0 R] ${entries}>>`,
        7: TEXT_FIELD.replace('/F 4', '/F 4 /AP <</N 8 0 R>>'),
        8: stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', Buffer.from(drawing)),
      }),
      signer,
    );
  const xobject = '/DR <</XObject <</X0 4 0 R>>>>';

  it.each([
    ['a drawing', '/X0 Do', xobject],
    ['a drawing in its own state', 'q 1 0 0 1 0 0 cm/X0 Do Q', xobject],
    ['a font', 'BT/F1 9 Tf(9)Tj ET', `/DR ${FONTS}`],
    ['a state', '/G0 gs 0 0 9 9 re f', '/DR <</ExtGState <</G0 <</ca 0>>>>>>'],
    ['a pattern', '/Pattern cs /P0 scn 0 0 9 9 re f', '/DR <</Pattern <</P0 4 0 R>>>>'],
  ])('gets %s that it named in vain', (_, drawing, entries) => {
    const base = borrowing(drawing);
    expect(status(base)).toBe('VALID');
    expect(status(withForm(base, entries))).not.toBe('VALID');
    expect(status(signPdf(withForm(base, entries), signer))).not.toBe('VALID');
  });

  it('is drawn as before where other names come', () => {
    const base = borrowing('/Tx BMC BT /F1 9 Tf (9) Tj ET EMC', `/DR ${FONTS}`);
    const more = '/DR <</Font <</F1 5 0 R /Helv 5 0 R>> /XObject <</X0 4 0 R>>>>';
    expect(status(withForm(base, more))).toBe('VALID');
    expect(status(withForm(borrowing('/Tx BMC EMC'), xobject))).toBe('VALID');
  });
});

describe('forms that other programs extend lawfully', () => {
  it.each<[string, string]>([
    ['a default appearance', '/DA (/F1 12 Tf 0 g)'],
    ['default resources', `/DR ${FONTS}`],
    ['both', `/DA (/Helv 0 Tf 0 g) /DR ${FONTS}`],
    ['no wish for new drawings', '/NeedAppearances false'],
  ])('%s, where all fields have drawings', (_, entries) => {
    const grown = withForm(drawn, entries);
    expect(status(grown)).toBe('VALID');
    expect(status(signPdf(grown, signer, { isVisible: true }))).toBe('VALID');
  });

  it('a wish for new drawings, where there is nothing but signatures', () => {
    const bare = signPdf(
      contractPdf({ 6: '<</Fields []>>', 7: '<</Type /Annot /Subtype /Link /Rect [0 0 9 9]>>' }),
      signer,
    );
    expect(status(withForm(bare, `/NeedAppearances true /DA (/F1 0 Tf 0 g) /DR ${FONTS}`))).toBe('VALID');
  });

  it('more fonts among those that were there, wherever they are written', () => {
    const resources = { 6: '<</Fields [7 0 R] /DR 9 0 R>>', 9: '<</Font 10 0 R>>', 10: '<</F1 5 0 R>>' };
    const base = signPdf(
      contractPdf({ ...resources, 7: TEXT_FIELD.replace('/F 4', '/F 4 /AP <</N 8 0 R>>'), 8: APPEARANCE }),
      signer,
    );
    expect(status(replaceObject(base, 10, '<</F1 5 0 R /F2 <</Type /Font /BaseFont /Courier>>>>'))).toBe('VALID');
    expect(status(replaceObject(base, 10, '<</F1 <</Type /Font /BaseFont /Courier>>>>'))).toBe('INVALID');
    expect(status(replaceObject(base, 9, '<</Font 10 0 R /XObject <<>>>>'))).toBe('VALID');
    expect(status(replaceObject(base, 9, '<</Font <<>>>>'))).toBe('INVALID');
  });

  it('other drawings among the default resources, where every field draws by itself', () => {
    const own = { 6: '<</Fields [7 0 R] /DR <</XObject <</FRM 8 0 R>> /ProcSet [/PDF] /Font <</F1 5 0 R>>>>>>' };
    const field = (drawing: string): Buffer =>
      contractPdf({ ...own, 7: TEXT_FIELD.replace('/F 4', '/F 4 /AP <</N 8 0 R>>'), 8: drawing });
    const changed = (fonts: string): string => `/DR <</XObject <</FRM 4 0 R>> /ProcSet [/PDF /Text] /Font ${fonts}>>`;
    const same = changed('<</F1 5 0 R>>');
    for (const base of [signPdf(field(APPEARANCE), signer), certified(signer, 2, field(APPEARANCE))]) {
      expect(status(withForm(base, same))).toBe('VALID');
      expect(status(signPdf(withForm(base, same), signer, { isVisible: true }))).toBe('VALID');
      expect(status(withForm(base, changed('<</F1 4 0 R>>')))).toBe('INVALID');
      expect(status(withForm(base, changed('<<>>')))).toBe('INVALID');
    }
    const borrowing = APPEARANCE.replace('/Resources <<>>', ''.padEnd('/Resources <<>>'.length));
    expect(status(withForm(signPdf(field(borrowing), signer), same))).toBe('INVALID');
    expect(status(withForm(signPdf(contractPdf(own), signer), same))).toBe('INVALID');
  });
});
