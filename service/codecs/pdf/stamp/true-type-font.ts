import { PdfError } from '../pdf-error.ts';
import { readCharacterMap, type CharacterMap } from './character-map.ts';

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
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #tables: ReadonlyMap<string, { readonly offset: number; readonly length: number }>;
  readonly #metricsCount: number;
  readonly #hasLongOffsets: boolean;
  readonly #characters: CharacterMap;

  /** `directory` is where the list of tables begins. A damaged font throws RangeError or PdfError. */
  constructor(bytes: Uint8Array, postScriptName: string, directory = 0) {
    this.#bytes = bytes;
    this.postScriptName = postScriptName;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#tables = readDirectory(this.#view, directory);
    const head = this.#offsetOf('head');
    const hhea = this.#offsetOf('hhea');
    this.unitsPerEm = this.#view.getUint16(head + 18);
    const corner = (index: number): number => this.#view.getInt16(head + 36 + index * 2);
    this.boundingBox = [corner(0), corner(1), corner(2), corner(3)];
    this.#hasLongOffsets = this.#view.getInt16(head + 50) === 1;
    this.ascent = this.#view.getInt16(hhea + 4);
    this.descent = this.#view.getInt16(hhea + 6);
    this.#metricsCount = this.#view.getUint16(hhea + 34);
    this.glyphCount = this.#view.getUint16(this.#offsetOf('maxp') + 4);
    this.#characters = readCharacterMap(this.table('cmap'));
  }

  hasTable(tag: string): boolean {
    return this.#tables.has(tag);
  }

  /** The bytes of a whole table. */
  table(tag: string): Uint8Array {
    const { offset, length } = this.#entryOf(tag);
    return this.#bytes.subarray(offset, offset + length);
  }

  /** The glyph of a Unicode code point; 0 when the font has none. */
  glyphOf(codePoint: number): number {
    const glyph = this.#characters(codePoint);
    return glyph < this.glyphCount ? glyph : 0;
  }

  /** Whether the tables are there, inside the file and as large as they must be; a glyph may still be damaged. */
  get isComplete(): boolean {
    const has = (tag: string, length: number): boolean => {
      const entry = this.#tables.get(tag);
      return entry !== undefined && entry.length >= length && entry.offset + entry.length <= this.#bytes.length;
    };
    const lengths: Readonly<Record<string, number>> = {
      head: 54,
      hhea: 36,
      maxp: 32,
      cmap: 4,
      glyf: 0,
      hmtx: Math.max(1, this.#metricsCount) * 4,
      loca: (this.glyphCount + 1) * (this.#hasLongOffsets ? 4 : 2),
    };
    const isMeasured = this.unitsPerEm > 0 && this.#metricsCount > 0;
    return isMeasured && Object.entries(lengths).every(([tag, length]) => has(tag, length));
  }

  /** Font units. */
  advanceOf(glyph: number): number {
    return this.#view.getUint16(this.#offsetOf('hmtx') + Math.min(glyph, this.#metricsCount - 1) * 4);
  }

  leftBearingOf(glyph: number): number {
    const { offset, length } = this.#entryOf('hmtx');
    const isShort = glyph >= this.#metricsCount;
    const position = isShort ? this.#metricsCount * 4 + (glyph - this.#metricsCount) * 2 : glyph * 4 + 2;
    return position + 2 <= length ? this.#view.getInt16(offset + position) : 0;
  }

  /** The glyph's entry of the glyf table; empty for a glyph without lines. */
  outlineOf(glyph: number): Uint8Array {
    const start = this.#offsetOf('glyf');
    return this.#bytes.subarray(start + this.#outlineStart(glyph), start + this.#outlineStart(glyph + 1));
  }

  #outlineStart(glyph: number): number {
    const loca = this.#offsetOf('loca');
    return this.#hasLongOffsets ? this.#view.getUint32(loca + glyph * 4) : this.#view.getUint16(loca + glyph * 2) * 2;
  }

  #offsetOf(tag: string): number {
    return this.#entryOf(tag).offset;
  }

  #entryOf(tag: string): { readonly offset: number; readonly length: number } {
    const entry = this.#tables.get(tag);
    if (entry === undefined) throw new PdfError('PDF_STRUCTURE_INVALID', `the font has no table ${tag}`);
    return entry;
  }
}

function readDirectory(
  view: DataView,
  start: number,
): ReadonlyMap<string, { readonly offset: number; readonly length: number }> {
  const tables = new Map<string, { readonly offset: number; readonly length: number }>();
  const count = view.getUint16(start + 4);
  for (let index = 0; index < count; index++) {
    const record = start + 12 + index * 16;
    const tag = [0, 1, 2, 3].map((byte) => String.fromCharCode(view.getUint8(record + byte))).join('');
    tables.set(tag, { offset: view.getUint32(record + 8), length: view.getUint32(record + 12) });
  }
  return tables;
}
