import type { ByteWindow } from './byte-window.ts';
import { isWhitespace, type ObjectParser } from './object-parser.ts';
import { invalidStructure, PdfError } from './pdf-error.ts';
import { isCount, isNamed, isPdfArray, PdfDictionary, PdfStream, type PdfObject } from './pdf-objects.ts';
import { expansionLimit, streamFilters } from './stream-data.ts';
import { decodeFilters } from './stream-filters.ts';
import { MAX_OBJECTS, XrefEntries } from './xref-entries.ts';

const TABLE_ENTRY_BYTES = 20;
const TABLE_CHUNK_ENTRIES = 12_800;
/** Data after the last entry is tolerated up to this much. */
const SPARE_BYTES = 64 * 1024;

/** One cross-reference section: a classic table with its trailer, or a cross-reference stream. */
export interface XrefSection {
  readonly kind: 'table' | 'stream';
  /** Where `xref` or the stream object starts. */
  readonly offset: number;
  /** The trailer dictionary, or the stream's. */
  readonly trailer: PdfDictionary;
  readonly entries: XrefEntries;
  /** The hidden part of a hybrid file (/XRefStm, clause 7.5.8.4): asked after `entries`, before /Prev. */
  readonly hybrid: XrefSection | null;
  readonly previousOffset: number | null;
  /** What `startxref` after this section says, and the position after its `%%EOF`; null when it is not there. */
  readonly ending: { readonly startxref: number; readonly end: number } | null;
}

/** Reads the section at `offset`, ISO 32000-2 clauses 7.5.4, 7.5.5 and 7.5.8. Throws PdfError. */
export function readXrefSection(window: ByteWindow, offset: number): XrefSection {
  const isTable = window.parseAt(offset, (parser) => {
    parser.skipWhitespace();
    return parser.tryKeyword('xref');
  });
  return isTable ? readTable(window, offset) : readStream(window, offset);
}

function readTable(window: ByteWindow, offset: number): XrefSection {
  const entries = new XrefEntries();
  let position = window.parseAt(offset, (parser) => {
    parser.skipWhitespace();
    parser.expectKeyword('xref');
    return parser.offset;
  });
  for (;;) {
    const header = window.parseAt(position, readSubsectionHeader);
    position = header.end;
    if (header.count === null) break;
    if (position + header.count * TABLE_ENTRY_BYTES > window.limit) {
      throw invalidStructure(`cross-reference table reaches beyond the document at byte ${position}`);
    }
    entries.startSubsection(header.first, header.count);
    position = readTableEntries(window, entries, position, header.count);
  }
  entries.finish();
  const { trailer, end } = window.parseAt(position, (parser) => {
    const object = parser.parseObject();
    if (!(object instanceof PdfDictionary)) throw invalidStructure(`trailer dictionary expected at byte ${position}`);
    return { trailer: object, end: parser.offset };
  });
  const hybridOffset = trailer.get('XRefStm');
  const hybrid = hybridOffset === null ? null : readStream(window, offsetOf(hybridOffset, 'XRefStm'));
  return {
    kind: 'table',
    offset,
    trailer,
    entries,
    hybrid,
    previousOffset: previousOf(trailer),
    ending: readEnding(window, end),
  };
}

/** `first count` and the position of the first entry, or a null count after the word `trailer`. */
function readSubsectionHeader(parser: ObjectParser): { first: number; count: number | null; end: number } {
  parser.skipSpace();
  if (parser.tryKeyword('trailer')) return { first: 0, count: null, end: parser.offset };
  const first = parser.expectInteger();
  const count = parser.expectInteger();
  parser.skipWhitespace();
  return { first, count, end: parser.offset };
}

function readTableEntries(window: ByteWindow, entries: XrefEntries, start: number, count: number): number {
  let position = start;
  for (let left = count; left > 0;) {
    const some = Math.min(left, TABLE_CHUNK_ENTRIES);
    const bytes = window.exactly(position, some * TABLE_ENTRY_BYTES);
    for (let index = 0; index < some; index++) addTableEntry(entries, bytes, index * TABLE_ENTRY_BYTES, position);
    position += bytes.length;
    left -= some;
  }
  return position;
}

/** `nnnnnnnnnn ggggg n` and two bytes of line end, exactly 20 bytes as clause 7.5.4 wants. */
function addTableEntry(entries: XrefEntries, bytes: Uint8Array, at: number, base: number): void {
  const kind = bytes[at + 17];
  const isShaped =
    bytes[at + 10] === 0x20 &&
    bytes[at + 16] === 0x20 &&
    (kind === 0x6e || kind === 0x66) &&
    isWhitespace(bytes[at + 18] ?? 0x30) &&
    isWhitespace(bytes[at + 19] ?? 0x30);
  const position = decimal(bytes, at, 10);
  const generation = decimal(bytes, at + 11, 5);
  if (!isShaped || position < 0 || generation < 0) throw invalidStructure(`cross-reference entry at byte ${base + at}`);
  entries.add(kind === 0x6e ? 1 : 0, position, generation);
}

