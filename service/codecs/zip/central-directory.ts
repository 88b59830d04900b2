import { readEntryName } from './entry-names.ts';
import { readExtraFields, readZip64Values, requireSameFile } from './extra-fields.ts';
import { ZipError } from './zip-error.ts';
import {
  dataView,
  DIRECTORY_HEADER,
  FLAG_DATA_DESCRIPTOR,
  FLAG_ENCRYPTED,
  FLAG_MASKED_HEADERS,
  FLAG_STRONG_ENCRYPTION,
  FLAG_UTF8,
  FLAGS_DEFLATE_EFFORT,
  MAX_UINT32,
  METHOD_DEFLATED,
  METHOD_STORED,
} from './zip-records.ts';

const FILE_TYPE_MASK = 0o170000;
const REGULAR_FILE = 0o100000;
const FOLDER = 0o040000;
/** Attributes of MS-DOS, which most writers give whatever their system is. */
const DOS_VOLUME_LABEL = 0x08;
const DOS_FOLDER = 0x10;
/** An attribute of NTFS beside them: the content says where a link leads (MS-FSCC 2.6). */
const REPARSE_POINT = 0x400;
/** What 7-Zip takes for a folder in an entry of an Amiga, and set-user-ID in a Unix mode: no document is either. */
const AMIGA_FOLDER = 0o4000;
const LOW_BYTE = 0xff;
const BITS_OF_BYTE = 8;
const SYSTEM_VMS = 2;
const VERSION_ZIP64 = 45;

/** What the central directory says of one entry. */
export interface DirectoryEntry {
  readonly name: string;
  readonly nameBytes: Uint8Array;
  readonly isFolder: boolean;
  readonly isCompressed: boolean;
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly compressedSize: number;
  /** Bytes after decompression. */
  readonly size: number;
  readonly headerOffset: number;
  readonly hasDirectoryExtraField: boolean;
}

/**
 * The `count` headers that fill `directory` exactly (APPNOTE 4.3.12). Throws ZipError for anything but plain files and
 * folders, stored or deflated, on one disk.
 */
export function readDirectory(directory: Uint8Array, count: number): DirectoryEntry[] {
  const entries: DirectoryEntry[] = [];
  let offset = 0;
  while (entries.length < count) {
    const { entry, bytes } = readHeader(directory.subarray(offset));
    entries.push(entry);
    offset += bytes;
  }
  if (offset !== directory.length) throw invalid('holds more than its entries');
  return entries;
}

function readHeader(rest: Uint8Array): { entry: DirectoryEntry; bytes: number } {
  if (rest.length < DIRECTORY_HEADER.bytes) throw invalid('has fewer entries than it says');
  const view = dataView(rest);
  if (view.getUint32(0, true) !== DIRECTORY_HEADER.signature) throw invalid('has something else among its entries');
  const nameEnd = DIRECTORY_HEADER.bytes + view.getUint16(28, true);
  const extraEnd = nameEnd + view.getUint16(30, true);
  const bytes = extraEnd + view.getUint16(32, true);
  if (bytes > rest.length) throw invalid('has an entry that goes beyond it');
  const nameBytes = rest.subarray(DIRECTORY_HEADER.bytes, nameEnd);
  const flags = view.getUint16(8, true);
  const method = view.getUint16(10, true);
  requireSupported(flags, method);
  requireVersion(view.getUint16(6, true));
  const name = readEntryName(nameBytes, (flags & FLAG_UTF8) !== 0);
  const isFolder = name.endsWith('/');
  requirePlainFile(view, isFolder);
  const entry = {
    name,
    nameBytes,
    isFolder,
    isCompressed: method === METHOD_DEFLATED,
    flags,
    method,
    crc32: view.getUint32(16, true),
    ...readSizes(view, rest.subarray(nameEnd, extraEnd), nameBytes),
    hasDirectoryExtraField: extraEnd > nameEnd,
  };
  requirePlausibleSizes(entry);
  return { entry, bytes };
}

