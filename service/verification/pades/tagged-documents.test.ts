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

function numberOf(pattern: RegExp, pdf: Buffer = signed): number {
  return Number(pattern.exec(pdf.toString('latin1'))?.[1]);
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

describe('a second signature with an element of its own', () => {
  interface Growth {
    readonly element?: string;
    readonly kids?: string;
    readonly tree?: string;
    readonly root?: string;
    readonly base?: Buffer;
  }

  /** As Acrobat adds it: the element, its place in the order, its key in the parent tree. */
  function grown(growth: Growth = {}): Buffer {
    const { element = '', kids = '22 0 R FORM NEW', tree = '2 NEW', root, base = signed } = growth;
    const form = numberOf(/(\d+) 0 obj\n<<\/Type \/StructElem\n\/S \/Form/, base);
    const rewritten = (number: number, from: string | RegExp, to: string): Buffer =>
      rewrittenIn(base, number, from, to);
    return signPdf(base, fixture.signer, {
      isVisible: true,
      fieldEntries: '/StructParent 2',
      also: (update) => {
        const own = update.reserve();
        // Signature, drawing and field are new before it.
        const widget = update.document.endNumber + 2;
        const named = (text: string): Buffer =>
          latin1(text.replaceAll('NEW', `${own.number} 0 R`).replaceAll('FORM', `${form} 0 R`));
        const objr = `<</Type /OBJR /Obj ${widget} 0 R /Pg 3 0 R>>`;
        update.replaceBody(
          own,
          named(
            element === '' ? `<</Type /StructElem /S /Form /P 21 0 R /K ${objr}>>` : element.replace('WIDGET', objr),
          ),
        );
        update.replaceBody(
          new PdfReference(21, 0),
          rewritten(21, /\/K \[[^\]]*\]/, `/K [${named(kids).toString('latin1')}]`),
        );
        update.replaceBody(new PdfReference(30, 0), rewritten(30, /\]\n?>>$/, ` ${named(tree).toString('latin1')}]>>`));
        if (root !== undefined)
          update.replaceBody(new PdfReference(20, 0), rewritten(20, '/ParentTreeNextKey 2', root));
      },
    });
  }

  function rewrittenIn(pdf: Buffer, number: number, from: string | RegExp, to: string): Buffer {
    const text = serializeObject(openPdf(bytesSource(pdf)).resolve(new PdfReference(number, 0)));
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`nothing to change in ${text}`);
    return latin1(changed);
  }

  it.each<[string, Growth]>([
    ['as Acrobat adds it', {}],
    ['with the next key', { root: '/ParentTreeNextKey 3' }],
  ])('is lawful %s', (_, growth) => {
    expect(statuses(grown(growth))).toEqual(['VALID', 'VALID']);
  });

  /** As iText adds it: the whole parent tree anew, with new lists for the pages. */
  function rebuilt(nums: string, more = ''): Buffer {
    const form = numberOf(/(\d+) 0 obj\n<<\/Type \/StructElem\n\/S \/Form/);
    return signPdf(signed, fixture.signer, {
      isVisible: true,
      fieldEntries: '/StructParent 2',
      also: (update) => {
        const [own, tree, list] = [update.reserve(), update.reserve(), update.reserve()];
        const named = (text: string): Buffer =>
          latin1(
            text
              .replaceAll('NEW', `${own.number} 0 R`)
              .replaceAll('FORM', `${form} 0 R`)
              .replaceAll('LIST', `${list.number} 0 R`),
          );
        const objr = `<</Type /OBJR /Obj ${update.document.endNumber + 2} 0 R /Pg 3 0 R>>`;
        update.replaceBody(own, latin1(`<</Type /StructElem /S /Form /P 21 0 R /K ${objr}>>`));
        update.replaceBody(list, latin1('[22 0 R]'));
        update.replaceBody(tree, named(`<</Nums [${nums}] ${more}>>`));
        update.replaceBody(new PdfReference(21, 0), rewrittenIn(signed, 21, /\]\n>>$/, ` ${own.number} 0 R]>>`));
        const root = rewrittenIn(signed, 20, '/ParentTree 30 0 R', `/ParentTree ${tree.number} 0 R`);
        update.replaceBody(new PdfReference(20, 0), root);
      },
    });
  }

  it('is lawful with the parent tree written anew, as iText does', () => {
    expect(statuses(rebuilt('0 LIST 1 FORM 2 NEW'))).toEqual(['VALID', 'VALID']);
    expect(statuses(rebuilt('0 [22 0 R] 1 FORM 2 NEW'))).toEqual(['VALID', 'VALID']);
  });

  it.each<[string, string, string?]>([
    ['leads elsewhere', '0 LIST 1 22 0 R 2 NEW'],
    ['has lost a key', '1 FORM 2 NEW'],
    ['has another list for a page', '0 [22 0 R 21 0 R] 1 FORM 2 NEW'],
    ['has a key twice', '0 LIST 0 [21 0 R] 1 FORM 2 NEW'],
    ['has a key for an older element', '0 LIST 1 FORM 2 NEW 3 22 0 R'],
    ['has a key for nothing', '0 LIST 1 FORM 2 NEW 3'],
    ['holds something else', '0 LIST 1 FORM 2 NEW', '/AF [4 0 R]'],
    ['has branches in a circle', '0 LIST 1 FORM 2 NEW', '/Kids [30 0 R 30 0 R]'],
  ])('is none where the parent tree, written anew, %s', (_, nums, more) => {
    expect(statuses(rebuilt(nums, more))).toEqual(['INVALID', 'VALID']);
  });

  it('is lawful however long the list of elements is', () => {
    const all = '22 0 R '.repeat(200_000);
    const long = replaceObject(taggedPdf(), 21, `<</S /Document /P 20 0 R /K [${all}]>>`);
    const base = signAsStation(long, fixture.signer, true);
    expect(statuses(grown({ base, kids: `${all}FORM NEW` }))).toEqual(['VALID', 'VALID']);
  });

  it('is left open with a text that nobody sees', () => {
    const element = '<</Type /StructElem /S /Form /P 21 0 R /Alt (Signed by Eve) /K WIDGET>>';
    expect(statuses(grown({ element }))).toEqual(['INDETERMINATE', 'VALID']);
  });

  it.each<[string, Growth]>([
    ['of another kind', { element: '<</Type /StructElem /S /P /P 21 0 R /K WIDGET>>' }],
    ['without the widget', { element: '<</Type /StructElem /S /Form /P 21 0 R>>' }],
    ['for another object', { element: '<</Type /StructElem /S /Form /P 21 0 R /K <</Type /OBJR /Obj 4 0 R>>>>' }],
    ['of page contents', { element: '<</Type /StructElem /S /Form /P 21 0 R /Pg 3 0 R /K 0>>' }],
    ['with elements of its own', { element: '<</Type /StructElem /S /Form /P 21 0 R /K [WIDGET <</S /P>>]>>' }],
    ['before the others', { kids: 'NEW 22 0 R FORM' }],
    ['instead of another', { kids: 'FORM NEW' }],
    ['between the others', { kids: '22 0 R NEW FORM' }],
    ['beside one written into the list', { kids: '22 0 R FORM NEW <</S /P /ActualText (Not)>>' }],
    ['beside more of what the page shows', { kids: '22 0 R FORM NEW 5' }],
    ['behind more of what the page shows', { kids: '22 0 R FORM 0 NEW' }],
    ['with a key for nothing', { tree: '2 NEW 3' }],
    ['in the place of a key', { tree: 'NEW 2' }],
    ['with a key for an older element', { tree: '2 NEW 3 22 0 R' }],
    ['with a key taken back', { root: '/ParentTreeNextKey 1' }],
    ['with other roles', { root: '/ParentTreeNextKey 3 /RoleMap <</P /Artifact>>' }],
  ])('is none %s', (_, growth) => {
    expect(statuses(grown(growth))).toEqual(['INVALID', 'VALID']);
  });
});
