import { afterAll, describe, expect, it } from 'vitest';
import { bytesSource } from '../../codecs/byte-source.ts';
import { openPdf } from '../../codecs/pdf/pdf-document.ts';
import { PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { serializeObject } from '../../codecs/pdf/serialize-object.ts';
import { taggedPdf } from '../../codecs/pdf/structure/tagged-pdf.suite.ts';
import { latin1, makeSigner, replaceObject, signPdf, verifyWith } from './signed-pdf.suite.ts';
import { signAsStation } from './station-signature.suite.ts';

const fixture = makeSigner();
afterAll(() => {
  fixture.remove();
});

const signed = signAsStation(taggedPdf(), fixture.signer, true);

function statuses(pdf: Uint8Array): string[] {
  return verifyWith(fixture, pdf).signatures.map(({ status }) => status);
}

/** The object as text, changed; fails when there is nothing to change. */
function edited(number: number, from: string | RegExp, to: string): Buffer {
  const text = serializeObject(openPdf(bytesSource(signed)).resolve(new PdfReference(number, 0)));
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`nothing to change in ${text}`);
  return replaceObject(signed, number, changed);
}

function numberOf(pattern: RegExp): number {
  return Number(pattern.exec(signed.toString('latin1'))?.[1]);
}

describe('tagged documents', () => {
  it('are VALID with the structure element of a stamp, and with further signatures', () => {
    expect(statuses(signed)).toEqual(['VALID']);
    const again = signAsStation(signed, fixture.signer, true);
    expect(statuses(again)).toEqual(['VALID', 'VALID']);
    expect(statuses(signPdf(again, fixture.signer, { isVisible: true }))).toEqual(['VALID', 'VALID', 'VALID']);
  });

  it('may get structure in the revision that the first signature covers', () => {
    const foreign = signPdf(taggedPdf(), fixture.signer, {
      isVisible: true,
      fieldEntries: '/StructParent 1',
      also: (update) => {
        const element = update.reserve();
        const text = `<</S /Form /P 21 0 R /K <</Type /OBJR /Obj ${update.document.endNumber + 2} 0 R /Pg 3 0 R>>>>`;
        update.replaceBody(element, latin1(text));
        const { number } = element;
        update.replaceBody(new PdfReference(21, 0), latin1(`<</S /Document /P 20 0 R /K [22 0 R ${number} 0 R]>>`));
        update.replaceBody(new PdfReference(30, 0), latin1(`<</Nums [0 [22 0 R] 1 ${number} 0 R]>>`));
      },
    });
    expect(statuses(foreign)).toEqual(['VALID']);
    expect(statuses(signAsStation(foreign, fixture.signer, true))).toEqual(['VALID', 'VALID']);
  });
});

describe('what a screen reader reads, changed after signing, is noticed:', () => {
  const form = numberOf(/(\d+) 0 obj\n<<\/Type \/StructElem\n\/S \/Form/);
  const widget = numberOf(/(\d+) 0 obj\n<<\/Type \/Annot\n\/Subtype \/Widget/);

  it.each<[string, () => Buffer]>([
    ['the text for the stamp', () => edited(form, /\/Alt <[^>]*>/, '/Alt (Signed by Eve)')],
    ['the element of the stamp', () => edited(form, '/Form', '/Artifact')],
    ['its widget', () => edited(form, /\/Obj \d+/, '/Obj 4')],
    ['the key of the widget', () => edited(widget, '/StructParent 1', '/StructParent 0')],
    ['another text for a paragraph', () => edited(22, '/P ', '/ActualText (Pay 99 EUR) /P ')],
    ['another language', () => edited(22, '/P ', '/Lang (de) /P ')],
    ['the order', () => edited(21, /\[(22 0 R) (\d+ 0 R)\]/, '[$2 $1]')],
    ['an element less', () => edited(21, '[22 0 R ', '[')],
    ['an element more', () => edited(21, '[22 0 R ', '[22 0 R <</S /P /ActualText (Not)>> ')],
    ['the parent tree', () => edited(30, '[22 0 R]', '[21 0 R]')],
    ['a key more in the parent tree', () => edited(30, /\]\n>>$/, ' 9 22 0 R]\n>>')],
    ['the roles', () => edited(20, '/K ', '/RoleMap <</P /Artifact>> /K ')],
    ['the next key', () => edited(20, '/ParentTreeNextKey 2', '/ParentTreeNextKey 9')],
    ['the tab order', () => edited(3, '/Tabs /S', '/Tabs /R')],
    ['being tagged', () => edited(1, '/Marked true', '/Marked false')],
    ['no structure any more', () => edited(1, '/StructTreeRoot 20 0 R', '')],
  ])('%s', (_, change) => {
    expect(statuses(change())).toEqual(['INVALID']);
  });

  it.each<[string, string, number]>([
    ['an element for the second stamp', '/StructParent 2', 21],
    ['the element alone', '', 21],
  ])('%s', (_, fieldEntries, number) => {
    const again = signPdf(signed, fixture.signer, {
      isVisible: true,
      fieldEntries,
      also: (update) => {
        const element = update.reserve();
        update.replaceBody(element, latin1('<</S /Form /P 21 0 R /Alt (Signed by Eve)>>'));
        const kids = `[22 0 R ${form} 0 R ${element.number} 0 R]`;
        update.replaceBody(new PdfReference(number, 0), latin1(`<</S /Document /P 20 0 R /K ${kids}>>`));
      },
    });
    expect(statuses(again)).toEqual(['INVALID', 'VALID']);
  });
});
