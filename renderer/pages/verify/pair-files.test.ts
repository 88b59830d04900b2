import { describe, expect, it } from 'vitest';
import { pairFiles, type Known } from './pair-files.ts';

const file = (name: string, kind: Known['kind'] = 'other'): Known => ({ name, kind });
const names = (files: readonly Known[]): string[] =>
  pairFiles(files).map(({ signed, originals }) => [signed, ...originals].map(({ name }) => name).join(' + '));

describe('pairFiles', () => {
  it('finds the original that a detached signature speaks of, in any order', () => {
    expect(names([file('a.csv'), file('B.DOCX.p7s', 'cms'), file('a.csv.p7s', 'cms'), file('b.docx')])).toEqual([
      'B.DOCX.p7s + b.docx',
      'a.csv.p7s + a.csv',
    ]);
    expect(names([file('plan.dwg'), file('plan-signed.xml', 'xml')])).toEqual(['plan-signed.xml + plan.dwg']);
    expect(names([file('lease.pdf', 'pdf'), file('lease.txt'), file('lease.pdf-signed.xml', 'xml')])).toEqual([
      'lease.txt',
      'lease.pdf-signed.xml + lease.pdf',
    ]);
  });

  it('goes by what a file is, not by its name', () => {
    expect(names([file('a.pdf.p7m', 'pdf'), file('a.pdf', 'pdf')])).toEqual(['a.pdf.p7m', 'a.pdf']);
    expect(names([file('signature.bin', 'cms'), file('letter.txt')])).toEqual(['signature.bin + letter.txt']);
  });

  it('takes no signature for the document of another that is called alike', () => {
    expect(names([file('invoice.p7m', 'cms'), file('invoice.p7m', 'cms')])).toEqual(['invoice.p7m', 'invoice.p7m']);
    expect(names([file('a.pdf.p7m', 'cms'), file('a.pdf.p7s', 'cms')])).toEqual(['a.pdf.p7m', 'a.pdf.p7s']);
    expect(names([file('a.p7m', 'cms'), file('a.p7m.p7s', 'cms')])).toEqual(['a.p7m.p7s + a.p7m']);
  });

  it('guesses nothing where more than one document could be meant', () => {
    expect(names([file('x.p7s', 'cms'), file('a.txt'), file('b.txt')])).toEqual(['x.p7s', 'a.txt', 'b.txt']);
  });

  it('leaves files that need no other alone', () => {
    expect(
      names([file('a.pdf', 'pdf'), file('order.xml', 'xml'), file('order.txt'), file('c.asice', 'zip')]),
    ).toHaveLength(4);
    expect(names([])).toEqual([]);
  });
});
