import { afterAll, describe, expect, it } from 'vitest';
import { stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { contractPdf } from './contract-pdf.suite.ts';
import * as kit from './signed-pdf.suite.ts';

const fixture = kit.makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

const PAINT = '1 g -300 0 900 900 re f';
const FORM = '/Type /XObject /Subtype /Form';
const BOX = '/BBox [0 0 9 9]';
const SMALL = '/Rect [400 20 402 22]';
/** Without extent; a viewer that finds no box to fit into it shows the whole drawing there. */
const NOWHERE = '/Rect [0 0 0 0]';

/** A contract with a drawing that nothing shows yet, and maybe an empty field, signed. */
function signed(drawing: string, field?: string, content = PAINT): Buffer {
  const drawn = stream(`${FORM} ${drawing}`, Buffer.from(content)).toString('latin1');
  const empty = field === undefined ? {} : { 6: '<</Fields [7 0 R]>>', 7: field };
  return kit.signPdf(contractPdf({ ...empty, 8: drawn }), signer);
}

const EMPTY = (place: string): string => `<</Type /Annot /Subtype /Widget /FT /Sig /T (Box) ${place} /P 3 0 R /F 4>>`;

/** Signed once more, in a field of its own. */
function inNewField(base: Buffer, place: string, appearance = '/N 8 0 R', choice: kit.SigningChoice = {}): Buffer {
  return kit.signPdf(base, signer, {
    fieldText: (signature, page) =>
      `<</Type /Annot /Subtype /Widget /FT /Sig /T (Late) /P ${page} /V ${signature} ${place} /F 132 /AP <<${appearance}>>>>`,
    ...choice,
  });
}

/** Signed once more, in the empty field that the first signer saw. */
function inOldField(base: Buffer): Buffer {
  return kit.signPdf(base, signer, { existingField: 7, fieldEntries: '/AP <</N 8 0 R>>' });
}

function verdicts(pdf: Buffer): string[] {
  const { signatures } = kit.verifyWith(fixture, pdf);
  return signatures.map(({ status, reasonCodes }) => (status === 'VALID' ? status : `${status} ${reasonCodes[0]}`));
}

const COVERED = ['INDETERMINATE PDF_CONTENT_COVERED', 'VALID'];
/** Readers differ on whether, or where, they show the drawing at all. */
const AMBIGUOUS = ['INDETERMINATE PDF_STRUCTURE_AMBIGUOUS', 'INDETERMINATE PDF_STRUCTURE_AMBIGUOUS'];
const FREE = ['VALID', 'VALID'];

/** What is written where the box of a drawing belongs, and is none. */
const NO_BOXES: Readonly<Record<string, string>> = {
  none: '',
  null: '/BBox null',
  'three numbers': '/BBox [0 0 9]',
  'no numbers': '/BBox []',
  names: '/BBox [/a /b /c /d]',
  'a dictionary': '/BBox <<>>',
  'an object that is missing': '/BBox 40 0 R',
  'a matrix': '/Matrix [1 0 0 1 0 0]',
};
const PLACES = {
  small: SMALL,
  'of no extent': NOWHERE,
  'of no width': '/Rect [0 0 0 50]',
  'of no height': '/Rect [0 0 50 0]',
};

describe('a drawing without a box may cover the whole page', () => {
  const cases = Object.entries(NO_BOXES).flatMap(([box, drawing]) =>
    Object.entries(PLACES).map(([name, place]) => [box, name, drawing, place] as const),
  );

  it.each(cases)('with %s, in a new field %s', (_box, _name, drawing, place) => {
    expect(verdicts(inNewField(signed(drawing), place))).toEqual(COVERED);
  });

  it.each(Object.entries(PLACES))('in a field that was there, %s', (_name, place) => {
    expect(verdicts(inOldField(signed('', EMPTY(place))))).toEqual(COVERED);
  });

  it.each(['', BOX])('nor is there a rectangle to fit into, with %s', (drawing) => {
    expect(verdicts(inNewField(signed(drawing), ''))).toEqual(AMBIGUOUS);
    expect(verdicts(inOldField(signed(drawing, EMPTY(''))))).toEqual(AMBIGUOUS);
    expect(verdicts(inNewField(signed(drawing, undefined, ' '), ''))).toEqual(AMBIGUOUS);
    const stamped = inNewField(signed(drawing), '', '/N 8 0 R', kit.TIMESTAMP);
    const [first] = kit.verifyBelievingTimestamps(fixture, stamped).signatures;
    expect(first).toMatchObject({ status: 'INDETERMINATE' });
  });

  it('in one of several widgets, which is told by the name of the field', () => {
    const widget = (entries: string): string =>
      `<</Type /Annot /Subtype /Widget /Parent 11 0 R /P 3 0 R /F 4 ${entries}>>`;
    const base = kit.signPdf(
      contractPdf({
        3: '<</Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [7 0 R 9 0 R 10 0 R] /Resources <<>>>>',
        6: '<</Fields [7 0 R 11 0 R]>>',
        8: stream(FORM, Buffer.from(PAINT)).toString('latin1'),
        9: widget(SMALL),
        10: widget(NOWHERE),
        11: '<</FT /Sig /T (Box) /Kids [9 0 R 10 0 R]>>',
      }),
      signer,
    );
    const late = kit.signPdf(base, signer, {
      existingField: 11,
      also: (update) => {
        update.replaceBody(new PdfReference(10, 0), kit.latin1(widget(`${NOWHERE} /AP <</N 8 0 R>>`)));
      },
    });
    expect(verdicts(late)).toEqual(COVERED);
    expect(kit.verifyWith(fixture, late).detail).toContain('field "Box" lies over a place that cannot be told');
  });

  it('in one state of several, or while the mouse is over it', () => {
    expect(verdicts(inNewField(signed(''), SMALL, '/N <</A 8 0 R>>'))).toEqual(AMBIGUOUS);
    expect(verdicts(inNewField(signed(''), `/AS /A ${SMALL}`, '/N <</A 8 0 R>>'))).toEqual(COVERED);
    expect(verdicts(inNewField(signed(''), SMALL, '/R 8 0 R'))).toEqual(COVERED);
  });

  it('of a timestamp is doubtful', () => {
    const pdf = inNewField(signed(''), NOWHERE, '/N 8 0 R', kit.TIMESTAMP);
    const [first] = kit.verifyBelievingTimestamps(fixture, pdf).signatures;
    expect(first).toMatchObject({ status: 'INDETERMINATE' });
  });
});

describe('a drawing that covers nothing', () => {
  const { small, 'of no extent': nowhere, ...lines } = PLACES;

  it.each([small, nowhere])('has a box, in a field with %s', (place) => {
    expect(verdicts(inNewField(signed(BOX), place))).toEqual(FREE);
    expect(verdicts(inOldField(signed(BOX, EMPTY(place))))).toEqual(FREE);
  });

  it.each(Object.entries(lines))('is not one in a field %s: Ghostscript shows it in its own size', (_name, place) => {
    expect(verdicts(inNewField(signed(BOX), place))).toEqual(COVERED);
    expect(verdicts(inOldField(signed(BOX, EMPTY(place))))).toEqual(COVERED);
  });

  it.each(['', ' \n', '% nothing\n', 'q Q'])('is empty: "%s"', (content) => {
    expect(verdicts(inNewField(signed('', undefined, content), SMALL))).toEqual(FREE);
    expect(verdicts(inOldField(signed('', EMPTY(SMALL), content)))).toEqual(FREE);
  });

  it.each(['/BBox [9 9 0 0]', '/BBox [0 0 0 0]', '/BBox [0 0 9 9] /Matrix [0 1 -1 0 0 0]'])('has %s', (box) => {
    expect(verdicts(inNewField(signed(box), SMALL))).toEqual(FREE);
  });
});

it('a signature in a field that was there is reported with its place', () => {
  const { changes } = kit.verifyWith(fixture, inOldField(signed(BOX, EMPTY(SMALL))));
  expect(changes).toMatchObject([{ kind: 'Signature', page: 1, rectangle: [400, 20, 402, 22], signature: 'Box' }]);
});
