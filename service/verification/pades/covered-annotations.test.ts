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

  const mark = '/QuadPoints [110 150 290 150 110 110 290 110]';
  const outlines: Readonly<Record<string, string>> = {
    Ink: '/InkList [[110 110 200 150 250 110]]',
    Line: '/L [110 110 290 150]',
    Polygon: '/Vertices [110 110 290 150 200 155]',
    PolyLine: '/Vertices [110 110 290 150 200 155]',
    'Polygon ': '/Path [[110 110] [120 120 130 130 290 150]]',
    FreeText: '/CL [110 110 200 150] /Contents (No)',
    ...{ Highlight: mark, Underline: mark, StrikeOut: mark, Squiggly: mark },
  };

  it.each(
    Object.entries(outlines).flatMap(([kind, outline]) =>
      ['[400 500 450 550]', '[150 130 150 130]', '[400 500]'].map((box) => [kind, box, outline] as const),
    ),
  )('that readers draw by its outline is told: %s in %s', (kind, box, outline) => {
    const note = (where: string): string => `<</Type /Annot /F 4 /Subtype /${kind} /C [1 0 0] /Rect ${box} ${where}>>`;
    const told = (where: string): string[] => verdicts(signed({ content: '', extra: { 6: form, 7: note(where) } }));
    expect(told(outline)).toEqual(['INDETERMINATE PDF_CONTENT_COVERED', 'VALID']);
    if (box === '[400 500 450 550]') {
      expect(told(outline.replaceAll(/[0-9]+/g, (digits) => String(Number(digits) + 250)))).toEqual(['VALID', 'VALID']);
    }
  });

  it.each(['Text', 'FileAttachment', 'Sound'])('that is shown by a picture is told: %s', (kind) => {
    const told = (box: string): string[] =>
      verdicts(signed({ content: '', extra: { 6: form, 7: `<</Type /Annot /F 4 /Subtype /${kind} /Rect ${box}>>` } }));
    expect(told('[150 130 150 130]')).toEqual(['INDETERMINATE PDF_CONTENT_COVERED', 'VALID']);
    expect(told('[80 170 80 170]')).toEqual(['INDETERMINATE PDF_CONTENT_COVERED', 'VALID']);
    expect(told('[80 200 80 200]')).toEqual(['VALID', 'VALID']);
  });

  it.each([
    [90, '[300 40 340 160]'],
    [180, '[300 100 500 150]'],
    [270, '[200 160 400 180]'],
    [-90, '[200 160 400 180]'],
  ])('that does not turn with its page, by %i, is told', (turn, box) => {
    const told = (flags: string, pageTurn: number): string[] =>
      verdicts(
        signed({
          content: '',
          page: `/Rotate ${pageTurn}`,
          extra: {
            6: form,
            7: `<</Type /Annot /Subtype /Stamp /Rect ${box} /AP <</N 12 0 R>> ${flags}>>`,
            12: drawing,
          },
        }),
      );
    for (const flags of ['/F 20', '/F 28', '/F 4.0']) {
      expect(told(flags, turn)).toEqual(['INDETERMINATE PDF_CONTENT_COVERED', 'VALID']);
    }
    for (const flags of ['/F 4', '']) expect(told(flags, turn)).toEqual(told('/F 20', 0));
  });
});
