import { expect, it, vi } from 'vitest';
import { buildPdf, stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../byte-source.ts';
import { findReadingDifference } from './page-audit.ts';
import { openPdf, type PdfDocument } from './pdf-document.ts';

/** Pages from object 10 on, each with the contents of that number. */
function pagesOf(contents: readonly number[]): PdfDocument {
  const numbers = contents.map((_, index) => 10 + index);
  const kids = numbers.map((number) => `${String(number)} 0 R`).join(' ');
  const page = (number: number): string => `<</Type /Page /Parent 2 0 R /Contents ${String(number)} 0 R>>`;
  const pieces = {
    1: '<</Type /Catalog /Pages 2 0 R>>',
    2: `<</Type /Pages /Kids [${kids}] /Count ${String(contents.length)} /MediaBox [0 0 595 842]>>`,
    3: stream('', Buffer.from('0 0 m 9 9 l S')),
    4: '<</Length 3>>\nstream\n0 0 m 9 9 l S\nendstream',
    ...Object.fromEntries(contents.map((number, index) => [10 + index, page(number)])),
  };
  return openPdf(bytesSource(buildPdf({ pieces })));
}

it('measures contents once that many pages show', () => {
  const document = pagesOf(Array.from({ length: 50 }, () => 3));
  const measure = vi.spyOn(document, 'hasTrueLength');
  expect(findReadingDifference(document)).toBeNull();
  expect(measure).toHaveBeenCalledTimes(1);
});

it('finds contents of another length behind them', () => {
  const found = findReadingDifference(pagesOf([3, 3, 4, 3]));
  expect(found).toBe('the contents of page 3 do not have the length that they claim');
});
