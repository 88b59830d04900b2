import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';

describe('csvLine', () => {
  it('quotes what would end a field or a line', () => {
    expect(csvLine(['a,b', 'say "x"', 'two\nlines', 'plain', 7, null, true])).toBe(
      '"a,b","say ""x""","two\nlines",plain,7,,true\r\n',
    );
  });

  it('lets no name become a formula', () => {
    expect(csvLine(['=cmd()', '+1', '-1', '@x', '=a,b'])).toBe(`'=cmd(),'+1,'-1,'@x,"'=a,b"\r\n`);
    expect(csvLine([-1])).toBe('-1\r\n');
  });
});
