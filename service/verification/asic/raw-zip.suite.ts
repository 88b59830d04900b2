import { crc32, deflateRawSync } from 'node:zlib';

/** Writes ZIP files field by field, right ones and wrong ones, independently of the product's writer. */

export interface RawHeader {
  readonly name: Uint8Array;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly extra: Uint8Array;
}

export interface RawDirectoryHeader extends RawHeader {
  readonly madeBy: number;
  /** The version that is needed to unpack it. */
  readonly needed: number;
  readonly disk: number;
  readonly externalAttributes: number;
  readonly offset: number;
  readonly comment: Uint8Array;
}

export interface RawEntry {
  readonly name: string;
  readonly data: Uint8Array;
  readonly isDeflated?: boolean;
  /** Instead of the deflated data. */
  readonly compressed?: Uint8Array;
  /** For both headers. */
  readonly header?: Partial<RawHeader>;
  readonly local?: Partial<RawHeader>;
  readonly directory?: Partial<RawDirectoryHeader>;
  /** Bytes before the local header, and after the data. */
  readonly before?: Uint8Array;
  readonly after?: Uint8Array;
}

export interface RawZip {
  /** Between the last entry and the directory. */
  readonly beforeDirectory?: Uint8Array;
  /** Between the directory and the end record; `at` is where it will stand. */
  readonly beforeEnd?: (directoryOffset: number, directorySize: number, count: number) => Uint8Array;
  readonly end?: Partial<RawEnd>;
  readonly after?: Uint8Array;
}

export interface RawEnd {
  readonly disk: number;
  readonly directoryDisk: number;
  readonly entriesHere: number;
  readonly entries: number;
  readonly directorySize: number;
  readonly directoryOffset: number;
  readonly comment: Uint8Array;
}

export function rawZip(entries: readonly RawEntry[], zip: RawZip = {}): Buffer {
  const parts: Uint8Array[] = [];
  const headers: Uint8Array[] = [];
  let offset = 0;
  const push = (bytes: Uint8Array): void => {
    parts.push(bytes);
    offset += bytes.length;
  };
  for (const entry of entries) {
    const data = entry.compressed ?? (entry.isDeflated === true ? deflateRawSync(entry.data) : entry.data);
    push(entry.before ?? new Uint8Array(0));
    const header = { ...plainHeader(entry, data.length), ...entry.header };
    const start = offset;
    push(localHeader({ ...header, ...entry.local }));
    push(data);
    push(entry.after ?? new Uint8Array(0));
    const mode = entry.name.endsWith('/') ? 0o040755 : 0o100644;
    const more = {
      madeBy: 0x031e,
      needed: 20,
      disk: 0,
      externalAttributes: (mode << 16) >>> 0,
      comment: new Uint8Array(0),
    };
    headers.push(directoryHeader({ ...header, ...more, offset: start, ...entry.directory }));
  }
  push(zip.beforeDirectory ?? new Uint8Array(0));
  const directory = Buffer.concat(headers);
  const directoryOffset = offset;
  const count = entries.length;
  const counts = { entriesHere: count, entries: count, directorySize: directory.length, directoryOffset };
  const end = { disk: 0, directoryDisk: 0, ...counts, comment: new Uint8Array(0), ...zip.end };
  push(directory);
  push(zip.beforeEnd?.(directoryOffset, directory.length, count) ?? new Uint8Array(0));
  push(endRecord(end));
  push(zip.after ?? new Uint8Array(0));
  return Buffer.concat(parts);
}

function plainHeader({ name, data, isDeflated }: RawEntry, compressedSize: number): RawHeader {
  const encoded = Buffer.from(name);
  return {
    name: encoded,
    flags: encoded.length === name.length ? 0 : 0x800,
    method: isDeflated === true ? 8 : 0,
    crc: crc32(data),
    compressedSize,
    size: data.length,
    extra: new Uint8Array(0),
  };
}

function localHeader(header: RawHeader): Buffer {
  return Buffer.concat([fields([4, 0x04034b50], [2, 20], ...sharedFields(header)), header.name, header.extra]);
}

function directoryHeader(header: RawDirectoryHeader): Buffer {
  const { name, extra, comment, madeBy, needed, disk, externalAttributes, offset } = header;
  const head = fields(
    ...([
      [4, 0x02014b50],
      [2, madeBy],
      [2, needed],
    ] as const),
    ...sharedFields(header),
    ...([
      [2, comment.length],
      [2, disk],
      [2, 0],
      [4, externalAttributes],
      [4, offset],
    ] as const),
  );
  return Buffer.concat([head, name, extra, comment]);
}

type Field = readonly [bytes: number, value: number];

function sharedFields({ flags, method, crc, compressedSize, size, name, extra }: RawHeader): Field[] {
  const sizes: Field[] = [
    [4, crc],
    [4, compressedSize],
    [4, size],
  ];
  return [[2, flags], [2, method], [2, 0], [2, 0x5c21], ...sizes, [2, name.length], [2, extra.length]];
}

function endRecord({
  disk,
  directoryDisk,
  entriesHere,
  entries,
  directorySize,
  directoryOffset,
  comment,
}: RawEnd): Buffer {
  const counts: Field[] = [
    [2, disk],
    [2, directoryDisk],
    [2, entriesHere],
    [2, entries],
  ];
  const head = fields([4, 0x06054b50], ...counts, [4, directorySize], [4, directoryOffset], [2, comment.length]);
  return Buffer.concat([head, comment]);
}

/** Zip64 end record and its locator. */
export function zip64End(
  offset: number,
  size: number,
  count: number,
  lies: { at?: number; disks?: number } = {},
): Buffer {
  const head = fields([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, count], [8, count]);
  const record = Buffer.concat([head, fields([8, size], [8, offset])]);
  const locator = fields([4, 0x07064b50], [4, 0], [8, lies.at ?? offset + size], [4, lies.disks ?? 1]);
  return Buffer.concat([record, locator]);
}

export function fields(...list: readonly Field[]): Buffer {
  return Buffer.concat(
    list.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes);
      if (bytes === 8) field.writeBigUInt64LE(BigInt(value));
      else field.writeUIntLE(value, 0, bytes);
      return field;
    }),
  );
}
