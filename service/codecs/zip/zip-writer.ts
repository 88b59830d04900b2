import {
  dataView,
  DIRECTORY_HEADER,
  END,
  EXTRA_ZIP64,
  FLAG_UTF8,
  LOCAL_HEADER,
  MAX_UINT16,
  MAX_UINT32,
  METHOD_STORED,
  ZIP64_END,
  ZIP64_LOCATOR,
} from './zip-records.ts';

/** Made on Unix by APPNOTE 4.5, so that unpackers set the mode below. */
const VERSION_MADE_BY = (3 << 8) | 45;
const VERSION_STORED = 10;
const VERSION_ZIP64 = 45;
/** A regular file, readable by all and writable by its owner. */
const EXTERNAL_ATTRIBUTES = (0o100644 << 16) >>> 0;

/** An entry to be stored as it is; size and CRC-32 must be known before its data is written. */
export interface StoredEntry {
  readonly name: string;
  readonly size: number;
  readonly crc32: number;
}

/** The bytes around the data of stored entries, in the order of writing. */
export interface ZipFrame {
  /** One for each entry; its data follows at once. */
  readonly localHeaders: readonly Uint8Array[];
  /** Directory and end records, after the data of the last entry. */
  readonly directory: Uint8Array;
}

/**
 * Everything of a container but the data. Sizes stand in the local headers, never after the data: readers that go
 * through a container from its beginning cannot read stored entries otherwise. Zip64 where a size or offset needs it
 * and only there. `at` becomes the time of every entry, in UTC. Pure: the same entries give the same bytes.
 */
export function buildZipFrame(entries: readonly StoredEntry[], at: Date): ZipFrame {
  const time = dosTime(at);
  const localHeaders: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = new TextEncoder().encode(entry.name);
    const local = localHeader(entry, name, time);
    localHeaders.push(local);
    directory.push(directoryHeader(entry, name, time, offset));
    offset += local.length + entry.size;
  }
  const headers = Buffer.concat(directory);
  return { localHeaders, directory: Buffer.concat([headers, endRecords(entries.length, headers.length, offset)]) };
}

/** What stands before the data of a stored entry; `time` is that of dosTime. */
export function localHeader({ size, crc32 }: StoredEntry, name: Uint8Array, time: number): Uint8Array {
  const extra = zip64Field(size >= MAX_UINT32 ? [size, size] : []);
  const header = new Uint8Array(LOCAL_HEADER.bytes);
  const view = dataView(header);
  view.setUint32(0, LOCAL_HEADER.signature, true);
  setSharedFields(view, 4, { size, crc32, name, time, extraLength: extra.length });
  return Buffer.concat([header, name, extra]);
}

/** The record of a stored entry in the central directory. */
export function directoryHeader(
  { size, crc32 }: StoredEntry,
  name: Uint8Array,
  time: number,
  offset: number,
): Uint8Array {
  const large = size >= MAX_UINT32 ? [size, size] : [];
  const extra = zip64Field(offset >= MAX_UINT32 ? [...large, offset] : large);
  const header = new Uint8Array(DIRECTORY_HEADER.bytes);
  const view = dataView(header);
  view.setUint32(0, DIRECTORY_HEADER.signature, true);
  view.setUint16(4, VERSION_MADE_BY, true);
  setSharedFields(view, 6, { size, crc32, name, time, extraLength: extra.length });
  if (extra.length > 0) view.setUint16(6, VERSION_ZIP64, true);
  view.setUint32(38, EXTERNAL_ATTRIBUTES, true);
  view.setUint32(42, Math.min(offset, MAX_UINT32), true);
  return Buffer.concat([header, name, extra]);
}

interface SharedFields {
  readonly size: number;
  readonly crc32: number;
  readonly name: Uint8Array;
  readonly time: number;
  readonly extraLength: number;
}

/** From "version needed" to the length of the extra field both kinds of header have the same 26 bytes. */
function setSharedFields(view: DataView, start: number, { size, crc32, name, time, extraLength }: SharedFields): void {
  view.setUint16(start, extraLength > 0 ? VERSION_ZIP64 : VERSION_STORED, true);
  view.setUint16(start + 2, name.some((byte) => byte > 0x7f) ? FLAG_UTF8 : 0, true);
  view.setUint16(start + 4, METHOD_STORED, true);
  view.setUint32(start + 6, time, true);
  view.setUint32(start + 10, crc32, true);
  view.setUint32(start + 14, Math.min(size, MAX_UINT32), true);
  view.setUint32(start + 18, Math.min(size, MAX_UINT32), true);
  view.setUint16(start + 22, name.length, true);
  view.setUint16(start + 24, extraLength, true);
}

function zip64Field(values: readonly number[]): Uint8Array {
  if (values.length === 0) return new Uint8Array(0);
  const field = new Uint8Array(4 + values.length * 8);
  const view = dataView(field);
  view.setUint16(0, EXTRA_ZIP64, true);
  view.setUint16(2, values.length * 8, true);
  values.forEach((value, index) => view.setBigUint64(4 + index * 8, BigInt(value), true));
  return field;
}

/** What stands behind the directory, Zip64 records first where numbers need them. */
export function endRecords(
  count: number,
  directorySize: number,
  directoryOffset: number,
  comment: Uint8Array = new Uint8Array(0),
): Uint8Array {
  const end = new Uint8Array(END.bytes + comment.length);
  end.set(comment, END.bytes);
  const view = dataView(end);
  view.setUint32(0, END.signature, true);
  view.setUint16(8, Math.min(count, MAX_UINT16), true);
  view.setUint16(10, Math.min(count, MAX_UINT16), true);
  view.setUint32(12, Math.min(directorySize, MAX_UINT32), true);
  view.setUint32(16, Math.min(directoryOffset, MAX_UINT32), true);
  view.setUint16(20, comment.length, true);
  const isZip64 = count >= MAX_UINT16 || directorySize >= MAX_UINT32 || directoryOffset >= MAX_UINT32;
  return isZip64 ? Buffer.concat([zip64End(count, directorySize, directoryOffset), end]) : end;
}

function zip64End(count: number, directorySize: number, directoryOffset: number): Uint8Array {
  const records = new Uint8Array(ZIP64_END.bytes + ZIP64_LOCATOR.bytes);
  const view = dataView(records);
  view.setUint32(0, ZIP64_END.signature, true);
  view.setBigUint64(4, BigInt(ZIP64_END.bytes - 12), true);
  view.setUint16(12, VERSION_MADE_BY, true);
  view.setUint16(14, VERSION_ZIP64, true);
  view.setBigUint64(24, BigInt(count), true);
  view.setBigUint64(32, BigInt(count), true);
  view.setBigUint64(40, BigInt(directorySize), true);
  view.setBigUint64(48, BigInt(directoryOffset), true);
  view.setUint32(ZIP64_END.bytes, ZIP64_LOCATOR.signature, true);
  view.setBigUint64(ZIP64_END.bytes + 8, BigInt(directoryOffset + directorySize), true);
  view.setUint32(ZIP64_END.bytes + 16, 1, true);
  return records;
}

/** Time and date of MS-DOS in one number, in steps of two seconds, from 1980 to 2107. */
export function dosTime(at: Date): number {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107) - 1980;
  const date = (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}
