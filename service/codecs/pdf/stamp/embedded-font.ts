import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { IncrementalUpdate } from '../incremental-update.ts';
import { dictionaryOf, PdfName, PdfString, type PdfObject, type PdfReference } from '../pdf-objects.ts';
import type { TrueTypeFont } from './true-type-font.ts';
import { subsetFont } from './true-type-subset.ts';

const SYMBOLIC = 4;
const OUTLINE_HEAD_BYTES = 10;
const MAX_MAPPINGS_IN_BLOCK = 100;

/**
 * The part of a font that one stamp draws with, as a composite font with two-byte codes (ISO 32000-2 clause 9.7). A
 * code stands for a glyph together with its text, so that copied text is right even where two characters look alike.
 */
export class EmbeddedFont {
  readonly #font: TrueTypeFont;
  readonly #isBold: boolean;
  readonly #codes = new Map<string, number>();
  readonly #glyphs = [0];
  readonly #texts = [''];

  constructor(font: TrueTypeFont, isBold: boolean) {
    this.#font = font;
    this.#isBold = isBold;
  }

  get isUsed(): boolean {
    return this.#glyphs.length > 1;
  }

  /** The code of `glyph` where it stands for `text`. */
  codeOf(glyph: number, text: string): number {
    const key = `${glyph} ${text}`;
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    const code = this.#glyphs.push(glyph) - 1;
    this.#texts.push(text);
    this.#codes.set(key, code);
    return code;
  }

  /** Adds the font with everything drawn so far. */
  addTo(update: IncrementalUpdate): PdfReference {
    const font = this.#font;
    const { program, glyphCount } = subsetFont(font, this.#glyphs);
    const name = new PdfName(`${subsetTag(program)}+${font.postScriptName}`);
    const files = {
      FontFile2: addCompressed(update, program, { Length1: program.length }),
      CIDSet: addCompressed(update, codeSet(glyphCount), {}),
    };
    const descendant = update.add(
      dictionaryOf({
        Type: new PdfName('Font'),
        Subtype: new PdfName('CIDFontType2'),
        BaseFont: name,
        CIDSystemInfo: dictionaryOf({ Registry: text('Adobe'), Ordering: text('Identity'), Supplement: 0 }),
        FontDescriptor: this.#addDescriptor(update, name, files),
        W: [0, this.#glyphs.map((glyph) => this.#thousandths(font.advanceOf(glyph)))],
        CIDToGIDMap: new PdfName('Identity'),
      }),
    );
    return update.add(
      dictionaryOf({
        Type: new PdfName('Font'),
        Subtype: new PdfName('Type0'),
        BaseFont: name,
        Encoding: new PdfName('Identity-H'),
        DescendantFonts: [descendant],
        ToUnicode: addCompressed(update, Buffer.from(this.#unicodeMap(), 'latin1'), {}),
      }),
    );
  }

  #addDescriptor(
    update: IncrementalUpdate,
    name: PdfName,
    files: { readonly FontFile2: PdfReference; readonly CIDSet: PdfReference },
  ): PdfReference {
    const font = this.#font;
    return update.add(
      dictionaryOf({
        Type: new PdfName('FontDescriptor'),
        FontName: name,
        Flags: SYMBOLIC,
        FontBBox: font.boundingBox.map((corner) => this.#thousandths(corner)),
        ItalicAngle: 0,
        Ascent: this.#thousandths(font.ascent),
        Descent: this.#thousandths(font.descent),
        CapHeight: this.#thousandths(capHeightOf(font)),
        StemV: this.#isBold ? 150 : 80,
        ...files,
      }),
    );
  }

  #thousandths(units: number): number {
    return Math.round((units * 1000) / this.#font.unitsPerEm);
  }

  /** Clause 9.10.3. */
  #unicodeMap(): string {
    const lines = [
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
      '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def',
      '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
      '1 begincodespacerange <0000> <FFFF> endcodespacerange',
    ];
    for (let start = 1; start < this.#texts.length; start += MAX_MAPPINGS_IN_BLOCK) {
      const block = this.#texts.slice(start, start + MAX_MAPPINGS_IN_BLOCK);
      lines.push(`${block.length} beginbfchar`);
      block.forEach((item, index) => lines.push(`<${hex(start + index)}> <${utf16(item)}>`));
      lines.push('endbfchar');
    }
    return [...lines, 'endcmap CMapName currentdict /CMap defineresource pop end end'].join('\n');
  }
}

/** The top of an H; fonts of other scripts may have none, or one that is damaged. */
function capHeightOf(font: TrueTypeFont): number {
  const capital = font.outlineOf(font.glyphOf(0x48));
  if (capital.length < OUTLINE_HEAD_BYTES) return font.ascent;
  return new DataView(capital.buffer, capital.byteOffset, capital.byteLength).getInt16(8);
}

/** A bit for each code that the font has, from the highest bit of the first byte; PDF/A-1 asks for it (clause 6.3.5). */
function codeSet(count: number): Uint8Array {
  const bits = new Uint8Array(Math.ceil(count / 8)).fill(0xff);
  if (count % 8 !== 0) bits[bits.length - 1] = (0xff00 >> (count % 8)) & 0xff;
  return bits;
}

/** Adds a stream compressed. */
export function addCompressed(
  update: IncrementalUpdate,
  data: Uint8Array,
  entries: Readonly<Record<string, PdfObject>>,
): PdfReference {
  return update.addStream(dictionaryOf({ ...entries, Filter: new PdfName('FlateDecode') }), deflateSync(data));
}

/** Clause 9.9.2: six capital letters that differ for different subsets. */
function subsetTag(program: Uint8Array): string {
  const digest = createHash('sha256').update(program).digest();
  return Array.from(digest.subarray(0, 6), (byte) => String.fromCharCode(0x41 + (byte % 26))).join('');
}

function text(value: string): PdfString {
  return new PdfString(Buffer.from(value, 'latin1'));
}

export function hex(code: number): string {
  return code.toString(16).padStart(4, '0');
}

function utf16(value: string): string {
  return Buffer.from(value, 'utf16le').swap16().toString('hex');
}
