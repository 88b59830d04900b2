import { afterAll, describe, expect, it } from 'vitest';
import { smallPdfs } from '../../../e2e/documents/pdf/make-pdfs.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import { openPdf } from '../../codecs/pdf/pdf-document.ts';
import { PdfDictionary, PdfName, PdfReference, PdfStream, PdfString } from '../../codecs/pdf/pdf-objects.ts';
import { makeSigner, signPdf, updatePdf, verifyWith } from './signed-pdf.suite.ts';
import { signAsStation } from './station-signature.suite.ts';

const fixture = makeSigner();
afterAll(() => {
  fixture.remove();
});

const original = smallPdfs()['xref-stream'] ?? Buffer.alloc(0);
const firstNew = openPdf(bytesSource(original)).endNumber;
const stamped = signAsStation(original, fixture.signer, true);
const document = openPdf(bytesSource(stamped));

/** Everything that the stamped signature brought along. */
const added = Array.from({ length: document.endNumber - firstNew }, (_, index) => {
  const reference = new PdfReference(firstNew + index, 0);
  return { reference, object: document.resolve(reference) };
}).filter(({ object }) => object !== null);

function statusOf(pdf: Uint8Array): string {
  return verifyWith(fixture, pdf).overallStatus;
}

describe('a stamp changed after it was signed', () => {
  const isContent = ({ object }: (typeof added)[number]): boolean => {
    if (!(object instanceof PdfStream)) return false;
    const type = object.dictionary.get('Type');
    return !(type instanceof PdfName && type.value === 'XRef');
  };
  const streams = added.filter(isContent);

  it.each(streams.map(({ reference }) => reference.number))('is noticed when stream %i is another', (number) => {
    const changed = updatePdf(stamped, (update) => {
      const drawing = '<</Subtype /Form /BBox [0 0 9 9] /Length 14>>\nstream\n0 0 99 99 re f\nendstream';
      update.replaceBody(new PdfReference(number, 0), Buffer.from(drawing));
    });
    expect(statusOf(changed)).toBe('INVALID');
  });

  const dictionaries = added.filter(({ object }) => object instanceof PdfDictionary);
  it.each(dictionaries.map(({ reference }) => reference.number))('is noticed when object %i is another', (number) => {
    const reference = new PdfReference(number, 0);
    const changed = updatePdf(stamped, (update, before) => {
      const object = before.resolve(reference);
      if (!(object instanceof PdfDictionary)) throw new Error('no dictionary');
      update.replace(reference, object.with({ Contents: new PdfString(Buffer.from('Digitally signed by Eve')) }));
    });
    expect(statusOf(changed)).toBe('INVALID');
  });
});

describe('the widget of a second signature', () => {
  it('may describe what it shows', () => {
    const again = signPdf(stamped, fixture.signer, {
      isVisible: true,
      fieldEntries: '/Contents (Read) /TU (Signature)',
    });
    expect(statusOf(again)).toBe('VALID');
    expect(statusOf(signAsStation(again, fixture.signer, true))).toBe('VALID');
  });

  it.each(['/A <</S /JavaScript /JS (x)>>', '/AA <<>>', '/RC (<b>x</b>)', '/StructParent 1', '/OC <<>>'])(
    'may not have %s',
    (entries) => {
      expect(statusOf(signPdf(stamped, fixture.signer, { isVisible: true, fieldEntries: entries }))).toBe('INVALID');
    },
  );
});