function requireSupported(flags: number, method: number): void {
  if ((flags & (FLAG_ENCRYPTED | FLAG_STRONG_ENCRYPTION | FLAG_MASKED_HEADERS)) !== 0) {
    throw new ZipError('ZIP_ENCRYPTED', 'An entry is encrypted.');
  }
  if ((flags & ~(FLAG_UTF8 | FLAG_DATA_DESCRIPTOR | FLAGS_DEFLATE_EFFORT)) !== 0) {
    throw new ZipError('ZIP_FLAGS_UNSUPPORTED', 'An entry has flags that are not known.');
  }
  if (method !== METHOD_STORED && method !== METHOD_DEFLATED) {
    throw new ZipError('ZIP_METHOD_UNSUPPORTED', `An entry is compressed by method ${method}.`);
  }
}

/**
 * The version of ZIP that an entry is said to need (APPNOTE 4.4.3): unzip leaves out one that needs more than it knows, and
 * one of VMS; files as they are allowed here need 4.5 at most.
 */
function requireVersion(needed: number): void {
  const [version, system] = [needed & LOW_BYTE, needed >> BITS_OF_BYTE];
  if (version <= VERSION_ZIP64 && system !== SYSTEM_VMS) return;
  throw new ZipError('ZIP_METHOD_UNSUPPORTED', `An entry needs version ${version / 10} of ZIP to be unpacked.`);
}

/**
 * The upper half of the external attributes is a Unix mode, whatever the writer's system; zero when it had none. The lowest
 * byte is that of MS-DOS (APPNOTE 4.4.15): 7-Zip unpacks an empty folder in place of a file that it calls a folder, and
 * Info-ZIP leaves out what it calls a volume label. 7-Zip makes a link of what the next byte calls a reparse point.
 */
function requirePlainFile(view: DataView, isFolder: boolean): void {
  const mode = view.getUint16(40, true);
  const type = mode & FILE_TYPE_MASK;
  const isOfMode = type === 0 || type === (isFolder ? FOLDER : REGULAR_FILE);
  const isOtherFolder = !isFolder && (mode & AMIGA_FOLDER) !== 0;
  const forbidden = DOS_VOLUME_LABEL | REPARSE_POINT | (isFolder ? 0 : DOS_FOLDER);
  if (isOfMode && !isOtherFolder && (view.getUint16(38, true) & forbidden) === 0) return;
  throw new ZipError('ZIP_LINK_FORBIDDEN', 'An entry is a link or another special file.');
}

type Sizes = Pick<DirectoryEntry, 'size' | 'compressedSize' | 'headerOffset'>;

/** APPNOTE 4.5.3: the Zip64 field has a value for each field of the header with all bits set, in this order. */
function readSizes(view: DataView, extra: Uint8Array, nameBytes: Uint8Array): Sizes {
  const fields = readExtraFields(extra);
  requireSameFile(fields, nameBytes);
  if (view.getUint16(34, true) !== 0) throw new ZipError('ZIP_MULTI_DISK', 'An entry lies on another disk.');
  const plain = [view.getUint32(24, true), view.getUint32(20, true), view.getUint32(42, true)];
  const zip64 = readZip64Values(fields, plain.filter((value) => value === MAX_UINT32).length).values();
  const [size = 0, compressedSize = 0, headerOffset = 0] = plain.map((value) =>
    value === MAX_UINT32 ? (zip64.next().value ?? 0) : value,
  );
  return { size, compressedSize, headerOffset };
}

function requirePlausibleSizes({ isFolder, isCompressed, size, compressedSize }: DirectoryEntry): void {
  if (!isCompressed && size !== compressedSize) throw new ZipError('ZIP_DATA_INVALID', 'A stored entry has two sizes.');
  if (isFolder && size !== 0) throw new ZipError('ZIP_DATA_INVALID', 'A folder has content.');
}

function invalid(what: string): ZipError {
  return new ZipError('ZIP_DIRECTORY_INVALID', `The central directory ${what}.`);
}
