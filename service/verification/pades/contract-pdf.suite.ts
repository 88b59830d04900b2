import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf, stream, type Pieces } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { isPdfArray, PdfDictionary, PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { latin1, signPdf, updatePdf, type TestSigner } from './signed-pdf.suite.ts';

/** Forged and changed documents by class of attack; none of them may be VALID. */
export type Attacks = Readonly<Record<string, () => Buffer>>;

export const EVIL = stream('', Buffer.from('BT /F1 24 Tf 72 700 Td (Pay 9999999 EUR) Tj ET')).toString('latin1');
export const TEXT_FIELD =
  '<</Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ann) /Rect [18 18 200 60] /P 3 0 R /F 4>>';

/** Objects: 1 catalog, 2 page tree, 3 page, 4 contents, 5 font, 6 form, 7 text field. */
export function contractPdf(extra: Pieces = {}, catalog = '', page = ''): Buffer {
  return buildPdf({
    pieces: onePage({
      catalog: `/AcroForm 6 0 R ${catalog}`,
      page: `/Annots [7 0 R] ${page}`,
      extra: { 6: '<</Fields [7 0 R]>>', 7: TEXT_FIELD, ...extra },
    }),
  });
}

export function gapOf(pdf: Buffer): { start: number; end: number } {
  const match = /\/ByteRange \[0 +(\d+) +(\d+)/.exec(pdf.toString('latin1'));
  return { start: Number(match?.[1]), end: Number(match?.[2]) };
}

export const DOC_MDP = (level: number | string): string =>
  `/Reference [<</Type /SigRef /TransformMethod /DocMDP /TransformParams <</Type /TransformParams /P ${level} /V /1.2>>>>]`;

/** A document certified with P `level`. */
export function certified(signer: TestSigner, level: number | string, pdf = contractPdf()): Buffer {
  return signPdf(pdf, signer, { entries: DOC_MDP(level), isCertification: true, name: 'Certification' });
}

/** Adds an annotation of `subtype` to the page. */
export function annotate(pdf: Buffer, entries: string): Buffer {
  return updatePdf(pdf, (update, document) => {
    const page = document.resolve(new PdfReference(3, 0));
    const annotation = update.reserve();
    update.replaceBody(annotation, latin1(`<</Type /Annot /Rect [0 0 500 800] ${entries}>>`));
    if (!(page instanceof PdfDictionary)) throw new Error('no page');
    const list = document.resolve(page.get('Annots'));
    const annotations = [...(isPdfArray(list) ? list : []), annotation];
    update.replace(new PdfReference(3, 0), page.with({ Annots: annotations }));
  });
}
