import { afterAll, describe, expect, it } from 'vitest';
import { stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { certified, contractPdf } from './contract-pdf.suite.ts';
import { HELVETICA, line } from './filled-form.suite.ts';
import { latin1, makeSigner, signPdf, updatePdf, verifyWith } from './signed-pdf.suite.ts';

const fixture = makeSigner();
afterAll(() => {
  fixture.remove();
});

const GROUND = '1 g 0 0 200 20 re f';
const PRINTED = 'BT /F1 10 Tf 120 506 Td (not before 2030) Tj ET';
const NOTHING = '/Tx BMC EMC';

/** A certified form with one field, and what a later revision makes of the field before somebody signs that. */
interface Case {
  /** What the page shows, in and around [100 500 300 520]. */
  readonly page: string;
  /** The drawing that was certified; null for none. */
  readonly earlier: string | null;
  readonly later: string;
  /** Entries of the field. */
  readonly entries?: string;
  /** Both values, written as in the file. */
  readonly values?: readonly [earlier: string, later: string];
  /** Rectangle of another field, which is listed before it. */
  readonly below?: string;
}

const form = (content: string): string =>
  stream(
    '/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources <</Font <</Helv 9 0 R>>>>',
    latin1(content),
  ).toString('latin1');

function verdict({ page, earlier, later, entries = '', values = ['()', '(Bob)'], below }: Case): string {
  const widget = (value: string, appearance: string): string =>
    `<</Type /Annot /Subtype /Widget /T (name) /FT /Tx /Rect [100 500 300 520] /P 3 0 R /F 4 /DA (/Helv 12 Tf 0 g) ` +
    `${entries} /V ${value} ${appearance}>>`;
  const other =
    `<</Type /Annot /Subtype /Widget /T (other) /FT /Tx /V (Eve) /Rect [${below ?? '0 0 0 0'}] /P 3 0 R /F 4 ` +
    `/AP <</N 11 0 R>>>>`;
  const list = below === undefined ? '[7 0 R]' : '[10 0 R 7 0 R]';
  const base = contractPdf(
    {
      4: stream('', latin1(page)),
      6: `<</Fields ${list} /DR <</Font <</Helv 9 0 R>>>>>>`,
      7: widget(values[0], earlier === null ? '' : '/AP <</N 8 0 R>>'),
      8: form(earlier ?? NOTHING),
      9: HELVETICA,
      10: other,
      11: form(line('Eve')),
    },
    '',
    `/Annots ${list}`,
  );
  const filled = updatePdf(certified(fixture.signer, 2, base), (update) => {
    const drawing = earlier === null ? update.reserve() : new PdfReference(8, 0);
    update.replaceBody(new PdfReference(7, 0), latin1(widget(values[1], `/AP <</N ${drawing.number} 0 R>>`)));
    update.replaceBody(drawing, latin1(form(later)));
  });
  const { overallStatus, reasonCodes } = verifyWith(fixture, signPdf(filled, fixture.signer, { name: 'Filled' }));
  return `${overallStatus} ${reasonCodes[0] ?? ''}`;
}

const bob = line('Bob');

describe('what a page shows below a field', () => {
  it.each<[string, Case]>([
    ['is hidden by a new ground', { page: PRINTED, earlier: NOTHING, later: `${GROUND} ${bob}` }],
    ['is hidden by a ground in blue', { page: PRINTED, earlier: NOTHING, later: `.8 .84 1 rg 0 0 200 20 re f ${bob}` }],
    ['is hidden by paper without ink', { page: PRINTED, earlier: NOTHING, later: `0 0 0 0 k 0 0 200 20 re f ${bob}` }],
    [
      'is hidden by a ground that is made larger',
      { page: PRINTED, earlier: NOTHING, later: `q 2 0 0 2 0 0 cm 1 g 0 0 100 10 re f Q ${bob}` },
    ],
    ['is hidden, and nothing filled in', { page: PRINTED, earlier: NOTHING, later: GROUND, values: ['()', '()'] }],
    ['is hidden in part', { page: PRINTED, earlier: NOTHING, later: `1 g 60 0 140 20 re f ${bob}` }],
    [
      'is hidden by several grounds',
      { page: PRINTED, earlier: NOTHING, later: `1 g 20 0 90 20 re 110 0 9 20 re f ${bob}` },
    ],
    [
      'comes to light without the ground above it',
      { page: PRINTED, earlier: `${GROUND} ${line('Ten')}`, later: NOTHING, values: ['(Ten)', '()'] },
    ],
    ['comes to light below a smaller ground', { page: PRINTED, earlier: GROUND, later: `1 g 0 0 60 20 re f ${bob}` }],
    ['is hidden where the drawing before cannot be read', { page: PRINTED, earlier: '/S1 sh', later: bob }],
    [
      'was hidden by the ground that viewers draw',
      { page: PRINTED, earlier: null, later: bob, entries: '/MK <</BG [1]>>' },
    ],
    ['cannot be told', { page: '/S1 sh', earlier: NOTHING, later: `${GROUND} ${bob}` }],
    ['is another field', { page: '', earlier: NOTHING, later: `${GROUND} ${bob}`, below: '150 505 250 515' }],
  ])('%s: left open', (_, given) => {
    expect(verdict(given)).toMatch(/^INDETERMINATE PDF_PERMITTED_CHANGE/);
  });

  it.each<[string, Case]>([
    ['is hidden as before', { page: PRINTED, earlier: GROUND, later: `${GROUND} ${bob}` }],
    ['is hidden as before, but for a point', { page: PRINTED, earlier: GROUND, later: `1 g 1 1 198 18 re f ${bob}` }],
    ['stays visible', { page: '100 502 m 300 502 l S', earlier: NOTHING, later: bob }],
    ['stays visible below what viewers drew', { page: '100 502 m 300 502 l S', earlier: null, later: bob }],
    ['is nothing, and gets a ground', { page: '', earlier: NOTHING, later: `${GROUND} ${bob}` }],
    ['is nothing, and loses its ground', { page: '', earlier: GROUND, later: bob }],
    ['is a line to write on', { page: '100 502 m 300 502 l S', earlier: NOTHING, later: `${GROUND} ${bob}` }],
    ['is a coloured box around it', { page: '.9 g 90 490 220 40 re f', earlier: NOTHING, later: `${GROUND} ${bob}` }],
    ['is elsewhere', { page: 'BT /F1 10 Tf 120 600 Td (above) Tj ET', earlier: NOTHING, later: `${GROUND} ${bob}` }],
  ])('%s: lawful', (_, given) => {
    expect(verdict(given)).toMatch(/^VALID/);
  });
});
