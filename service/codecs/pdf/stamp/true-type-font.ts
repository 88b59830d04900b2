import { PdfError } from '../pdf-error.ts';

/** What a simple run of text needs from a TrueType font (ISO/IEC 14496-22): glyphs, widths and outlines. */
export class TrueTypeFont {
  /** As in the file's name table, without spaces; PDF needs it as /BaseFont. */
  readonly postScriptName: string;
  readonly unitsPerEm: number;
  /** Font units. */
  readonly ascent: number;
  readonly descent: number;
  readonly boundingBox: readonly [number, number, number, number];
  readonly glyphCount: number;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly tables: ReadonlyMap<string, { readonly offset: number; readonly length: number }>;
  private readonly metricsCount: number;
  private readonly hasLongOffsets: boolean;
  private readonly mapping: number;
  private readonly groupCount: number;

  /** Only for the fonts this product brings along: a damaged one throws RangeError or PdfError. */
  constructor(bytes: Uint8Array, postScriptName: string) {
    this.bytes = bytes;
    this.postScriptName = postScriptName;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.tables = readDirectory(this.view);
    const head = this.offsetOf('head');
    const hhea = this.offsetOf('hhea');
    this.unitsPerEm = this.view.getUint16(head + 18);
    const corner = (index: number): number => this.view.getInt16(head + 36 + index * 2);
    this.boundingBox = [corner(0), corner(1), corner(2), corner(3)];
    this.hasLongOffsets = this.view.getInt16(head + 50) === 1;
    this.ascent = this.view.getInt16(hhea + 4);
    this.descent = this.view.getInt16(hhea + 6);
    this.metricsCount = this.view.getUint16(hhea + 34);
    this.glyphCount = this.view.getUint16(this.offsetOf('maxp') + 4);
    this.mapping = this.findMapping();
    this.groupCount = this.view.getUint32(this.mapping + 12);
  }

  /** The bytes of a whole table. */
  table(tag: string): Uint8Array {
    const { offset, length } = this.entryOf(tag);
    return this.bytes.subarray(offset, offset + length);
  }

  /** The glyph of a Unicode code point; 0 when the font has none. */
  glyphOf(codePoint: number): number {
    let low = 0;
    let high = this.groupCount - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const group = this.mapping + 16 + middle * 12;
      const first = this.view.getUint32(group);
      if (codePoint < first) high = middle - 1;
      else if (codePoint > this.view.getUint32(group + 4)) low = middle + 1;
      else return this.view.getUint32(group + 8) + codePoint - first;
    }
    return 0;
  }

  /** Font units. */
  advanceOf(glyph: number): number {
    return this.view.getUint16(this.offsetOf('hmtx') + Math.min(glyph, this.metricsCount - 1) * 4);
  }

  leftBearingOf(glyph: number): number {
    const metrics = this.offsetOf('hmtx');
    const isShort = glyph >= this.metricsCount;
    const position = isShort ? this.metricsCount * 4 + (glyph - this.metricsCount) * 2 : glyph * 4 + 2;
    return this.view.getInt16(metrics + position);
  }

  /** The glyph's entry of the glyf table; empty for a glyph without lines. */
  outlineOf(glyph: number): Uint8Array {
    const start = this.offsetOf('glyf');
    return this.bytes.subarray(start + this.outlineStart(glyph), start + this.outlineStart(glyph + 1));
  }

  private outlineStart(glyph: number): number {
    const loca = this.offsetOf('loca');
    return this.hasLongOffsets ? this.view.getUint32(loca + glyph * 4) : this.view.getUint16(loca + glyph * 2) * 2;
  }

  private offsetOf(tag: string): number {
    return this.entryOf(tag).offset;
  }

  private entryOf(tag: string): { readonly offset: number; readonly length: number } {
    const entry = this.tables.get(tag);
    if (entry === undefined) throw new PdfError('PDF_STRUCTURE_INVALID', `the font has no table ${tag}`);
    return entry;
  }

  /** The full Unicode mapping (platform 3, encoding 10, format 12). */
  private findMapping(): number {
    const cmap = this.offsetOf('cmap');
    const count = this.view.getUint16(cmap + 2);
    for (let index = 0; index < count; index++) {
      const record = cmap + 4 + index * 8;
      const mapping = cmap + this.view.getUint32(record + 4);
      const isFull = this.view.getUint16(record) === 3 && this.view.getUint16(record + 2) === 10;
      if (isFull && this.view.getUint16(mapping) === 12) return mapping;
    }
    throw new PdfError('PDF_STRUCTURE_INVALID', 'the font has no full Unicode mapping');
  }
}

function readDirectory(view: DataView): ReadonlyMap<string, { readonly offset: number; readonly length: number }> {
  const tables = new Map<string, { readonly offset: number; readonly length: number }>();
  const count = view.getUint16(4);
  for (let index = 0; index < count; index++) {
    const record = 12 + index * 16;
    const tag = [0, 1, 2, 3].map((byte) => String.fromCharCode(view.getUint8(record + byte))).join('');
    tables.set(tag, { offset: view.getUint32(record + 8), length: view.getUint32(record + 12) });
  }
  return tables;
}
