import { describe, expect, it } from 'vitest';
import { FIELDS, onePage } from '../../e2e/documents/pdf/one-page.ts';
import { buildPdf } from '../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../codecs/byte-source.ts';
import { findPage } from '../codecs/pdf/page-tree.ts';
import { openPdf } from '../codecs/pdf/pdf-document.ts';
import { preparePdfSignature } from '../codecs/pdf/signature-insertion.ts';
import { StampPreview } from '../contract/http/stamp-previews.ts';
import { makeStamp, type StampFacts } from './make-stamp.ts';
import { answerPreview, type PreviewTask } from './preview-stamp.ts';

const FACTS: StampFacts = {
  ...{ signerName: 'Ann Test', identityNumber: null, at: new Date('2026-03-04T05:06:07Z') },
  ...{ signatureNote: null, template: null, image: null },
};
const RECT = { page: 1, x: 90, y: 120, width: 210, height: 75 } as const;
const FORM = buildPdf({ pieces: onePage({ page: '/Annots [7 0 R]', extra: FIELDS }), version: '1.6' });

async function preview(pdf: Uint8Array, task: Partial<PreviewTask> = {}): Promise<StampPreview> {
  return StampPreview.parse(await answerPreview(pdf, { ...FACTS, appearancePageNumber: 1, wish: null, ...task }));
}

describe('the preview of a stamp', () => {
  it('tells the page, what it holds, and a place clear of that', async () => {
    const shown = await preview(FORM);
    expect(shown).toMatchObject({
      pageCount: 1,
      page: 1,
      width: 595.28,
      height: 841.89,
      isSigned: false,
      refusal: null,
    });
    expect(shown.taken.map(({ kind }) => kind)).toEqual(['field', 'text']);
    expect(shown.taken[0]).toMatchObject({ x: 18, y: 18, width: 182, height: 42 });
    expect(shown.place?.x).toBeGreaterThanOrEqual(18);
    expect(shown.place).toMatchObject({ page: 1 });
  });

  it('gives the stamp as a page of its size, which is what a signature draws', async () => {
    const shown = await preview(FORM, { wish: RECT });
    expect(shown.place).toMatchObject({ page: 1, width: 210, height: 75 });
    const stamp = openPdf(bytesSource(Buffer.from(shown.stamp ?? '', 'base64')));
    expect(stamp.get(findPage(stamp, 1).dictionary, 'MediaBox')).toEqual([0, 0, 210, 75]);
    const appearance = await makeStamp(FACTS);
    const options = {
      kind: 'signature',
      at: FACTS.at,
      contentsBytes: 20,
      reason: null,
      appearancePageNumber: 1,
    } as const;
    const { appended } = preparePdfSignature(openPdf(bytesSource(FORM)), { ...options, appearance, place: RECT });
    const streams = (pdf: Uint8Array): string[] =>
      [
        ...Buffer.from(pdf)
          .toString('latin1')
          .matchAll(/stream\r?\n([^]*?)endstream/g),
      ].map(([, data = '']) => data);
    const drawn = streams(Buffer.from(shown.stamp ?? '', 'base64'));
    // Fonts and drawing byte for byte.
    expect(streams(appended).filter((data) => drawn.includes(data)).length).toBeGreaterThanOrEqual(3);
  });

  it('says in words why a place is refused, and shows the stamp all the same', async () => {
    const shown = await preview(FORM, { wish: { ...RECT, x: 20, y: 20 } });
    expect(shown).toMatchObject({ place: null, refusal: { code: 'PDF_STAMP_OVER_FIELD' } });
    expect(shown.stamp).not.toBeNull();
    const beside = await preview(FORM, { wish: { anchor: 'Signature' } });
    expect(beside).toMatchObject({ page: 1, place: null, refusal: { code: 'PDF_ANCHOR_NOT_FOUND' } });
  });

  it('says what is wrong with a document, its page or the image', async () => {
    const fault = async (pdf: Uint8Array, task: Partial<PreviewTask>) =>
      answerPreview(pdf, { ...FACTS, appearancePageNumber: 1, wish: null, ...task });
    const said = (code: string) => ({ fault: expect.stringContaining(code) as string });
    expect(await fault(Buffer.from('no PDF'), {})).toEqual(said('PDF_HEADER_MISSING'));
    expect(await fault(FORM, { appearancePageNumber: 2 })).toEqual(said('PDF_PAGE_NOT_FOUND'));
    expect(await fault(FORM, { image: Buffer.from('no image') })).toEqual(said('PDF_STAMP_IMAGE_INVALID'));
  });
});
