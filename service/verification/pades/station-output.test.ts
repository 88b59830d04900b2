import { createHash } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { smallPdfs } from '../../../e2e/documents/pdf/make-pdfs.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import { openPdf } from '../../codecs/pdf/pdf-document.ts';
import { signedChunks } from '../../codecs/pdf/signature-digest.ts';
import { preparePdfSignature } from '../../codecs/pdf/signature-insertion.ts';
import { embedSignature } from '../../codecs/pdf/signature-placeholder.ts';
import { textStamp } from '../../codecs/pdf/text-stamp.ts';
import { cmsOf, makeSigner, verifyWith } from './signed-pdf.suite.ts';

const fixture = makeSigner();
afterAll(() => {
  fixture.remove();
});

const AT = new Date('2026-03-04T05:06:07Z');

/** A signature as the station's own engine adds it. */
function sign(pdf: Uint8Array, isVisible: boolean): Buffer {
  const source = bytesSource(pdf);
  const prepared = preparePdfSignature(openPdf(source), {
    kind: 'signature',
    at: AT,
    contentsBytes: 4096,
    reason: 'ok',
    page: 1,
    appearance: isVisible ? textStamp({ signerName: 'Ann Test', at: AT, note: 'ok' }) : null,
  });
  const digest = createHash('sha256');
  for (const chunk of signedChunks(source, prepared)) digest.update(chunk);
  return Buffer.concat([pdf, embedSignature(prepared, cmsOf(fixture.signer)(digest.digest()))]);
}

it.each(Object.keys(smallPdfs()))('%s: signed by the station, visibly and again', (kind) => {
  let pdf: Uint8Array = smallPdfs()[kind] ?? Buffer.alloc(0);
  for (const [index, isVisible] of [true, false].entries()) {
    pdf = sign(pdf, isVisible);
    const report = verifyWith(fixture, pdf);
    expect({ status: report.overallStatus, detail: report.detail }).toEqual({ status: 'VALID', detail: null });
    expect(report.signatures.map(({ profileReached }) => profileReached)).toEqual(Array(index + 1).fill('B'));
  }
});
