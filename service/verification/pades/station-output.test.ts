import { afterAll, expect, it } from 'vitest';
import { smallPdfs } from '../../../e2e/documents/pdf/make-pdfs.ts';
import { makeSigner, verifyWith } from './signed-pdf.suite.ts';
import { signAsStation } from './station-signature.suite.ts';

const fixture = makeSigner();
afterAll(() => {
  fixture.remove();
});

it.each(Object.keys(smallPdfs()))('%s: signed by the station, visibly and again', (kind) => {
  let pdf: Uint8Array = smallPdfs()[kind] ?? Buffer.alloc(0);
  for (const [index, isVisible] of [true, false].entries()) {
    pdf = signAsStation(pdf, fixture.signer, isVisible);
    const report = verifyWith(fixture, pdf);
    expect({ status: report.overallStatus, detail: report.detail }).toEqual({ status: 'VALID', detail: null });
    expect(report.signatures.map(({ profileReached }) => profileReached)).toEqual(Array(index + 1).fill('B'));
  }
});
