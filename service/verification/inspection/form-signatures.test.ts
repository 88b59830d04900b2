import { describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import type { SignatureFieldFacts } from '../../contract/http/inspection.ts';
import { openWithin } from '../pades/open-within.ts';
import { examinePdf, type PdfFacts } from './examine-pdf.ts';

const examine = (pdf: Uint8Array): PdfFacts => examinePdf(openWithin(bytesSource(pdf), undefined));

function fieldsOf(fields: Readonly<Record<number, string>>, { roots, shown }: { roots: string; shown: string }) {
  const catalog = `/AcroForm <</Fields [${roots}]>>`;
  const pdf = buildPdf({ pieces: onePage({ catalog, page: `/Annots [${shown}]`, extra: fields }) });
  return examine(pdf).signatureFields;
}

const RECTANGLE = '/Rect [10 10 110 40]';

describe('the signature fields of a PDF', () => {
  it('are named with their page, signed or empty, and no other field is', () => {
    const fields = fieldsOf(
      {
        7: `<</Subtype /Widget /FT /Sig /T (Buyer) ${RECTANGLE}>>`,
        8: `<</Subtype /Widget /FT /Tx /T (Sum) ${RECTANGLE}>>`,
        9: `<</Subtype /Widget /FT /Sig /T (Seller) /V 10 0 R ${RECTANGLE}>>`,
        10: '<</Type /Sig>>',
      },
      { roots: '7 0 R 8 0 R 9 0 R', shown: '7 0 R 8 0 R' },
    );
    expect(fields).toEqual<SignatureFieldFacts[]>([
      { name: 'Buyer', isSigned: false, page: 1 },
      { name: 'Seller', isSigned: true, page: null },
    ]);
  });

  it('have the names that a request gives, and the page of the widget below them', () => {
    const fields = fieldsOf(
      {
        7: '<</T (contract) /Kids [8 0 R]>>',
        8: '<</T (Buyer) /FT /Sig /Parent 7 0 R /Kids [9 0 R]>>',
        9: `<</Subtype /Widget /Parent 8 0 R ${RECTANGLE}>>`,
      },
      { roots: '7 0 R', shown: '9 0 R' },
    );
    expect(fields).toEqual([{ name: 'contract.Buyer', isSigned: false, page: 1 }]);
  });

  it('stand beside the number of pages', () => {
    const second = { 7: '<</Type /Page /Parent 2 0 R>>', 2: '<</Type /Pages /Kids [3 0 R 7 0 R] /Count 9>>' };
    const pieces = onePage({ extra: second });
    expect(examine(buildPdf({ pieces }))).toMatchObject({ pageCount: 2, signatureFields: [] });
  });

  it('are none where the form cannot be read, which is said', () => {
    const pdf = buildPdf({ pieces: onePage({ catalog: '/AcroForm <</Fields (none)>>' }) });
    expect(examine(pdf)).toMatchObject({
      signatureFields: [],
      pageCount: null,
      warnings: [{ kind: 'NotExamined' }],
    });
  });
});
