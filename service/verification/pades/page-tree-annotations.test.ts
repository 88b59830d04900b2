import { afterAll, describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { certified } from './contract-pdf.suite.ts';
import { latin1, listField, makeSigner, ref, signPdf, updatePdf, verifyWith } from './signed-pdf.suite.ts';
import { PdfReference } from '../../codecs/pdf/pdf-objects.ts';

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

const NODE = '/Type /Pages /Parent 2 0 R /Kids [3 0 R] /Count 1';

/** The page hangs below two nodes of the tree. */
const document = buildPdf({
  pieces: onePage({
    catalog: '/AcroForm 7 0 R',
    extra: {
      2: '<</Type /Pages /Kids [6 0 R] /Count 1 /MediaBox [0 0 595.28 841.89]>>',
      3: '<</Type /Page /Parent 6 0 R /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>>>>',
      6: `<<${NODE}>>`,
      7: '<</Fields []>>',
    },
  }),
});

/** Signs as @signpdf does, which takes the first kid of the page tree for a page. */
function signOnNode(pdf: Buffer, earlier = '', node = NODE): Buffer {
  return signPdf(pdf, signer, {
    name: 'Second',
    fieldText: (signature) =>
      `<</Type /Annot /Subtype /Widget /FT /Sig /T (Second) /Rect [0 0 0 0] /F 4 /P 6 0 R /V ${signature}>>`,
    isOnPage: false,
    also: (update, field) => {
      update.replaceBody(new PdfReference(6, 0), latin1(`<<${node} /Annots [${earlier} ${ref(field)}]>>`));
    },
  });
}

function firstStatus(pdf: Uint8Array): string {
  const [signature] = verifyWith(fixture, pdf).signatures;
  return `${signature?.status} ${signature?.signature.cryptoValid} ${signature?.reasonCodes[0]}`;
}

describe('a signature whose field hangs on a node of the page tree', () => {
  it('leaves the one before it open', () => {
    expect(firstStatus(signOnNode(signPdf(document, signer)))).toBe('INDETERMINATE true PDF_UNREGULATED_CHANGE');
  });

  it('is forbidden by a certification that lets forms be filled in', () => {
    expect(firstStatus(signOnNode(certified(signer, 2, document)))).toContain('INVALID true PDF_DOCMDP_VIOLATED');
  });

  it('changes nothing else of the node', () => {
    const signed = signPdf(document, signer);
    for (const node of [`${NODE} /Rotate 90`, NODE.replace('/Count 1', '/Count 2'), `${NODE} /MediaBox [0 0 9 9]`])
      expect(firstStatus(signOnNode(signed, '', node))).toContain('INVALID');
  });

  it('brings no other annotation along', () => {
    const noted = updatePdf(signPdf(document, signer), (update) => {
      const note = update.reserve();
      update.replaceBody(note, latin1('<</Type /Annot /Subtype /Text /Rect [9 9 99 99] /Contents (x)>>'));
      update.replaceBody(new PdfReference(6, 0), latin1(`<<${NODE} /Annots [${ref(note)}]>>`));
    });
    expect(firstStatus(noted)).toContain('INVALID');
    const fielded = updatePdf(signPdf(document, signer), (update) => {
      const field = update.reserve();
      update.replaceBody(field, latin1('<</Type /Annot /Subtype /Widget /FT /Tx /T (x) /Rect [9 9 99 99]>>'));
      listField(update, field);
      update.replaceBody(new PdfReference(6, 0), latin1(`<<${NODE} /Annots [${ref(field)}]>>`));
    });
    expect(firstStatus(fielded)).toContain('INVALID');
  });
});
