import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { certified, contractPdf, TEXT_FIELD } from './contract-pdf.suite.ts';
import { makeSigner, replaceObject, signPdf, verifyWith } from './signed-pdf.suite.ts';

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

const status = (pdf: Buffer): string => verifyWith(fixture, pdf).overallStatus;

const drawingOf = (content: string | Buffer, entries = ''): string =>
  stream(`/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${entries}`, Buffer.from(content)).toString('latin1');

/** A form whose one field has a drawing, and its default resources. */
function form(drawing: string, resources = '', extra: Readonly<Record<number, string>> = {}): Buffer {
  return contractPdf({
    6: `<</Fields [7 0 R] ${resources === '' ? '' : `/DR <<${resources}>>`}>>`,
    7: TEXT_FIELD.replace('/F 4', '/F 4 /AP <</N 8 0 R>>'),
    8: drawing,
    ...extra,
  });
}

function withResources(pdf: Buffer, resources: string): Buffer {
  const fields = /\/Fields (\[[^\]]*\])/.exec(pdf.toString('latin1').slice(pdf.lastIndexOf('6 0 obj')))?.[1] ?? '[]';
  return replaceObject(pdf, 6, `<</Fields ${fields} /SigFlags 3 /DR <<${resources}>>>>`);
}

type Growth = readonly [name: string, base: Buffer, resources: string];
const X0 = '/XObject <</X0 4 0 R>>';
const FONTS = '/Font <</X0 5 0 R>>';
const NESTED = '/Resources <</XObject <</N0 20 0 R>>>>';

const SUPPLIED: readonly Growth[] = [
  ['by its code', form(drawingOf('/#580 Do')), X0],
  ['by the codes of all its letters', form(drawingOf('/#58#30 Do')), X0],
  ['whose key is written by codes', form(drawingOf('/X0 Do')), '/XObject <</#58#30 4 0 R>>'],
  ['with a letter that is no white space', form(drawingOf('/X\u00a0 Do')), '/XObject <</X#C2#A0 4 0 R>>'],
  ['of no letters', form(drawingOf('/ Do')), '/XObject <</ 4 0 R>>'],
  ['that a font has', form(drawingOf('/X0 Do'), FONTS), `${FONTS} ${X0}`],
  ['that a drawing has, as a font', form(drawingOf('BT /X0 9 Tf (9) Tj ET'), X0), `${FONTS} ${X0}`],
  ['beside resources that are nowhere', form(drawingOf('/X0 Do', '/Resources 99 0 R')), X0],
  ['beside resources that are null', form(drawingOf('/X0 Do', '/Resources null')), X0],
  ['beside resources that are none', form(drawingOf('/X0 Do', '/Resources []')), X0],
  ['beside empty resources', form(drawingOf('/X0 Do', '/Resources <<>>')), X0],
  ['beside a font of that name', form(drawingOf('/X0 Do', `/Resources <<${FONTS}>>`)), X0],
  ['beside other drawings', form(drawingOf('/X0 Do', '/Resources <</XObject <</X1 4 0 R>>>>')), X0],
  ['beside one that is nowhere', form(drawingOf('/X0 Do', '/Resources <</XObject <</X0 99 0 R>>>>')), X0],
  ['in a drawing of its own', form(drawingOf('/N0 Do', NESTED), '', { 20: drawingOf('/X0 Do') }), X0],
  [
    'in a pattern',
    form(drawingOf('/Pattern cs /P scn', '/Resources <</Pattern <</P 20 0 R>>>>'), '', { 20: drawingOf('/X0 Do') }),
    X0,
  ],
  [
    'in a mask',
    form(drawingOf('/G gs', '/Resources <</ExtGState <</G <</SMask <</G 20 0 R>>>>>>>>'), '', {
      20: drawingOf('/X0 Do', '/Resources <<>>'),
    }),
    X0,
  ],
  [
    'in a glyph',
    form(drawingOf('BT /T 9 Tf (a) Tj ET', '/Resources <</Font <</T 21 0 R>>>>'), '', {
      20: stream('', Buffer.from('9 0 d0 /X0 Do')).toString('latin1'),
      21: '<</Type /Font /Subtype /Type3 /CharProcs <</a 20 0 R>> /Resources <<>>>>',
    }),
    X0,
  ],
  ['that no operator writes', form(drawingOf('0 0 1 rg 0 0 9 9 re f')), '/ColorSpace <</DefaultRGB /DeviceRGB>>'],
];

const AS_BEFORE: readonly Growth[] = [
  ['has its own of that name', form(drawingOf('/X0 Do', `/Resources <<${X0}>>`)), X0],
  ['has its own, elsewhere', form(drawingOf('/#580 Do', '/Resources 20 0 R'), '', { 20: `<<${X0}>>` }), X0],
  ['names another', form(drawingOf('/X1 Do')), X0],
  ['names another by codes', form(drawingOf('/#5800 Do')), X0],
  ['names what was there', form(drawingOf('/X0 Do'), X0), `${X0} /Font <</Helv 5 0 R>>`],
  ['is drawn with one that has its own', form(drawingOf('/N0 Do', NESTED), '', { 20: drawingOf('q Q') }), X0],
  ['has colours', form(drawingOf('0 g 0 0 9 9 re f')), `${X0} ${FONTS}`],
  ['is blank', form(drawingOf('q Q')), `${X0} /ColorSpace <</DefaultRGB /DeviceRGB>>`],
  ['has its own colours', form(drawingOf('0 g', '/Resources <<>>')), '/ColorSpace <</DefaultGray /DeviceGray>>'],
];

describe('a drawing of a field', () => {
  it.each(SUPPLIED)('is not as it was where a name comes that it used in vain: %s', (_, base, resources) => {
    for (const signed of [signPdf(base, signer), certified(signer, 1, base)]) {
      expect(status(signed)).toBe('VALID');
      expect(status(withResources(signed, resources))).not.toBe('VALID');
    }
  });

  it.each(AS_BEFORE)('is as it was where it %s', (_, base, resources) => {
    for (const signed of [signPdf(base, signer), certified(signer, 1, base)]) {
      expect(status(withResources(signed, resources))).toBe('VALID');
    }
  });

  it('is not as it was where the category is an object of its own', () => {
    const base = (drawing: string): Buffer =>
      signPdf(form(drawing, '/XObject 20 0 R', { 20: '<</X1 4 0 R>>' }), signer);
    const supplied = (pdf: Buffer): string => status(replaceObject(pdf, 20, '<</X1 4 0 R /X0 4 0 R>>'));
    expect(supplied(base(drawingOf('/#580 Do')))).toBe('INDETERMINATE');
    expect(supplied(base(drawingOf('/X1 Do')))).toBe('VALID');
  });
});

describe('the work for drawings of fields', () => {
  it('does not grow with the square of the names', () => {
    const fonts = (from: number): string =>
      Array.from({ length: 20_000 }, (_, index) => `/N${from + index} 5 0 R`).join(' ');
    const signed = signPdf(form(drawingOf('/X0 Do'), `/Font <<${fonts(0)}>>`), signer);
    const start = performance.now();
    expect(status(withResources(signed, `/Font <<${fonts(0)} ${fonts(20_000)}>>`))).toBe('VALID');
    expect(performance.now() - start).toBeLessThan(8_000);
  });

  it('ends where they have too much in them, which leaves the signature open', () => {
    const content = deflateSync(Buffer.alloc(5 * 1024 * 1024, '/a '));
    const signed = signPdf(form(drawingOf(content, '/Filter /FlateDecode')), signer);
    expect(status(withResources(signed, X0))).toBe('INDETERMINATE');
  });
});
