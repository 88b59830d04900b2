import { describe, expect, it } from 'vitest';
import { testStamp } from '../../../../e2e/documents/pdf/test-stamp.ts';
import { bytesSource } from '../../byte-source.ts';
import { signatureFields } from '../form-fields.ts';
import { findPage } from '../page-tree.ts';
import { openPdf, openRevision, type PdfDocument } from '../pdf-document.ts';
import { isPdfArray, PdfDictionary, PdfName, PdfReference, PdfString, type PdfObject } from '../pdf-objects.ts';
import { preparePdfSignature } from '../signature-insertion.ts';
import { serializeObject } from '../serialize-object.ts';
import { decodeTextString } from '../text-strings.ts';
import { soundTrees, taggedPdf, untouchedTrees } from './tagged-pdf.suite.ts';

const FIRST_OF_STRUCTURE = 20;
const AT = new Date('2026-03-04T05:06:07Z');

function sign(pdf: Uint8Array, isVisible = true): PdfDocument {
  const { appended } = preparePdfSignature(openPdf(bytesSource(pdf)), {
    ...{ kind: 'signature', at: AT, contentsBytes: 50, reason: null, appearancePageNumber: 1 },
    appearance: isVisible ? testStamp({ signerName: 'Ann Müller', at: AT, signatureNote: 'I agree' }) : null,
  });
  return openPdf(bytesSource(Buffer.concat([pdf, appended])));
}

function widgetOf(document: PdfDocument): { readonly reference: PdfReference; readonly dictionary: PdfDictionary } {
  const field = signatureFields(document).at(-1);
  if (field?.reference == null) throw new Error('no widget');
  return { reference: field.reference, dictionary: field.dictionary };
}

/** Looks a key up as readers do: by the limits, down to the leaf. */
function lookUp(document: PdfDocument, tree: PdfObject, key: number): PdfObject {
  const node = document.resolve(tree);
  if (!(node instanceof PdfDictionary)) throw new Error('no tree');
  const numbers = document.get(node, 'Nums');
  if (isPdfArray(numbers))
    return numbers[numbers.findIndex((item, index) => index % 2 === 0 && item === key) + 1] ?? null;
  const kids = document.get(node, 'Kids');
  const kid = (isPdfArray(kids) ? kids : []).find((item) => {
    const dictionary = document.resolve(item);
    const limits = dictionary instanceof PdfDictionary ? document.get(dictionary, 'Limits') : null;
    if (!isPdfArray(limits)) throw new Error('a branch without limits');
    return Number(limits[0]) <= key && key <= Number(limits[1]);
  });
  return kid === undefined ? null : lookUp(document, kid, key);
}

function kidsOf(document: PdfDocument, number: number): readonly PdfObject[] {
  const element = document.resolve(new PdfReference(number, 0));
  if (!(element instanceof PdfDictionary)) throw new Error('no element');
  const kids = document.get(element, 'K');
  return isPdfArray(kids) ? kids : kids === null ? [] : [element.get('K')];
}

function texts(objects: readonly PdfObject[]): string[] {
  return objects.map((object) => serializeObject(object));
}

/** Objects of the original's structure that the last revision wrote again. */
function rewritten(document: PdfDocument): number[] {
  const original = openRevision(document, 0).endNumber;
  const newest = document.revisions.length - 1;
  const numbers = Array.from({ length: original - FIRST_OF_STRUCTURE }, (_, index) => index + FIRST_OF_STRUCTURE);
  return numbers.filter((number) => document.find(number)?.revision === newest);
}

