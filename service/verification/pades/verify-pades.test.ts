import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfLibPdf, smallPdfs } from '../../../e2e/documents/pdf/make-pdfs.ts';
import type { VerificationOutcome } from '../verification.ts';
import { makeSigner, signPdf, verifyWith, type SignerFixture } from './signed-pdf.suite.ts';

let fixture: SignerFixture;

beforeAll(() => {
  fixture = makeSigner();
}, 60_000);

afterAll(() => {
  fixture.remove();
});

function verdict(pdf: Uint8Array): string {
  const { overallStatus, reasonCodes, detail }: VerificationOutcome = verifyWith(fixture, pdf);
  return `${overallStatus} ${reasonCodes.join(' ')} ${detail ?? ''}`.trim();
}

const GOOD = 'VALID SIG_VALID CERT_VALID REVOCATION_GOOD';

describe('documents as signing programs leave them', () => {
  it.each(Object.keys(smallPdfs()))('%s: signed once, twice and three times', (kind) => {
    let pdf: Uint8Array = smallPdfs()[kind] ?? Buffer.alloc(0);
    for (const isVisible of [false, true, false]) {
      pdf = signPdf(pdf, fixture.signer, { isVisible });
      expect(verdict(pdf)).toBe(GOOD);
    }
    const { signatures } = verifyWith(fixture, pdf);
    expect(signatures.map(({ coversWholeDocument }) => coversWholeDocument)).toEqual([false, false, true]);
    expect(signatures.map(({ profileReached }) => profileReached)).toEqual(['B', 'B', 'B']);
  });

  it.each([true, false])('a pdf-lib document, object streams %s', async (useObjectStreams) => {
    const once = signPdf(await pdfLibPdf(useObjectStreams), fixture.signer);
    expect(verdict(once)).toBe(GOOD);
    expect(verdict(signPdf(once, fixture.signer, { isVisible: true, page: 3 }))).toBe(GOOD);
  });
});
