import { stream, type Pieces } from './pdf-builder.ts';

const TEXT = (words: string): Buffer => stream('', Buffer.from(`BT /F1 24 Tf 72 700 Td (${words}) Tj ET`));

interface PageOptions {
  readonly catalog?: string;
  readonly page?: string;
  readonly extra?: Pieces;
}

/** One page: 1 catalog, 2 page tree, 3 page, 4 content, 5 font. */
export function onePage({ catalog = '', page = '', extra = {} }: PageOptions = {}): Pieces {
  return {
    1: `<</Type /Catalog /Pages 2 0 R ${catalog}>>`,
    2: '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595.28 841.89]>>',
    3: `<</Type /Page /Parent 2 0 R /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>> ${page}>>`,
    4: TEXT('Pay 10 EUR'),
    5: '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
    ...extra,
  };
}

/** A text field, and a field with two children. */
const TEXT_FIELD = '<</Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ann) /Rect [18 18 200 60] /P 3 0 R /F 4>>';
const GROUP = '<</T (Service2) /Kids [9 0 R 10 0 R]>>';
const CHILD =
  '<</Type /Annot /Subtype /Widget /FT /Tx /T (Service3.x) /Parent 8 0 R /Rect [18 100 200 130] /P 3 0 R /F 4>>';
const UNNAMED = '<</Type /Annot /Subtype /Widget /FT /Tx /Parent 8 0 R /Rect [18 140 200 170] /P 3 0 R /F 4>>';
export const FIELDS: Pieces = { 6: '<</Type /Annots>>', 7: TEXT_FIELD, 8: GROUP, 9: CHILD, 10: UNNAMED };
