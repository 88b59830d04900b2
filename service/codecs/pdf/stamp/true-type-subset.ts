import type { TrueTypeFont } from './true-type-font.ts';

const HEAD_ADJUSTMENT = 8;
const HEAD_OFFSET_FORMAT = 50;
const HHEA_METRICS_COUNT = 34;
const MAXP_GLYPH_COUNT = 4;
/** First of the fields that describe the instructions, which are left out. */
const MAXP_INSTRUCTIONS = 14;
const MAGIC = 0xb1b0afba;
/** Far more than the most intricate character needs. */
const MAX_OUTLINE_BYTES = 64 * 1024;

/** Flags of a component of a composite glyph. */
const WORD_ARGUMENTS = 0x0001;
const HAS_SCALE = 0x0008;
const MORE_COMPONENTS = 0x0020;
const HAS_TWO_SCALES = 0x0040;
const HAS_MATRIX = 0x0080;
const HAS_INSTRUCTIONS = 0x0100;

export interface FontSubset {
  readonly program: Uint8Array;
  /** Together with the parts of composite glyphs. */
  readonly glyphCount: number;
}

/**
 * A font program with just `glyphs`, in their order (a glyph may occur more than once), and the parts they are composed
 * of after them. It has the tables that ISO 32000-2 table 124 asks for a CIDFontType2, and no instructions for
 * rasterizers, which would be most of its size.
 */
export function subsetFont(font: TrueTypeFont, glyphs: readonly number[]): FontSubset {
  const kept = [...glyphs];
  const places = new Map<number, number>();
  glyphs.forEach((glyph, index) => {
    if (!places.has(glyph)) places.set(glyph, index);
  });
  const placeOf = (glyph: number): number => {
    const known = places.get(glyph);
    if (known !== undefined) return known;
    places.set(glyph, kept.length);
    return kept.push(glyph) - 1;
  };
  const outlines: Uint8Array[] = [];
  // Grows while it is walked: parts of composite glyphs join at its end.
  for (const glyph of kept) outlines.push(readableOutline(font, glyph, placeOf));
  const program = writeFont({
    glyf: Buffer.concat(outlines),
    head: headTable(font),
    hhea: withNumber(font.table('hhea'), HHEA_METRICS_COUNT, kept.length),
    hmtx: metricsTable(font, kept),
    loca: locationTable(outlines),
    maxp: maximaTable(font, kept.length),
  });
  return { program, glyphCount: kept.length };
}

/** Nothing for a glyph that is damaged: fonts found on the machine may be. */
function readableOutline(font: TrueTypeFont, glyph: number, placeOf: (glyph: number) => number): Uint8Array {
  try {
    const outline = font.outlineOf(glyph);
    return outline.length > MAX_OUTLINE_BYTES ? new Uint8Array(0) : cleanOutline(outline, placeOf);
  } catch (error) {
    if (error instanceof RangeError) return new Uint8Array(0);
    throw error;
  }
}

function cleanOutline(outline: Uint8Array, placeOf: (glyph: number) => number): Uint8Array {
  if (outline.length === 0) return outline;
  const view = new DataView(outline.buffer, outline.byteOffset, outline.byteLength);
  const contours = view.getInt16(0);
  const cleaned = contours < 0 ? cleanComposite(outline, placeOf) : cleanSimple(outline, 10 + contours * 2);
  const padding = (4 - (cleaned.length % 4)) % 4;
  return padding === 0 ? cleaned : Buffer.concat([cleaned, Buffer.alloc(padding)]);
}

function cleanSimple(outline: Uint8Array, lengthAt: number): Uint8Array {
  const view = new DataView(outline.buffer, outline.byteOffset, outline.byteLength);
  const instructions = view.getUint16(lengthAt);
  return Buffer.concat([outline.subarray(0, lengthAt), Buffer.alloc(2), outline.subarray(lengthAt + 2 + instructions)]);
}

