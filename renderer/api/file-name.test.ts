import { describe, expect, it } from 'vitest';
import { fileNameOf } from './file-name.ts';

describe('fileNameOf', () => {
  it.each([
    ['attachment; filename="contract-signed.pdf"', 'contract-signed.pdf'],
    [`attachment; filename="Vertr_ge.pdf"; filename*=UTF-8''Vertr%C3%A4ge.pdf`, 'Verträge.pdf'],
    [`attachment; filename="fallback.pdf"; filename*=UTF-8''%E0%A4%A`, 'fallback.pdf'],
    ['attachment; filename="a \\"quoted\\" name; x.pdf"', 'a "quoted" name; x.pdf'],
    ['attachment; filename=plain.xml', 'plain.xml'],
  ])('%s', (header, name) => expect(fileNameOf(header)).toBe(name));

  it('is none where the header names none', () => {
    for (const header of [null, '', 'inline', 'attachment; filename=""']) expect(fileNameOf(header)).toBeNull();
  });
});
