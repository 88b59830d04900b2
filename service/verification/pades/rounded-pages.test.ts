import { afterAll, describe, expect, it } from 'vitest';
import { PdfDictionary, PdfReference, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import { annotate, certified, contractPdf } from './contract-pdf.suite.ts';
import { makeSigner, signPdf, updatePdf, verifyWith } from './signed-pdf.suite.ts';

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

const document = contractPdf({}, '', '/MediaBox [0 0 595.27563 841.8898] /CropBox [0 0 524.56962 800]');
const bases = { approved: signPdf(document, signer), certified: certified(signer, 3, document) };
/** As MuPDF 1.28 writes them. */
const ROUNDED = { MediaBox: [0, 0, 595.27566, 841.8898], CropBox: [0, 0, 524.56967, 800] };

function withPage(pdf: Buffer, changes: Readonly<Record<string, PdfObject>>): Buffer {
  return updatePdf(pdf, (update) => {
    const reference = new PdfReference(3, 0);
    const page = update.document.resolve(reference);
    if (!(page instanceof PdfDictionary)) throw new Error('no page');
    update.replace(reference, page.with({ ...ROUNDED, ...changes }));
  });
}

const statusOf = (pdf: Buffer): string => verifyWith(fixture, pdf).overallStatus;

describe('a page that is written once more in single precision', () => {
  it('shows the same, whoever signed it, and is listed', () => {
    for (const base of Object.values(bases)) {
      const report = verifyWith(fixture, withPage(base, {}));
      expect(report.overallStatus).toBe('VALID');
      expect(report.changes.map(({ kind }) => kind)).toEqual(['DocumentData', 'DocumentData']);
    }
  });

  it('may get a note and another signature, as any other page', () => {
    for (const base of Object.values(bases)) {
      expect(statusOf(annotate(withPage(base, {}), '/Subtype /Text /F 4 /Contents (x)'))).toBe('INDETERMINATE');
      const { signatures } = verifyWith(fixture, signPdf(withPage(base, {}), signer));
      expect(signatures.map(({ status }) => status)).toEqual(['VALID', 'VALID']);
    }
  });

  it.each<Readonly<Record<string, PdfObject>>>([
    { MediaBox: [0, 0, 595.276, 841.8898] },
    { MediaBox: [0, 0, 595.2758, 841.8898] },
    { CropBox: [0.00001, 0, 524.56967, 800] },
    { CropBox: [0, 0, 0, 524.56967, 800] },
    { CropBox: [0, 0, 524.56967] },
    { CropBox: null },
    { Rotate: 90 },
    { UserUnit: 1.00001 },
  ])('is another page with %j', (changes) => {
    for (const base of Object.values(bases)) expect(statusOf(withPage(base, changes))).toBe('INVALID');
  });
});