describe('the structure element of a visible stamp', () => {
  it.each(Object.entries(soundTrees()))('%s: is found from both sides', (_, { pdf, parent, key, changed }) => {
    const before = openPdf(bytesSource(pdf));
    const document = sign(pdf);
    const widget = widgetOf(document);
    const page = findPage(document, 1);
    const kids = kidsOf(document, parent);
    const last = kids.at(-1) ?? null;
    expect(texts(kids.slice(0, -1))).toEqual(texts(kidsOf(before, parent)));
    const element = document.resolve(last);
    if (!(element instanceof PdfDictionary)) throw new Error('no element');
    expect(element.get('S')).toEqual(new PdfName('Form'));
    expect(element.get('P')).toEqual(new PdfReference(parent, 0));
    const alternative = element.get('Alt');
    expect(alternative instanceof PdfString && decodeTextString(alternative.bytes)).toBe(
      'Digitally signed by Ann Müller\n2026-03-04 05:06:07 UTC+00:00\nI agree',
    );
    const content = element.get('K');
    if (!(content instanceof PdfDictionary)) throw new Error('no reference to the widget');
    expect(content.get('Type')).toEqual(new PdfName('OBJR'));
    expect([content.get('Obj'), content.get('Pg')]).toEqual([widget.reference, page.reference]);
    expect(widget.dictionary.get('StructParent')).toBe(key);
    const root = document.dictionary(document.catalog, 'StructTreeRoot');
    expect(lookUp(document, root?.get('ParentTree') ?? null, key)).toEqual(last);
    const next = root?.get('ParentTreeNextKey') ?? null;
    if (next !== null) expect(next).toBe(key + 1);
    expect(page.dictionary.get('Tabs')).toEqual(new PdfName('S'));
    expect(rewritten(document)).toEqual([...changed].sort((a, b) => a - b));
  });

  it('keeps what the parent tree had', () => {
    for (const [name, { pdf }] of Object.entries(soundTrees())) {
      const before = openPdf(bytesSource(pdf));
      const tree = (document: PdfDocument): PdfObject =>
        document.dictionary(document.catalog, 'StructTreeRoot')?.get('ParentTree') ?? null;
      if (tree(before) === null) continue;
      for (const key of [0, 5, 7]) {
        const known = lookUp(before, tree(before), key);
        if (known !== null) expect(lookUp(sign(pdf), tree(sign(pdf)), key), name).toEqual(known);
      }
    }
  });

  it('is one of PDF 2.0 where the document is', () => {
    const document = sign(soundTrees()['structure types of PDF 2.0']?.pdf ?? Buffer.alloc(0));
    const element = document.resolve(kidsOf(document, 21).at(-1) ?? null);
    expect(element instanceof PdfDictionary && element.get('NS')).toEqual(new PdfReference(40, 0));
  });

  it.each(Object.entries(untouchedTrees()))('%s: the tree stays and the document is signed', (_, pdf) => {
    const document = sign(pdf);
    const { dictionary } = widgetOf(document);
    expect(dictionary.get('StructParent')).toBeNull();
    expect(dictionary.get('TU')).toBeInstanceOf(PdfString);
    expect(rewritten(document)).toEqual([]);
  });

  it('is not given to an invisible signature', () => {
    const document = sign(taggedPdf(), false);
    expect(widgetOf(document).dictionary.get('StructParent')).toBeNull();
    expect(rewritten(document)).toEqual([]);
  });

  it('or none: the page gets the tab order that its first annotation asks for', () => {
    const tabs = (pdf: Uint8Array): PdfObject => findPage(sign(pdf, false), 1).dictionary.get('Tabs');
    expect(tabs(taggedPdf({ page: '' }))).toEqual(new PdfName('S'));
    expect(tabs(taggedPdf({ page: '', catalog: '/MarkInfo 99 0 R' }))).toBeNull();
    expect(tabs(taggedPdf({ page: '', catalog: '' }))).toBeNull();
  });

  it('is not given once the document is signed: no earlier signature permits it', () => {
    for (const isFirstVisible of [true, false]) {
      const first = sign(taggedPdf(), isFirstVisible);
      const second = sign(first.source.read(0, first.size));
      expect(widgetOf(second).dictionary.get('StructParent')).toBeNull();
      expect(rewritten(second)).toEqual([]);
    }
  });

  it('leaves the tab order that other annotations have', () => {
    const link = '<</Type /Annot /Subtype /Link /Rect [500 800 510 810]>>';
    const tabs = (page: string): PdfObject =>
      findPage(sign(taggedPdf({ page, pieces: { 40: link } })), 1).dictionary.get('Tabs');
    expect(tabs('/Tabs /R /Annots [40 0 R]')).toEqual(new PdfName('R'));
    expect(tabs('/Tabs /R')).toEqual(new PdfName('S'));
    expect(tabs('/Annots [40 0 R]')).toEqual(new PdfName('S'));
  });
});
