import { afterAll, describe, expect, it } from 'vitest';
import { stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { certified, contractPdf } from './contract-pdf.suite.ts';
import {
  latin1,
  makeSigner,
  ref,
  replaceObject,
  signPdf,
  TIMESTAMP,
  updatePdf,
  verifyBelievingTimestamps,
} from './signed-pdf.suite.ts';

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

function verdict(pdf: Uint8Array): string {
  const { overallStatus, reasonCodes, detail } = verifyBelievingTimestamps(fixture, pdf);
  return overallStatus === 'VALID' ? 'VALID' : `${overallStatus} ${reasonCodes.join(' ')} ${detail ?? ''}`;
}

describe('check boxes', () => {
  const box = (value: string, state: string, more = ''): string =>
    `<</Type /Annot /Subtype /Widget /FT /Btn /T (agreed) /V /${value} /AS /${state} /Rect [18 18 30 30] /P 3 0 R /F 4 ` +
    `/AP <</N <</Yes 4 0 R /Off 5 0 R>>>> ${more}>>`;
  const base = (level: number): Buffer => certified(signer, level, contractPdf({ 7: box('Off', 'Off') }));
  const tick = (level: number, text: string): Buffer => replaceObject(base(level), 7, text);

  it('may be ticked where a certification allows it and a later signature covers it', () => {
    expect(verdict(signPdf(tick(2, box('Yes', 'Yes')), signer))).toBe('VALID');
    expect(verdict(signPdf(tick(3, box('Yes', 'Yes')), signer))).toBe('VALID');
  });

  it.each<[string, Buffer]>([
    ['nobody signed for it', tick(2, box('Yes', 'Yes'))],
    ['only a timestamp covers it', signPdf(tick(2, box('Yes', 'Yes')), signer, TIMESTAMP)],
    ['it shows another state', signPdf(tick(2, box('Yes', 'Off')), signer)],
    ['it has no such state', signPdf(tick(2, box('Other', 'Other')), signer)],
    ['its drawings changed', signPdf(tick(2, box('Yes', 'Yes').replace('/Off 5 0 R', '/Off 4 0 R')), signer)],
    ['its looks changed', signPdf(tick(2, box('Yes', 'Yes', '/MK <</CA (8)>>')), signer)],
    [
      'nobody certified',
      signPdf(replaceObject(signPdf(contractPdf({ 7: box('Off', 'Off') }), signer), 7, box('Yes', 'Yes')), signer),
    ],
  ])('are left open when %s', (_, pdf) => {
    expect(verdict(pdf)).toContain('INDETERMINATE');
  });

  const drawing = (content: string, entries = '/BBox [0 0 12 12]'): string =>
    stream(`/Type /XObject /Subtype /Form ${entries}`, latin1(content)).toString('latin1');
  const DINGBATS = '/Resources <</Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats>>>>>>';
  const CROSS = 'q BT /F1 10 Tf 2 2 Td (8) Tj ET Q';
  const drawn = (level: number): Buffer =>
    certified(
      signer,
      level,
      contractPdf({
        ...{ 7: box('Off', 'Off').replace('4 0 R', '8 0 R').replace('5 0 R', '9 0 R') },
        ...{ 8: drawing(CROSS, `/BBox [0 0 12 12] ${DINGBATS}`), 9: drawing('q Q', `/BBox [0 0 12 12] ${DINGBATS}`) },
      }),
    );
  /** As programs tick a box that draw both its states anew. */
  const redraw = (on: string, off: string, state = 'Yes', entries = '', level = 2): Buffer => {
    const ticked = updatePdf(drawn(level), (update) => {
      const [first, second] = [on, off].map((text) => {
        const reference = update.reserve();
        update.replaceBody(reference, latin1(text));
        return ref(reference);
      });
      const states = `<</Yes ${first ?? ''} /Off ${second ?? ''}>>`;
      const text = box(state, state, entries).replace('<</Yes 4 0 R /Off 5 0 R>>', states);
      update.replaceBody(new PdfReference(7, 0), latin1(text));
    });
    return signPdf(ticked, signer);
  };
  const on = drawing(CROSS, `/BBox [0 0 12 12] ${DINGBATS}`);
  const off = drawing('q Q', `/BBox [0 0 12 12] ${DINGBATS}`);
  const helvetica = DINGBATS.replace('ZapfDingbats', 'Helvetica');

  it.each<[string, Buffer]>([
    ['alike', redraw(on, off)],
    [
      'alike but for a font that nothing is drawn in (iText)',
      redraw(on, drawing('q Q', `/BBox [0 0 12 12] ${helvetica}`)),
    ],
    ['alike, with its entries in another order', redraw(drawing(CROSS, `${DINGBATS} /BBox [0 0 12 12]`), off)],
    ['alike, and unticked', redraw(on, off, 'Off')],
    ['alike under P=3', redraw(on, off, 'Yes', '', 3)],
  ])('may be drawn anew, %s', (_, pdf) => {
    expect(verdict(pdf)).toBe('VALID');
  });

  it.each<[string, Buffer]>([
    ['with another mark', redraw(drawing(CROSS.replace('8', '4'), `/BBox [0 0 12 12] ${DINGBATS}`), off)],
    ['with the mark of the other state', redraw(off, on)],
    ['with the mark in both', redraw(on, on)],
    ['without a mark', redraw(off, off)],
    ['in another font', redraw(drawing(CROSS, `/BBox [0 0 12 12] ${helvetica}`), off)],
    ['without its font', redraw(drawing(CROSS), off)],
    [
      'with its font named for another',
      redraw(drawing(CROSS, `/BBox [0 0 12 12] ${DINGBATS.replace('F1', 'F2')}`), off),
    ],
    ['in another box', redraw(drawing(CROSS, `/BBox [0 0 1 1] ${DINGBATS}`), off)],
    ['turned', redraw(drawing(CROSS, `/BBox [0 0 12 12] /Matrix [0 1 -1 0 12 0] ${DINGBATS}`), off)],
    ['in a layer', redraw(drawing(CROSS, `/BBox [0 0 12 12] ${DINGBATS} /OC <</Type /OCG /Name (L)>>`), off)],
    ['in a group', redraw(drawing(CROSS, `/BBox [0 0 12 12] ${DINGBATS} /Group <</S /Transparency>>`), off)],
    ['with more behind it', redraw(drawing(`${CROSS} 0 0 9 9 re f`, `/BBox [0 0 12 12] ${DINGBATS}`), off)],
    [
      'with a colour space more',
      redraw(
        drawing(
          CROSS,
          `/BBox [0 0 12 12] ${DINGBATS.replace('<</Font', '<</ColorSpace <</DefaultGray /DeviceGray>> /Font')}`,
        ),
        off,
      ),
    ],
    ['alike, with another caption', redraw(on, off, 'Yes', '/MK <</CA (8)>>')],
    ['alike, in a state that it has not', redraw(on, off, 'Maybe')],
  ])('are left open when drawn anew %s', (_, pdf) => {
    expect(verdict(pdf)).toContain('INDETERMINATE');
  });

  it('may not be moved, or ticked where nothing may', () => {
    expect(verdict(signPdf(tick(2, box('Yes', 'Yes').replace('[18 18 30 30]', '[18 18 300 300]')), signer))).toContain(
      'INVALID',
    );
    expect(verdict(tick(1, box('Yes', 'Yes')))).toContain('PDF_DOCMDP_VIOLATED');
  });
});
