import { createHash } from 'node:crypto';
import { bytesSource } from '../../codecs/byte-source.ts';
import { openPdf } from '../../codecs/pdf/pdf-document.ts';
import { signedChunks } from '../../codecs/pdf/signature-digest.ts';
import { preparePdfSignature } from '../../codecs/pdf/signature-insertion.ts';
import type { PdfSignatureOptions } from '../../codecs/pdf/signature-options.ts';
import { embedSignature } from '../../codecs/pdf/signature-placeholder.ts';
import { testStamp } from '../../../e2e/documents/pdf/test-stamp.ts';
import { cmsOf, type TestSigner } from './signed-pdf.suite.ts';

const AT = new Date('2026-03-04T05:06:07Z');

/** A signature as the station's own engine adds it; a visible one says who signed. */
export function signAsStation(
  pdf: Uint8Array,
  signer: TestSigner,
  isVisible: boolean,
  choice: Partial<PdfSignatureOptions> = {},
): Buffer {
  const source = bytesSource(pdf);
  const prepared = preparePdfSignature(openPdf(source), {
    kind: 'signature',
    at: AT,
    contentsBytes: 4096,
    reason: 'ok',
    appearancePageNumber: 1,
    appearance: isVisible ? testStamp({ at: AT, signatureNote: 'ok' }) : null,
    ...choice,
  });
  const digest = createHash('sha256');
  for (const chunk of signedChunks(source, prepared)) digest.update(chunk);
  return Buffer.concat([pdf, embedSignature(prepared, cmsOf(signer)(digest.digest()))]);
}
