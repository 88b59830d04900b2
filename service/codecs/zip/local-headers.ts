import type { ByteSource } from '../byte-source.ts';
import type { DirectoryEntry } from './central-directory.ts';
import { readExtraFields, readUint64, readZip64Values, requireSameFile } from './extra-fields.ts';
import { ZipError } from './zip-error.ts';
import {
  DATA_DESCRIPTOR,
  dataView,
  EXTRA_ZIP64,
  FLAG_DATA_DESCRIPTOR,
  LOCAL_HEADER,
  MAX_UINT32,
} from './zip-records.ts';

/** An entry whose local header agrees with the directory. */
export interface ZipEntry extends DirectoryEntry {
  /** Where the (compressed) data begins. */
  readonly dataOffset: number;
  readonly hasLocalExtraField: boolean;
}

/**
 * Goes through the file from its first byte to the directory at `directoryOffset` and accounts for each byte: local
 * headers that say what the directory says, data, data descriptors, and nothing else. Entries come back in the order
 * in which they lie in the file. Throws ZipError.
 */
export function readLocalHeaders(
  source: ByteSource,
  directory: readonly DirectoryEntry[],
  directoryOffset: number,
): ZipEntry[] {
  const ordered = [...directory].sort((a, b) => a.headerOffset - b.headerOffset);
  let expected = 0;
  return ordered.map((entry, index) => {
    const limit = ordered[index + 1]?.headerOffset ?? directoryOffset;
    requireOffset(entry.headerOffset, expected);
    const local = readLocalHeader(source, entry, limit);
    const dataEnd = local.dataOffset + entry.compressedSize;
    if (dataEnd > limit) throw overlap();
    if (hasDescriptor(entry)) requireDescriptor(source.read(dataEnd, Math.min(limit - dataEnd, 25)), entry);
    else if (dataEnd < limit) throw unaccounted();
    expected = limit;
    return { ...entry, ...local };
  });
}

function requireOffset(offset: number, expected: number): void {
  if (offset < expected) throw overlap();
  if (offset > expected) throw unaccounted();
}

function hasDescriptor({ flags }: DirectoryEntry): boolean {
  return (flags & FLAG_DATA_DESCRIPTOR) !== 0;
}

type LocalPart = Pick<ZipEntry, 'dataOffset' | 'hasLocalExtraField'>;

function readLocalHeader(source: ByteSource, entry: DirectoryEntry, limit: number): LocalPart {
  if (entry.headerOffset + LOCAL_HEADER.bytes > limit) throw overlap();
  const view = dataView(source.read(entry.headerOffset, LOCAL_HEADER.bytes));
  const nameLength = view.getUint16(26, true);
  const extraLength = view.getUint16(28, true);
  const nameOffset = entry.headerOffset + LOCAL_HEADER.bytes;
  const dataOffset = nameOffset + nameLength + extraLength;
  if (view.getUint32(0, true) !== LOCAL_HEADER.signature || dataOffset > limit)
    throw differs('is not where it should be');
  const nameAndExtra = source.read(nameOffset, nameLength + extraLength);
  if (Buffer.compare(nameAndExtra.subarray(0, nameLength), entry.nameBytes) !== 0) throw differs('has another name');
  if (view.getUint16(6, true) !== entry.flags) throw differs('has other flags');
  if (view.getUint16(8, true) !== entry.method) throw differs('has another method');
  const fields = readExtraFields(nameAndExtra.subarray(nameLength));
  requireSameFile(fields, entry.nameBytes);
  requireSameValues(view, fields, entry);
  return { dataOffset, hasLocalExtraField: extraLength > 0 };
}

/** With a data descriptor the header may leave at zero what its writer did not know yet (APPNOTE 4.4.4). */
function requireSameValues(view: DataView, fields: ReadonlyMap<number, Uint8Array>, entry: DirectoryEntry): void {
  const plain = [view.getUint32(22, true), view.getUint32(18, true)];
  const pointers = plain.filter((value) => value === MAX_UINT32).length;
  // A local Zip64 field has both sizes whenever it is there (APPNOTE 4.5.3).
  const zip64 = fields.has(EXTRA_ZIP64) || pointers > 0 ? readZip64Values(fields, 2) : [];
  const [size, compressedSize] = plain.map((value, index) => (value === MAX_UINT32 ? zip64[index] : value));
  const isSame = (found: number | undefined, expected: number): boolean =>
    found === expected || (found === 0 && hasDescriptor(entry));
  if (!isSame(view.getUint32(14, true), entry.crc32)) throw differs('has another CRC');
  if (!isSame(size, entry.size) || !isSame(compressedSize, entry.compressedSize)) throw differs('has other sizes');
}

/** The four shapes that writers use: with or without signature, 32-bit or 64-bit sizes (APPNOTE 4.3.9). */
const DESCRIPTOR_SHAPES: ReadonlyMap<number, { readonly isSigned: boolean; readonly isLong: boolean }> = new Map([
  [12, { isSigned: false, isLong: false }],
  [16, { isSigned: true, isLong: false }],
  [20, { isSigned: false, isLong: true }],
  [24, { isSigned: true, isLong: true }],
]);

/** `bytes` is all that lies between the entry's data and the next header. */
function requireDescriptor(bytes: Uint8Array, entry: DirectoryEntry): void {
  const shape = DESCRIPTOR_SHAPES.get(bytes.length);
  if (shape === undefined) throw unaccounted();
  const view = dataView(bytes);
  if (shape.isSigned && view.getUint32(0, true) !== DATA_DESCRIPTOR.signature) throw unaccounted();
  const start = shape.isSigned ? 4 : 0;
  const [compressedSize, size] = shape.isLong
    ? [readUint64(view, start + 4), readUint64(view, start + 12)]
    : [view.getUint32(start + 4, true), view.getUint32(start + 8, true)];
  const isSame = compressedSize === entry.compressedSize && size === entry.size;
  if (!isSame || view.getUint32(start, true) !== entry.crc32) {
    throw new ZipError('ZIP_HEADERS_DIFFER', 'A data descriptor says something else than the directory.');
  }
}

function differs(what: string): ZipError {
  return new ZipError('ZIP_HEADERS_DIFFER', `The local header of an entry ${what}.`);
}

function overlap(): ZipError {
  return new ZipError('ZIP_ENTRIES_OVERLAP', 'Two entries share bytes, or one reaches into the directory.');
}

function unaccounted(): ZipError {
  return new ZipError('ZIP_BYTES_UNACCOUNTED', 'There are bytes that belong to no entry.');
}
