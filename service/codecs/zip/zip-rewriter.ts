import { crc32 } from 'node:zlib';
import { chunkBuffer, sourceChunks, type ByteSource } from '../byte-source.ts';
import { readEndRecord } from './end-record.ts';
import { requireDistinctNames } from './entry-names.ts';
import type { ZipEntry } from './local-headers.ts';
import { ZIP_LIMITS, openZip } from './zip-archive.ts';
import { ZipError } from './zip-error.ts';
import { dataView, DIRECTORY_HEADER, EXTRA_ZIP64, MAX_UINT32 } from './zip-records.ts';
import { directoryHeader, dosTime, endRecords, localHeader } from './zip-writer.ts';

/** What is to be different in a container; everything else stays. */
export interface ZipChanges {
  /** New content for entries that are there, by name; stored, in the place of the old one. */
  readonly replaced?: ReadonlyMap<string, Uint8Array>;
  /** Entries behind the last one, stored. */
  readonly added?: ReadonlyMap<string, Uint8Array>;
  readonly at: Date;
}

type Part = Uint8Array | Iterable<Uint8Array>;

/**
 * A container with some entries replaced and others added, as the parts to be written one after the other. Every other
 * entry keeps its bytes, header, compressed or stored data and directory record, and all keep their order: nothing is
 * unpacked and packed again. Throws ZipError for a container that openZip refuses, one that would have too many entries
 * or two of a name, and, while the parts are read, for one that becomes shorter.
 */
export function rewriteZip(source: ByteSource, { replaced = new Map(), added = new Map(), at }: ZipChanges): Part[] {
  const { entries, comment } = openZip(source);
  requireRoom(entries, added);
  const { directoryOffset, directorySize } = readEndRecord(source);
  const records = recordsByOffset(source.read(directoryOffset, directorySize));
  const time = dosTime(at);
  const buffer = chunkBuffer(source, directoryOffset);
  const parts: Part[] = [];
  const moved = new Map<number, Uint8Array>();
  let offset = 0;
  const append = (name: string, data: Uint8Array): Uint8Array => {
    const entry = { name, size: data.length, crc32: crc32(data) };
    const nameBytes = new TextEncoder().encode(name);
    const header = localHeader(entry, nameBytes, time);
    const record = directoryHeader(entry, nameBytes, time, offset);
    parts.push(header, data);
    offset += header.length + data.length;
    return record;
  };
  for (const [index, { name, headerOffset }] of entries.entries()) {
    const end = entries[index + 1]?.headerOffset ?? directoryOffset;
    const data = replaced.get(name);
    if (data !== undefined) {
      moved.set(headerOffset, append(name, data));
      continue;
    }
    moved.set(headerOffset, movedRecord(records.get(headerOffset) ?? new Uint8Array(0), offset));
    parts.push(sourceChunks(source, headerOffset, end, becameShorter, buffer));
    offset += end - headerOffset;
  }
  const appended = [...added].map(([name, data]) => append(name, data));
  // In the directory's own order, which may be another than that of the data.
  const directory = Buffer.concat([...[...records.keys()].flatMap((key) => moved.get(key) ?? []), ...appended]);
  return [...parts, directory, endRecords(entries.length + added.size, directory.length, offset, comment)];
}

function requireRoom(entries: readonly ZipEntry[], added: ReadonlyMap<string, unknown>): void {
  if (entries.length + added.size > ZIP_LIMITS.maxEntries) {
    throw new ZipError('ZIP_TOO_MANY_ENTRIES', 'There would be too many entries.');
  }
  requireDistinctNames([...entries.map(({ name }) => name), ...added.keys()]);
}

/** The directory's records as they stand, by the offset of what they are of. The directory was read before. */
function recordsByOffset(directory: Uint8Array): Map<number, Uint8Array> {
  const records = new Map<number, Uint8Array>();
  for (let start = 0; start < directory.length;) {
    const view = dataView(directory.subarray(start));
    const length =
      DIRECTORY_HEADER.bytes + view.getUint16(28, true) + view.getUint16(30, true) + view.getUint16(32, true);
    const record = new Uint8Array(directory.subarray(start, start + length));
    const place = offsetPlace(record);
    const recordView = dataView(record);
    const offset = place.isLong
      ? Number(recordView.getBigUint64(place.at, true))
      : recordView.getUint32(place.at, true);
    records.set(offset, record);
    start += length;
  }
  return records;
}

/** Where a directory record says at which offset its entry lies: in the header or, if that is full, in Zip64 (APPNOTE 4.5.3). */
function offsetPlace(record: Uint8Array): { at: number; isLong: boolean } {
  const view = dataView(record);
  if (view.getUint32(42, true) !== MAX_UINT32) return { at: 42, isLong: false };
  const sizes = [view.getUint32(24, true), view.getUint32(20, true)].filter((value) => value === MAX_UINT32).length;
  let at = DIRECTORY_HEADER.bytes + view.getUint16(28, true);
  while (view.getUint16(at, true) !== EXTRA_ZIP64) at += 4 + view.getUint16(at + 2, true);
  return { at: at + 4 + sizes * 8, isLong: true };
}

/** The same record for an entry that lies elsewhere now. */
function movedRecord(record: Uint8Array, offset: number): Uint8Array {
  const { at, isLong } = offsetPlace(record);
  const view = dataView(record);
  if (isLong) view.setBigUint64(at, BigInt(offset), true);
  else if (offset < MAX_UINT32) view.setUint32(at, offset, true);
  else throw new ZipError('ZIP_TOTAL_EXCEEDED', 'An entry would move beyond what its record in the directory can say.');
  return record;
}

function becameShorter(): ZipError {
  return new ZipError('ZIP_DATA_INVALID', 'The container became shorter while it was read.');
}
