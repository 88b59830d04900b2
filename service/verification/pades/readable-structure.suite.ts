import { afterAll, expect } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import { openPdf } from '../../codecs/pdf/pdf-document.ts';
import { preparePdfSignature } from '../../codecs/pdf/signature-insertion.ts';
import { latin1, makeSigner, signPdf, verifyWith } from './signed-pdf.suite.ts';

/** What is said of a document that other readers may read in another way, and of one that all read alike. */
export const fixture = makeSigner();
afterAll(() => {
  fixture.remove();
});

export const OPTIONS = {
  kind: 'signature',
  at: new Date(0),
  contentsBytes: 20,
  reason: null,
  appearancePageNumber: 1,
  appearance: null,
} as const;

export const OBJECTS = onePage() as Readonly<Record<number, string>>;
export const HEADER = latin1('%PDF-1.7\n');

/** Refused before signing; signed by others it is intact, but never VALID. */
export function expectRefused(base: Buffer): void {
  expect(() => preparePdfSignature(openPdf(bytesSource(base)), OPTIONS)).toThrow(
    expect.objectContaining({ code: 'PDF_STRUCTURE_AMBIGUOUS' }),
  );
  const report = verifyWith(fixture, signPdf(base, fixture.signer));
  expect(report).toMatchObject({ overallStatus: 'INDETERMINATE', isValid: false });
  expect(report.reasonCodes).toContain('PDF_STRUCTURE_AMBIGUOUS');
  expect(report.signatures[0]?.signature.cryptoValid).toBe(true);
}

export function expectNotValid(changed: Buffer): void {
  const report = verifyWith(fixture, changed);
  expect(report.isValid).toBe(false);
  expect(report.overallStatus).not.toBe('VALID');
  expect(report.reasonCodes).not.toContain('SIG_VALID');
}

export function expectLawful(base: Buffer): void {
  expect(() => preparePdfSignature(openPdf(bytesSource(base)), OPTIONS)).not.toThrow();
  const once = signPdf(base, fixture.signer);
  expect(verifyWith(fixture, once)).toMatchObject({ overallStatus: 'VALID', detail: null });
  expect(verifyWith(fixture, signPdf(once, fixture.signer))).toMatchObject({ overallStatus: 'VALID', detail: null });
}