function cleanComposite(outline: Uint8Array, placeOf: (glyph: number) => number): Uint8Array {
  const copy = Uint8Array.from(outline);
  const view = new DataView(copy.buffer);
  let position = 10;
  let flags: number;
  do {
    flags = view.getUint16(position);
    view.setUint16(position, flags & ~HAS_INSTRUCTIONS);
    view.setUint16(position + 2, placeOf(view.getUint16(position + 2)));
    position += 4 + ((flags & WORD_ARGUMENTS) !== 0 ? 4 : 2) + transformBytes(flags);
  } while ((flags & MORE_COMPONENTS) !== 0);
  return copy.subarray(0, position);
}

function transformBytes(flags: number): number {
  if ((flags & HAS_SCALE) !== 0) return 2;
  if ((flags & HAS_TWO_SCALES) !== 0) return 4;
  return (flags & HAS_MATRIX) !== 0 ? 8 : 0;
}

function headTable(font: TrueTypeFont): Uint8Array {
  const head = withNumber(font.table('head'), HEAD_OFFSET_FORMAT, 1);
  new DataView(head.buffer).setUint32(HEAD_ADJUSTMENT, 0);
  return head;
}

function maximaTable(font: TrueTypeFont, count: number): Uint8Array {
  const maxp = withNumber(font.table('maxp'), MAXP_GLYPH_COUNT, count);
  // maxZones stays 1 or 2, everything about storage, functions and stack becomes none.
  maxp.fill(0, MAXP_INSTRUCTIONS + 2, MAXP_INSTRUCTIONS + 14);
  return maxp;
}

function withNumber(table: Uint8Array, position: number, value: number): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(table);
  new DataView(copy.buffer).setUint16(position, value);
  return copy;
}

function metricsTable(font: TrueTypeFont, glyphs: readonly number[]): Uint8Array {
  const table = Buffer.alloc(glyphs.length * 4);
  glyphs.forEach((glyph, index) => {
    table.writeUInt16BE(font.advanceOf(glyph), index * 4);
    table.writeInt16BE(font.leftBearingOf(glyph), index * 4 + 2);
  });
  return table;
}

function locationTable(outlines: readonly Uint8Array[]): Uint8Array {
  const table = Buffer.alloc((outlines.length + 1) * 4);
  let offset = 0;
  outlines.forEach((outline, index) => {
    offset += outline.length;
    table.writeUInt32BE(offset, (index + 1) * 4);
  });
  return table;
}

/** The table directory and the tables, each on a multiple of four bytes (ISO/IEC 14496-22 clause 4.5). */
function writeFont(tables: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const entries = Object.entries(tables);
  const log = Math.floor(Math.log2(entries.length));
  const directory = Buffer.alloc(12 + entries.length * 16);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(entries.length, 4);
  directory.writeUInt16BE(16 * 2 ** log, 6);
  directory.writeUInt16BE(log, 8);
  directory.writeUInt16BE(entries.length * 16 - 16 * 2 ** log, 10);
  const chunks: Uint8Array[] = [directory];
  let offset = directory.length;
  let headAt = 0;
  entries.forEach(([tag, table], index) => {
    const record = 12 + index * 16;
    directory.write(tag, record, 'latin1');
    directory.writeUInt32BE(checksum(table), record + 4);
    directory.writeUInt32BE(offset, record + 8);
    directory.writeUInt32BE(table.length, record + 12);
    if (tag === 'head') headAt = offset;
    const padding = (4 - (table.length % 4)) % 4;
    chunks.push(table, Buffer.alloc(padding));
    offset += table.length + padding;
  });
  const font = Buffer.concat(chunks);
  font.writeUInt32BE((MAGIC - checksum(font)) >>> 0, headAt + HEAD_ADJUSTMENT);
  return font;
}

function checksum(table: Uint8Array): number {
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  let sum = 0;
  const whole = table.length - (table.length % 4);
  for (let position = 0; position < whole; position += 4) sum = (sum + view.getUint32(position)) >>> 0;
  for (let position = whole; position < table.length; position++) {
    sum = (sum + (table[position] ?? 0) * 2 ** (24 - (position - whole) * 8)) >>> 0;
  }
  return sum;
}
