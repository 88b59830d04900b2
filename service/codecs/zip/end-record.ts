import type { ByteSource } from '../byte-source.ts';
import { readUint64 } from './extra-fields.ts';
import { ZipError } from './zip-error.ts';
import { dataView, END, MAX_UINT16, MAX_UINT32, ZIP64_END, ZIP64_LOCATOR } from './zip-records.ts';

/** Where the central directory lies and what the container says of itself. */
export interface EndRecord {
  readonly directoryOffset: number;
  readonly directorySize: number;
  readonly entryCount: number;
  readonly comment: Uint8Array;
}

/**
 * The end of central directory record and, when there is one, its Zip64 twin (APPNOTE 4.3.14 to 4.3.16). The record
 * must be the last thing in the file and its directory must end where it begins. Throws ZipError.
 */
export function readEndRecord(source: ByteSource): EndRecord {
  const tailStart = Math.max(0, source.size - END.bytes - MAX_UINT16);
  const tail = source.read(tailStart, source.size - tailStart);
  const position = findEnd(tail);
  const end = tail.subarray(position);
  const record = readEnd(end);
  const endOffset = tailStart + position;
  const zip64 = readZip64(source, endOffset);
  const merged = zip64 === null ? withoutZip64(record) : mergeZip64(record, zip64);
  const directoryEnd = zip64 === null ? endOffset : endOffset - ZIP64_LOCATOR.bytes - ZIP64_END.bytes;
  if (merged.directoryOffset + merged.directorySize !== directoryEnd) {
    throw new ZipError('ZIP_BYTES_UNACCOUNTED', 'The central directory does not end where the end record begins.');
  }
  return { ...merged, comment: end.subarray(END.bytes) };
}

/**
 * The last end signature counts, and its comment must reach exactly to the end of the file: a signature inside the
 * comment would give readers that search differently another container.
 */
function findEnd(tail: Uint8Array): number {
  const view = dataView(tail);
  const plain = tail.length - END.bytes;
  const isEnd = (position: number): boolean =>
    view.getUint32(position, true) === END.signature &&
    position + END.bytes + view.getUint16(position + 20, true) === tail.length;
  // The fields themselves may happen to hold the signature's bytes; a record without a comment is found first.
  if (plain >= 0 && isEnd(plain)) return plain;
  for (let position = tail.length - 4; position >= 0; position--) {
    if (tail[position] !== 0x50 || view.getUint32(position, true) !== END.signature) continue;
    if (position <= plain && isEnd(position)) return position;
    break;
  }
  throw new ZipError('ZIP_END_INVALID', 'There is no end of central directory record that reaches to the end.');
}

interface EndFields {
  readonly directoryOffset: number;
  readonly directorySize: number;
  readonly entryCount: number;
}

function readEnd(end: Uint8Array): EndFields {
  const view = dataView(end);
  const entryCount = view.getUint16(10, true);
  requireOneDisk(view.getUint16(4, true), view.getUint16(6, true), view.getUint16(8, true) === entryCount);
  return { entryCount, directorySize: view.getUint32(12, true), directoryOffset: view.getUint32(16, true) };
}

/** The Zip64 end record, which must stand right before its locator, and that right before the end record. */
function readZip64(source: ByteSource, endOffset: number): EndFields | null {
  const locatorOffset = endOffset - ZIP64_LOCATOR.bytes;
  if (locatorOffset < 0) return null;
  const locator = dataView(source.read(locatorOffset, ZIP64_LOCATOR.bytes));
  if (locator.getUint32(0, true) !== ZIP64_LOCATOR.signature) return null;
  if (locator.getUint32(4, true) !== 0 || locator.getUint32(16, true) !== 1) throw multiDisk();
  const offset = locatorOffset - ZIP64_END.bytes;
  if (offset < 0 || readUint64(locator, 8) !== offset) throw zip64Invalid('the locator points elsewhere');
  const view = dataView(source.read(offset, ZIP64_END.bytes));
  const isRecord = view.getUint32(0, true) === ZIP64_END.signature && readUint64(view, 4) === ZIP64_END.bytes - 12;
  if (!isRecord) throw zip64Invalid('the Zip64 end record is not what the locator says');
  const entryCount = readUint64(view, 32);
  requireOneDisk(view.getUint32(16, true), view.getUint32(20, true), readUint64(view, 24) === entryCount);
  return { entryCount, directorySize: readUint64(view, 40), directoryOffset: readUint64(view, 48) };
}

function withoutZip64(record: EndFields): EndFields {
  if (record.directoryOffset === MAX_UINT32 || record.directorySize === MAX_UINT32) {
    throw zip64Invalid('the end record points to a Zip64 record that is not there');
  }
  return record;
}

/** Each plain value is either the pointer to Zip64 or the same value. */
function mergeZip64(record: EndFields, zip64: EndFields): EndFields {
  const isSame =
    (record.entryCount === MAX_UINT16 || record.entryCount === zip64.entryCount) &&
    (record.directorySize === MAX_UINT32 || record.directorySize === zip64.directorySize) &&
    (record.directoryOffset === MAX_UINT32 || record.directoryOffset === zip64.directoryOffset);
  if (!isSame) throw zip64Invalid('the end record and the Zip64 end record differ');
  return zip64;
}

function requireOneDisk(thisDisk: number, directoryDisk: number, areAllEntriesHere: boolean): void {
  if (thisDisk !== 0 || directoryDisk !== 0 || !areAllEntriesHere) throw multiDisk();
}

function multiDisk(): ZipError {
  return new ZipError('ZIP_MULTI_DISK', 'The container is one part of several.');
}

function zip64Invalid(what: string): ZipError {
  return new ZipError('ZIP_ZIP64_INVALID', `The container's Zip64 data is wrong: ${what}.`);
}
