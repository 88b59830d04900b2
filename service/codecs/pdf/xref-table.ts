import type { ByteWindow } from './byte-window.ts';
import type { ObjectParser } from './object-parser.ts';
import { isWhitespace } from './token-reader.ts';
import { invalidStructure } from './pdf-error.ts';
import { PdfDictionary } from './pdf-objects.ts';
import { ENTRY_WORK_BYTES, XrefEntries } from './xref-entries.ts';

const ENTRY_BYTES = 20;
const SHORT_ENTRY_BYTES = 19;
const TABLE_CHUNK_ENTRIES = 12_800;

/** A classic cross-reference table with its trailer (ISO 32000-2 clauses 7.5.4 and 7.5.5) as it stands in the file. */
export interface XrefTable {
  readonly trailer: PdfDictionary;
  readonly entries: XrefEntries;
  /** Some entries have 19 bytes, which readers that expect 20 repair. */
  readonly hasShortEntries: boolean;
  /** After the trailer dictionary. */
  readonly end: number;
}

/** Reads the table whose word `xref` stands at `offset`. Throws PdfError. */
export function readXrefTable(window: ByteWindow, offset: number): XrefTable {
  const entries = new XrefEntries();
  let hasShortEntries = false;
  let position = window.parseAt(offset, (parser) => {
    parser.expectKeyword('xref');
    return parser.offset;
  });
  for (;;) {
    const header = window.parseAt(position, readSubsectionHeader);
    position = header.end;
    if (header.count === null) break;
    const width = header.count === 0 ? ENTRY_BYTES : entryWidth(window, position);
    if (position + header.count * width > window.limit) {
      throw invalidStructure(`cross-reference table reaches beyond the document at byte ${position}`);
    }
    window.onWork((header.count + 1) * ENTRY_WORK_BYTES);
    entries.startSubsection(header.first, header.count);
    position = readTableEntries(window, entries, position, header.count, width);
    if (width === SHORT_ENTRY_BYTES) hasShortEntries = true;
  }
  entries.finish();
  const { trailer, end, read, weight } = window.parseAt(position, (parser) => {
    const object = parser.parseObject();
    if (!(object instanceof PdfDictionary)) throw invalidStructure(`trailer dictionary expected at byte ${position}`);
    return { trailer: object, end: parser.offset, read: parser.position, weight: parser.weight };
  });
  window.onWork(read + weight);
  window.hold(weight);
  return { trailer, entries, hasShortEntries, end };
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

function readTableEntries(
  window: ByteWindow,
  entries: XrefEntries,
  start: number,
  count: number,
  entryBytes: number,
): number {
  let position = start;
  for (let left = count; left > 0;) {
    const some = Math.min(left, TABLE_CHUNK_ENTRIES);
    const bytes = window.exactly(position, some * entryBytes);
    for (let index = 0; index < some; index++) addTableEntry(entries, bytes, index * entryBytes, position, entryBytes);
    position += bytes.length;
    left -= some;
  }
  return position;
}

/** 20 as clause 7.5.4 wants, or 19 where the writer ended its lines with one byte. */
function entryWidth(window: ByteWindow, start: number): number {
  const [end, next] = window.from(start, ENTRY_BYTES).subarray(SHORT_ENTRY_BYTES - 1, ENTRY_BYTES);
  const isLineEnd = end === 0x0a || end === 0x0d;
  return isLineEnd && next !== undefined && !isWhitespace(next) ? SHORT_ENTRY_BYTES : ENTRY_BYTES;
}

/** `nnnnnnnnnn ggggg n` and the line end of one or two bytes. */
function addTableEntry(entries: XrefEntries, bytes: Uint8Array, at: number, base: number, entryBytes: number): void {
  const kind = bytes[at + 17];
  const isShaped =
    bytes[at + 10] === 0x20 &&
    bytes[at + 16] === 0x20 &&
    (kind === 0x6e || kind === 0x66) &&
    isWhitespace(bytes[at + 18] ?? 0x30) &&
    isWhitespace(bytes[at + entryBytes - 1] ?? 0x30);
  const position = decimal(bytes, at, 10);
  const generation = decimal(bytes, at + 11, 5);
  if (!isShaped || position < 0 || generation < 0)
    throw invalidStructure(`malformed cross-reference entry at byte ${base + at}`);
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
