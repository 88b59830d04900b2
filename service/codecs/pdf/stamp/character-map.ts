import { PdfError } from '../pdf-error.ts';

/** The glyph of a Unicode code point; 0 when the font has none. */
export type CharacterMap = (codePoint: number) => number;

/** Platform and encoding of the mappings from Unicode, the fuller first (ISO/IEC 14496-22 clause 5.2.1). */
const UNICODE_MAPPINGS = ['3 10', '0 6', '0 4', '3 1', '0 3', '0 2', '0 1', '0 0'];
const SEGMENTS = 4;
const GROUPS = 12;

/** Reads a cmap table. Throws PdfError when there is no mapping from Unicode that is known, RangeError when it is cut off. */
export function readCharacterMap(cmap: Uint8Array): CharacterMap {
  const view = new DataView(cmap.buffer, cmap.byteOffset, cmap.byteLength);
  const mappings = new Map<string, number>();
  const count = view.getUint16(2);
  for (let index = 0; index < count; index++) {
    const record = 4 + index * 8;
    mappings.set(`${view.getUint16(record)} ${view.getUint16(record + 2)}`, view.getUint32(record + 4));
  }
  for (const kind of UNICODE_MAPPINGS) {
    const start = mappings.get(kind);
    const format = start === undefined ? null : view.getUint16(start);
    if (start !== undefined && format === GROUPS) return groupMap(view, start);
    if (start !== undefined && format === SEGMENTS) return segmentMap(view, start);
  }
  throw new PdfError('PDF_STRUCTURE_INVALID', 'the font has no Unicode mapping');
}

/** Format 12. */
function groupMap(view: DataView, start: number): CharacterMap {
  const count = view.getUint32(start + 12);
  requireInside(view, start + 16 + count * 12);
  return (codePoint) => {
    const index = firstNotBelow(count, codePoint, (item) => view.getUint32(start + 16 + item * 12 + 4));
    if (index === count) return 0;
    const group = start + 16 + index * 12;
    const first = view.getUint32(group);
    return codePoint < first ? 0 : view.getUint32(group + 8) + codePoint - first;
  };
}

/** Format 4: four lists of 16 bits, one item a segment; only the Basic Multilingual Plane. */
function segmentMap(view: DataView, start: number): CharacterMap {
  const count = view.getUint16(start + 6) / 2;
  const ends = start + 14;
  const starts = ends + count * 2 + 2;
  const deltas = starts + count * 2;
  const offsets = deltas + count * 2;
  requireInside(view, offsets + count * 2);
  return (codePoint) => {
    const index = firstNotBelow(count, codePoint, (item) => view.getUint16(ends + item * 2));
    const first = index === count ? Infinity : view.getUint16(starts + index * 2);
    if (codePoint < first) return 0;
    const delta = view.getUint16(deltas + index * 2);
    const offset = view.getUint16(offsets + index * 2);
    if (offset === 0) return (codePoint + delta) & 0xffff;
    const position = offsets + index * 2 + offset + (codePoint - first) * 2;
    const glyph = position + 2 <= view.byteLength ? view.getUint16(position) : 0;
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  };
}

function requireInside(view: DataView, end: number): void {
  if (end > view.byteLength) throw new PdfError('PDF_STRUCTURE_INVALID', 'the Unicode mapping of the font is cut off');
}

/** Index of the first of `count` ascending numbers that is `wanted` or more. */
function firstNotBelow(count: number, wanted: number, at: (index: number) => number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(middle) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