function decimal(bytes: Uint8Array, at: number, digits: number): number {
  let value = 0;
  for (let index = at; index < at + digits; index++) {
    const digit = (bytes[index] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

function readStream(window: ByteWindow, offset: number): XrefSection {
  const stream = window.parseAt(offset, (parser) => {
    parser.parseObjectHeader();
    return parser.parseObjectBody();
  });
  if (!(stream instanceof PdfStream) || !isNamed(stream.dictionary.get('Type'), 'XRef')) {
    throw invalidStructure(`no cross-reference section at byte ${offset}`);
  }
  const { dictionary, dataOffset } = stream;
  const length = dictionary.get('Length');
  if (!isCount(length)) throw invalidStructure('cross-reference stream without a direct length');
  const raw = window.exactly(dataOffset, length);
  const plan = planStreamEntries(dictionary);
  const limit = Math.min(expansionLimit(length), plan.bytes + SPARE_BYTES);
  const data = decodeFilters(raw, streamFilters(dictionary, directOnly), limit);
  const end = window.parseAt(dataOffset + length, (parser) => {
    parser.expectKeyword('endstream');
    parser.expectKeyword('endobj');
    return parser.offset;
  });
  return {
    kind: 'stream',
    offset,
    trailer: dictionary,
    entries: readStreamEntries(plan, data),
    hybrid: null,
    previousOffset: previousOf(dictionary),
    ending: readEnding(window, end),
  };
}

/** Nothing can be looked up before the cross-reference data itself is read. */
function directOnly(object: PdfObject): PdfObject {
  return object;
}

interface StreamPlan {
  readonly widths: readonly [number, number, number];
  readonly subsections: readonly (readonly [first: number, count: number])[];
  /** What the entries need before the predictor is undone. */
  readonly bytes: number;
}

function planStreamEntries(dictionary: PdfDictionary): StreamPlan {
  const widths = fieldWidths(dictionary);
  const index = dictionary.get('Index') ?? [0, dictionary.get('Size')];
  if (!isPdfArray(index) || index.length % 2 !== 0) throw invalidStructure('malformed cross-reference stream');
  const subsections: (readonly [number, number])[] = [];
  let total = 0;
  for (let pair = 0; pair < index.length; pair += 2) {
    const first = index[pair] ?? null;
    const count = index[pair + 1] ?? null;
    if (!isCount(first) || !isCount(count)) throw invalidStructure('malformed cross-reference stream');
    subsections.push([first, count]);
    total += count;
  }
  if (total > MAX_OBJECTS) throw new PdfError('PDF_LIMIT_EXCEEDED', 'too many objects');
  return { widths, subsections, bytes: total * (widths[0] + widths[1] + widths[2] + 1) };
}

function readStreamEntries({ widths, subsections }: StreamPlan, data: Uint8Array): XrefEntries {
  const width = widths[0] + widths[1] + widths[2];
  const entries = new XrefEntries();
  let at = 0;
  for (const [first, count] of subsections) {
    if (at + count * width > data.length) throw invalidStructure('malformed cross-reference stream');
    entries.startSubsection(first, count);
    addStreamEntries(entries, data, at, count, widths);
    at += count * width;
  }
  entries.finish();
  return entries;
}

function addStreamEntries(
  entries: XrefEntries,
  data: Uint8Array,
  start: number,
  count: number,
  [kindWidth, positionWidth, detailWidth]: readonly [number, number, number],
): void {
  let at = start;
  for (let left = count; left > 0; left--) {
    const kind = kindWidth === 0 ? 1 : bigEndian(data, at, kindWidth);
    at += kindWidth;
    const position = bigEndian(data, at, positionWidth);
    at += positionWidth;
    entries.add(kind, position, bigEndian(data, at, detailWidth));
    at += detailWidth;
  }
}

function fieldWidths(dictionary: PdfDictionary): readonly [number, number, number] {
  const widths = dictionary.get('W');
  if (isPdfArray(widths) && widths.length === 3) {
    const [kind = null, position = null, detail = null] = widths;
    if (
      isCount(kind) &&
      isCount(position) &&
      isCount(detail) &&
      position > 0 &&
      Math.max(kind, position, detail) <= 8
    ) {
      return [kind, position, detail];
    }
  }
  throw invalidStructure('malformed cross-reference stream');
}

function bigEndian(data: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let index = at; index < at + width; index++) value = value * 256 + (data[index] ?? 0);
  return value;
}

function previousOf(trailer: PdfDictionary): number | null {
  const previous = trailer.get('Prev');
  return previous === null ? null : offsetOf(previous, 'Prev');
}

function offsetOf(object: PdfObject, key: string): number {
  if (!isCount(object)) throw invalidStructure(`${key} is not an offset`);
  return object;
}

/** `startxref`, a number and `%%EOF` right after a section, clause 7.5.5; absent after the sections of some updates. */
function readEnding(window: ByteWindow, offset: number): XrefSection['ending'] {
  if (offset >= window.limit) return null;
  try {
    return window.parseAt(offset, (parser) => {
      parser.expectKeyword('startxref');
      const startxref = parser.expectInteger();
      return { startxref, end: expectEndMarker(parser) };
    });
  } catch (error) {
    if (error instanceof PdfError && error.code === 'PDF_STRUCTURE_INVALID') return null;
    throw error;
  }
}

/** Consumes `%%EOF`; gives the position after it. */
export function expectEndMarker(parser: ObjectParser): number {
  parser.skipWhitespace();
  if (!parser.tryBytes('%%EOF')) throw invalidStructure(`'%%EOF' expected at byte ${parser.offset}`);
  return parser.offset;
}
