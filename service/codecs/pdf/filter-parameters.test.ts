import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf, stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../byte-source.ts';
import { findAmbiguity } from './ambiguities.ts';
import { openPdf } from './pdf-document.ts';

const ANNOTATION = '800 0 <</Type /Annot /Subtype /Square /Rect [0 0 9 9]>>';

/** The annotation of the page, object 800, lies in an object stream of which this is said. */
function differenceIn(entries: string, data: Uint8Array): string | null {
  const container = stream(`/Type /ObjStm /N 1 /First 6 ${entries}`, data);
  const head = buildPdf({
    version: '1.5',
    pieces: { ...onePage({ page: '/Annots [800 0 R]' }), 900: container, 901: '<</Predictor 1.0>>' },
  });
  const previous = /startxref\n(\d+)/.exec(head.toString('latin1'))?.[1] ?? '0';
  const at = head.length;
  const rows = Buffer.from([2, 0, 900 >> 8, 900 & 255, 0, 1, 0, at >> 8, at & 255, 0]);
  const dictionary = `/Type /XRef /Size 903 /W [1 3 1] /Index [800 1 902 1] /Root 1 0 R /Prev ${previous}`;
  const section = Buffer.concat([Buffer.from('902 0 obj\n'), stream(dictionary, rows)]);
  const end = Buffer.from(`\nendobj\nstartxref\n${at}\n%%EOF\n`);
  return findAmbiguity(openPdf(bytesSource(Buffer.concat([head, section, end]))));
}

describe('an object stream', () => {
  const width = ANNOTATION.length;
  const predicted = deflateSync(Buffer.concat([Buffer.from([0]), Buffer.from(ANNOTATION)]));

  it.each<[string, Uint8Array]>([
    ['', Buffer.from(ANNOTATION)],
    ['/Filter /FlateDecode', deflateSync(Buffer.from(ANNOTATION))],
    [`/Filter /FlateDecode /DecodeParms <</Predictor 12 /Columns ${width}>>`, predicted],
  ])('is read alike by all: %s', (entries, data) => {
    expect(differenceIn(entries, data)).toBeNull();
  });

  it.each<[string, Uint8Array]>([
    [`/Filter /FlateDecode /DecodeParms <</Predictor 12.0 /Columns ${width}>>`, predicted],
    [`/Filter /FlateDecode /DecodeParms [<</Predictor 12 /Columns ${width}>>]`, predicted],
    ['/Filter /FlateDecode /DecodeParms 901 0 R', deflateSync(Buffer.from(ANNOTATION))],
  ])('is no ground for a signature where poppler and MuPDF find other objects in it: %s', (entries, data) => {
    expect(differenceIn(entries, data)).toBe('a stream of objects names filters that not all readers know');
  });
});
