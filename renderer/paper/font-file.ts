/** What a text needs of a TrueType font (ISO/IEC 14496-22): glyphs, widths, and a copy without what is not used. */
export class FontFile {
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly box: readonly number[];
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  readonly #tables = new Map<string, { readonly offset: number; readonly length: number }>();

  /** The font is one of the product's own: its tables are not doubted. */
  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
    for (let record = 12; record < 12 + this.#view.getUint16(4) * 16; record += 16) {
      const tag = String.fromCharCode(...bytes.subarray(record, record + 4));
      const [offset, length] = [this.#view.getUint32(record + 8), this.#view.getUint32(record + 12)];
      this.#tables.set(tag, { offset, length });
    }
    const [head, hhea] = [this.#at('head'), this.#at('hhea')];
    this.unitsPerEm = this.#view.getUint16(head + 18);
    this.box = [36, 38, 40, 42].map((place) => this.#view.getInt16(head + place));
    [this.ascent, this.descent] = [this.#view.getInt16(hhea + 4), this.#view.getInt16(hhea + 6)];
  }

  /** The glyph of a character; 0, which is drawn as a box, where the font has none. Format 12 of the character map. */
  glyphOf(codePoint: number): number {
    const map = this.#at('cmap');
    const records = Array.from({ length: this.#view.getUint16(map + 2) }, (_, index) => map + 4 + index * 8);
    const full = records.find((record) => this.#view.getUint32(record) === 0x0003_000a);
    if (full === undefined) return 0;
    const groups = map + this.#view.getUint32(full + 4);
    for (let index = 0; index < this.#view.getUint32(groups + 12); index += 1) {
      const group = groups + 16 + index * 12;
      const first = this.#view.getUint32(group);
      const isIn = codePoint >= first && codePoint <= this.#view.getUint32(group + 4);
      if (isIn) return this.#view.getUint32(group + 8) + codePoint - first;
    }
    return 0;
  }

  /** Thousandths of the size of the text. */
  widthOf(glyph: number): number {
    const last = this.#view.getUint16(this.#at('hhea') + 34) - 1;
    return (this.#view.getUint16(this.#at('hmtx') + Math.min(glyph, last) * 4) * 1000) / this.unitsPerEm;
  }

  /** The font with the outlines of these glyphs alone; the numbers of glyphs stay as they are. */
  keeping(glyphs: Iterable<number>): Uint8Array<ArrayBuffer> {
    const copy = this.#bytes.slice();
    const kept = new Set(glyphs);
    const glyf = this.#at('glyf');
    // Parts of composed letters join while the set is walked.
    for (const glyph of kept) for (const part of this.#partsOf(glyph)) kept.add(part);
    for (let glyph = 0; glyph < this.#view.getUint16(this.#at('maxp') + 4); glyph += 1) {
      if (!kept.has(glyph)) copy.fill(0, glyf + this.#outlineAt(glyph), glyf + this.#outlineAt(glyph + 1));
    }
    for (const tag of ['GPOS', 'GSUB', 'GDEF', 'kern', 'name', 'post', 'cmap', 'fpgm', 'prep']) {
      const { offset, length } = this.#tables.get(tag) ?? { offset: 0, length: 0 };
      if (!['cmap', 'name', 'post'].includes(tag)) copy.fill(0, offset, offset + length);
    }
    return copy;
  }

  #partsOf(glyph: number): number[] {
    const [start, end] = [this.#outlineAt(glyph), this.#outlineAt(glyph + 1)];
    let place = this.#at('glyf') + start;
    if (start === end || this.#view.getInt16(place) >= 0) return [];
    const parts: number[] = [];
    place += 10;
    for (let isMore = true; isMore;) {
      const flags = this.#view.getUint16(place);
      parts.push(this.#view.getUint16(place + 2));
      const scale = (flags & 0x08) !== 0 ? 2 : (flags & 0x40) !== 0 ? 4 : (flags & 0x80) !== 0 ? 8 : 0;
      place += 4 + ((flags & 0x01) !== 0 ? 4 : 2) + scale;
      isMore = (flags & 0x20) !== 0;
    }
    return parts;
  }

  #outlineAt(glyph: number): number {
    const loca = this.#at('loca');
    const isLong = this.#view.getInt16(this.#at('head') + 50) === 1;
    return isLong ? this.#view.getUint32(loca + glyph * 4) : this.#view.getUint16(loca + glyph * 2) * 2;
  }

  #at(tag: string): number {
    const table = this.#tables.get(tag);
    if (table === undefined) throw new Error(`The font has no table ${tag}`);
    return table.offset;
  }
}
