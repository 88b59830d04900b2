import { describe, expect, it } from 'vitest';
import type { Pieces } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { draw, signed, verdicts } from './page-under-stamp.suite.ts';

describe('a later signature over an annotation', () => {
  const form = '<</Fields [7 0 R]>>';
  const drawing = draw('0 g 0 0 9 9 re f', '/Subtype /Form /BBox [0 0 9 9]');
  const at = '/Type /Annot /Rect [110 110 200 150] /F 4';

  it.each<[string, Pieces]>([
    ['a link with a drawing', { 7: `<<${at} /Subtype /Link /AP <</N 11 0 R>>>>`, 11: drawing }],
    [
      'a note whose drawing has no box',
      {
        7: '<</Type /Annot /Subtype /Stamp /Rect [400 400 410 410] /F 4 /AP <</N 11 0 R>>>>',
        11: draw('0 0 9 9 re f'),
      },
    ],
    [
      'a field that shows the value above it',
      {
        6: '<</Fields [12 0 R]>>',
        7: `<<${at} /Subtype /Widget /Parent 12 0 R>>`,
        12: '<</FT /Tx /T (t) /V (10) /Kids [7 0 R]>>',
      },
    ],
    [
      'a button with a caption',
      { 6: form, 7: `<<${at} /Subtype /Widget /FT /Btn /Ff 65536 /T (b) /MK <</CA (Pay)>>>>` },
    ],
    [
      'a button with a picture',
      { 6: form, 7: `<<${at} /Subtype /Widget /FT /Btn /Ff 65536 /T (b) /MK <</I 11 0 R>>>>`, 11: drawing },
    ],
  ])('that is %s is told', (_, extra) => {
    expect(verdicts(signed({ content: '', extra: { 6: '<</Fields []>>', ...extra } }))).toEqual([
      'INDETERMINATE PDF_CONTENT_COVERED',
      'VALID',
    ]);
  });

  it.each<[string, Pieces]>([
    ['a link with a border', { 7: `<<${at} /Subtype /Link /Border [0 0 1]>>` }],
    [
      'a hidden note whose drawing has no box',
      { 7: `<<${at} 2 /F 2 /Subtype /Stamp /AP <</N 11 0 R>>>>`.replace('/F 4 2', ''), 11: draw('0 0 9 9 re f') },
    ],
    [
      'an empty field below another one',
      {
        6: '<</Fields [12 0 R]>>',
        7: `<<${at} /Subtype /Widget /Parent 12 0 R>>`,
        12: '<</FT /Tx /T (t) /Kids [7 0 R]>>',
      },
    ],
    [
      'an empty field with a frame',
      { 6: form, 7: `<<${at} /Subtype /Widget /FT /Tx /T (t) /MK <</BC [0] /BG [1]>>>>` },
    ],
  ])('that is %s hides nothing', (_, extra) => {
    expect(verdicts(signed({ content: '', extra: { 6: '<</Fields []>>', ...extra } }))).toEqual(['VALID', 'VALID']);
  });
});
