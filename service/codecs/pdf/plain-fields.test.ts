import { describe, expect, it } from 'vitest';
import { contractPdf } from '../../verification/pades/contract-pdf.suite.ts';
import { updatePdf } from '../../verification/pades/signed-pdf.suite.ts';
import { bytesSource } from '../byte-source.ts';
import { signatureFields, walkFormFields, walkTellingFields } from './form-fields.ts';
import { openPdf, openRevision } from './pdf-document.ts';
import { PdfReference } from './pdf-objects.ts';

const FIRST = 10;
const FIELDS = 300;

const field = (entries: string): string => `<</Type /Annot /Subtype /Widget /Rect [0 0 9 9] ${entries}>>`;
const text = (index: number): string => field(`/FT /Tx /T (f${String(index)}) /TU (${'x'.repeat(400)})`);

function formOf(pieces: Readonly<Record<number, string>> = {}): Buffer {
  const numbers = Array.from({ length: FIELDS }, (_, index) => FIRST + index);
  return contractPdf({
    6: `<</Fields [${numbers.map((number) => `${String(number)} 0 R`).join(' ')}]>>`,
    ...Object.fromEntries(numbers.map((number, index) => [number, text(index)])),
    ...pieces,
  });
}

const names = (fields: Iterable<{ readonly fullName: string }>): string[] =>
  Array.from(fields, ({ fullName }) => fullName);

describe('plain fields', () => {
  it('are read once for all revisions that have them, by who needs nothing of them', () => {
    const grown = updatePdf(formOf(), (update) => {
      update.replaceBody(new PdfReference(FIRST, 0), Buffer.from(field('/FT /Sig /T (approval)')));
    });
    let work = 0;
    const document = openPdf(bytesSource(grown), { onWork: (bytes) => (work += bytes) });
    const cost = (run: () => unknown): number => {
      const before = work;
      run();
      return work - before;
    };
    const first = cost(() => [...walkFormFields(openRevision(document, 0))]);
    expect(cost(() => signatureFields(document))).toBeLessThan(first / 2);
    expect(names(signatureFields(document))).toEqual(['approval']);
    expect(signatureFields(openRevision(document, 0))).toEqual([]);
  });

  it('are told by their numbers, and all others as they are', () => {
    const document = openPdf(bytesSource(formOf({ [FIRST]: field('/FT /Tx /T (Service7)') })));
    expect([...walkFormFields(document)]).toHaveLength(FIELDS);
    const passed: number[] = [];
    // Whoever looks for a free name of ours has to meet those that are taken.
    expect(names(walkTellingFields(document, (number) => passed.push(number)))).toEqual(['Service7']);
    expect(passed).toEqual(Array.from({ length: FIELDS - 1 }, (_, index) => FIRST + 1 + index));
  });

  it('are none that have kids, inherit their type or are drawn by a list of its own', () => {
    const pieces = {
      [FIRST]: field(`/FT /Tx /T (a) /Kids [${String(FIRST + 1)} 0 R]`),
      [FIRST + 1]: field('/T (b)'),
      [FIRST + 2]: field('/FT /Tx /T (c) /AP 9 0 R'),
      9: '<</N null>>',
    };
    const document = openPdf(bytesSource(formOf(pieces)));
    expect([...walkFormFields(document)]).toHaveLength(FIELDS);
    expect(names(walkTellingFields(document))).toEqual(['a', 'a.b', 'c']);
  });
});
