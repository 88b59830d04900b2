import { describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../byte-source.ts';
import { findReadingDifference } from './page-audit.ts';
import { openPdf } from './pdf-document.ts';

/** Layers that poppler, MuPDF, PDFium and PDF.js do not show alike (22.12, 1.21, 5.15, 5.4). */

/** What is said of a page with these entries of its layer 7 and of the default configuration; 8 is another layer. */
function differenceOf(layer: string, configuration = '/D <<>>'): string | null {
  const catalog = `/OCProperties <</OCGs [7 0 R 8 0 R] ${configuration}>>`;
  const extra = { 7: `<</Type /OCG /Name (a) ${layer}>>`, 8: '<</Type /OCG /Name (b)>>' };
  return findReadingDifference(openPdf(bytesSource(buildPdf({ pieces: onePage({ catalog, extra }) }))));
}

const viewed = (state: string): string => `/Usage <</View <</ViewState /${state}>>>>`;
const automatic = (event: string): string => `/AS [<</Event /${event} /Category [/${event}] /OCGs [7 0 R]>>]`;
const oddOf = (key: string): string => `an entry ${key} of what a page is drawn with is not taken alike by all readers`;

describe('a layer that only some readers show is found:', () => {
  it.each(['/Design', '[/Design]', '[]', '/Foo', '(View)', '[/Foo /Design]'])('by an intent %s', (intent) => {
    for (const state of ['/D <<>>', '/D <</OFF [7 0 R]>>', '/D <</BaseState /OFF>>']) {
      expect(differenceOf(`/Intent ${intent}`, state)).toBe(oddOf('Intent'));
    }
  });

  it.each([
    ['OFF', '/D <<>>'],
    ['OFF', '/D <</ON [7 0 R] /BaseState /OFF>>'],
    ['OFF', `/D <<${automatic('Print')}>>`],
    ['OFF', '/D <</AS [<</Event /View /Category [/View] /OCGs [8 0 R]>>]>>'],
    ['ON', '/D <</OFF [7 0 R]>>'],
    ['ON', '/D <</BaseState /OFF>>'],
    ['ON', '/D <</BaseState /OFF /ON [8 0 R]>>'],
  ])('by a state of viewing %s beside %s', (state, configuration) => {
    expect(differenceOf(viewed(state), configuration)).toBe(oddOf('ViewState'));
  });

  it('where no configuration says its state', () => {
    expect(differenceOf('', '')).toBe(oddOf('D'));
    expect(differenceOf('', '/D []')).toBe(oddOf('D'));
  });
});

describe('a layer that all of them show or hide is none:', () => {
  it('of no layers', () => {
    const pieces = onePage({ catalog: '/OCProperties <</OCGs []>>' });
    expect(findReadingDifference(openPdf(bytesSource(buildPdf({ pieces }))))).toBeNull();
  });

  it.each([
    ['', '/D <<>>'],
    ['', '/D <</OFF [7 0 R]>>'],
    ['/Intent /View', '/D <</OFF [7 0 R]>>'],
    ['/Intent [/View /Design]', '/D <<>>'],
    ['/Intent /All', '/D <<>>'],
    [viewed('ON'), '/D <<>>'],
    [viewed('ON'), '/D <</BaseState /OFF /ON [7 0 R]>>'],
    [viewed('OFF'), '/D <</OFF [7 0 R]>>'],
    ['/Usage <</Print <</PrintState /OFF>>>>', '/D <<>>'],
    // As Acrobat makes what is only to be printed: poppler goes by the configuration alone.
    [viewed('OFF'), `/D <<${automatic('View')}>>`],
    [viewed('ON'), `/D <</OFF [7 0 R] ${automatic('View')}>>`],
  ])('%s beside %s', (layer, configuration) => {
    expect(differenceOf(layer, configuration)).toBeNull();
  });
});
