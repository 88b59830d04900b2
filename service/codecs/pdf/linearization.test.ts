import { describe, expect, it } from 'vitest';
import { buildPdf } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { bytesSource } from '../byte-source.ts';
import { findLinearizationDifference } from './linearization.ts';
import { linearizedPdf, SECOND_PAGE, type LinearizationClaims } from './linearized-pdf.suite.ts';
import { openPdf } from './pdf-document.ts';

function differenceIn(pdf: Buffer): string | null {
  return findLinearizationDifference(openPdf(bytesSource(pdf)));
}

describe('a linearized file', () => {
  it.each<[string, LinearizationClaims]>([
    ['as it should be', {}],
    ['with a first page in the middle', { O: SECOND_PAGE, more: '/P 1' }],
    ['that became longer, and says nothing right', { L: 99, N: 7, O: 1 }],
  ])('%s is read alike', (_, claims) => {
    expect(differenceIn(linearizedPdf(claims))).toBeNull();
  });

  it.each<[string, LinearizationClaims, string]>([
    ['names its second page', { O: SECOND_PAGE }, 'another first page'],
    ['names an object that is no page', { O: 1 }, 'another first page'],
    ['names an object that is not there', { O: 40 }, 'another first page'],
    ['names a page of its own for another place', { more: '/P 1' }, 'another first page'],
    ['names a page that there is not as the first', { more: '/P 9' }, 'another first page'],
    ['has fewer pages', { N: 1 }, 'another number of pages'],
    ['has more pages', { N: 3 }, 'another number of pages'],
    ['has no number of pages', { N: '(2)' }, 'another number of pages'],
    ['names its first page twice', { more: `/O ${SECOND_PAGE}` }, 'a key twice'],
    ['has something before its first section', { between: '% more\n' }, 'stands first'],
    ['has the end of an object in its dictionary', { more: '/X (endobj )' }, 'stands first'],
  ])('%s', (_, claims, why) => {
    expect(differenceIn(linearizedPdf(claims))).toContain(why);
  });

  it('is told from others', () => {
    expect(differenceIn(buildPdf({ pieces: onePage() }))).toBeNull();
    expect(differenceIn(buildPdf({ pieces: { ...onePage(), 0: '<' } }))).toBeNull();
  });
});
