import { expect, it } from 'vitest';
import { buildPdf, stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../byte-source.ts';
import { findReadingDifference } from './page-audit.ts';
import { openPdf } from './pdf-document.ts';

const CONTENTS = stream('', Buffer.from('0 0 m 9 9 l S'));
const ROOT = '/Count 1 /MediaBox [0 0 595 842] /Resources <<>>';

type Case = [what: string, page: string, root: string, extra?: Readonly<Record<number, string>>];

/** One page below the root of the page tree, and what an attack needs besides. */
function differenceIn(page: string, root: string, extra: Readonly<Record<number, string>> = {}): string | null {
  const pieces = {
    1: '<</Type /Catalog /Pages 2 0 R>>',
    2: `<<${root}>>`,
    3: `<<${page}>>`,
    4: CONTENTS,
    ...extra,
  };
  return findReadingDifference(openPdf(bytesSource(buildPdf({ pieces }))));
}

const PAGE = '/Type /Page /Parent 2 0 R /Contents 4 0 R';
const TREE = `/Type /Pages /Kids [3 0 R] ${ROOT}`;
const SECOND = `<<${PAGE}>>`;

it.each<Case>([
  ['a page beyond Count', PAGE, `/Type /Pages /Kids [3 0 R 5 0 R] ${ROOT}`, { 5: SECOND }],
  ['more in Count than pages', PAGE, TREE.replace('/Count 1', '/Count 2')],
  ['a negative Count', PAGE, TREE.replace('/Count 1', '/Count -1')],
  ['a Count with a fraction', PAGE, TREE.replace('/Count 1', '/Count 1.5')],
  ['no Count', PAGE, TREE.replace('/Count 1', '')],
  [
    'a wrong Count further down',
    PAGE.replace('2 0 R', '5 0 R'),
    `/Type /Pages /Kids [5 0 R] ${ROOT}`,
    {
      5: '<</Type /Pages /Parent 2 0 R /Kids [3 0 R] /Count 3>>',
    },
  ],
  ['a page without a type', PAGE.replace('/Type /Page', ''), TREE],
  ['a page that is a template', PAGE.replace('/Page', '/Template'), TREE],
  ['a page with kids', `${PAGE} /Kids [5 0 R] /Count 1`, TREE, { 5: SECOND.replace('2 0 R', '3 0 R') }],
  ['a tree without a type', PAGE, TREE.replace('/Type /Pages', '')],
  ['another parent', PAGE.replace('2 0 R', '5 0 R'), TREE, { 5: `<<${TREE} /Rotate 180>>` }],
  ['no parent', PAGE.replace('/Parent 2 0 R', ''), TREE],
  ['a parent above the root', PAGE, `${TREE} /Parent 5 0 R`, { 5: `<<${TREE} /Rotate 90>>` }],
  ['resources of null', `${PAGE} /Resources null`, TREE],
  ['resources that are not there', `${PAGE} /Resources 99 0 R`, TREE],
  ['a size of null', `${PAGE} /MediaBox null`, TREE],
  ['a rotation of null above', PAGE, `${TREE} /Rotate null`],
  ['half a turn to the right', `${PAGE} /Rotate 45`, TREE],
  ['a rotation with a fraction of zero', `${PAGE} /Rotate 90.0`, TREE],
  ['a rotation that is a string', `${PAGE} /Rotate (90)`, TREE],
  ['a unit of no size', `${PAGE} /UserUnit 0`, TREE],
  ['a negative unit', `${PAGE} /UserUnit -2`, TREE],
  ['a unit that is a string', `${PAGE} /UserUnit (2)`, TREE],
  ['a size without extent', `${PAGE} /MediaBox [0 0 0 0]`, TREE],
  ['a size of six numbers', `${PAGE} /MediaBox [0 0 595 100 595 842]`, TREE],
  ['a cut beside the page', `${PAGE} /CropBox [1000 0 1595 842]`, TREE],
  ['a cut beyond its corner', `${PAGE} /CropBox [1000 1000 2000 2000]`, TREE],
  ['a cut that ends where it begins', `${PAGE} /CropBox [-100 0 0 842]`, TREE],
  ['a cut beside the page, for all pages', PAGE, `${TREE} /CropBox [1000 0 1595 842]`],
  ['a size beside what all pages are cut to', `${PAGE} /MediaBox [9000 0 9595 842]`, `${TREE} /CropBox [0 0 595 842]`],
  ['a size with a string', `${PAGE} /MediaBox [0 0 (595) 842]`, TREE],
])('readers disagree about %s', (_, page, root, extra) => {
  expect(differenceIn(page, root, extra)).not.toBeNull();
});

it.each<Case>([
  ['one page', PAGE, TREE],
  ['a Count that is an object', PAGE, TREE.replace('/Count 1', '/Count 5 0 R'), { 5: '1' }],
  [
    'nodes between',
    PAGE.replace('2 0 R', '5 0 R'),
    `/Type /Pages /Kids [5 0 R 6 0 R] ${ROOT.replace('1', '2')}`,
    {
      5: '<</Type /Pages /Parent 2 0 R /Kids [3 0 R] /Count 1>>',
      6: SECOND,
    },
  ],
  ['no turn, with a fraction of zero', `${PAGE} /Rotate 0.0`, TREE],
  ['a unit of its own', `${PAGE} /UserUnit 2.5`, TREE],
  ['a turn to the left', `${PAGE} /Rotate -90`, TREE],
  ['more than a whole turn', `${PAGE} /Rotate 450`, TREE],
  ['corners in another order', `${PAGE} /MediaBox [595 842 0 0]`, TREE],
  ['a cut that is larger than the page', `${PAGE} /CropBox [-9 -9 900 900]`, TREE],
])('and about none of %s', (_, page, root, extra) => {
  expect(differenceIn(page, root, extra)).toBeNull();
});
