import { afterAll, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { smallPdfs } from '../../../e2e/documents/pdf/make-pdfs.ts';
import { buildPdf } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { makeSigner, verifyWith } from './signed-pdf.suite.ts';
import { signAsStation } from './station-signature.suite.ts';

const fixture = makeSigner();
afterAll(() => {
  fixture.remove();
});

const DOCUMENTS = {
  ...smallPdfs(),
  // One array for both.
  'fields-are-annotations': buildPdf({
    pieces: onePage({ catalog: '/AcroForm <</Fields 6 0 R>>', page: '/Annots 6 0 R', extra: { 6: '[]' } }),
  }),
};

it.each(Object.entries(DOCUMENTS))('%s: signed by the station, visibly and again', (_kind, document) => {
  let pdf: Uint8Array = document;
  for (const [index, isVisible] of [true, false].entries()) {
    pdf = signAsStation(pdf, fixture.signer, isVisible);
    const report = verifyWith(fixture, pdf);
    expect({ status: report.overallStatus, detail: report.detail }).toEqual({ status: 'VALID', detail: null });
    expect(report.signatures.map(({ profileReached }) => profileReached)).toEqual(Array(index + 1).fill('B'));
  }
});
