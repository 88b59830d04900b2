import { readFileSync } from 'node:fs';

/** One record of `recorded-disk.c`; `told` is what somebody was told at that moment. */
export type DiskRecord =
  | { readonly kind: 'open'; readonly file: bigint; readonly path: string; readonly isTruncated: boolean }
  | { readonly kind: 'write'; readonly file: bigint; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly file: bigint; readonly size: number }
  | {
      readonly kind: 'sync-begins' | 'sync-ends';
      readonly file: bigint;
      readonly thread: number;
      readonly path: string;
    }
  | { readonly kind: 'rename' | 'link'; readonly from: string; readonly to: string }
  | { readonly kind: 'remove' | 'make-folder'; readonly path: string }
  | { readonly kind: 'told'; readonly what: unknown };

const HEAD_BYTES = 32;

/** All records of a log. Throws for a letter that no record has, and for a log that ends within a record. */
export function readDiskLog(file: string): DiskRecord[] {
  const bytes = readFileSync(file);
  const records: DiskRecord[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 4 + bytes.readUInt32LE(at);
    if (end > bytes.length) throw new Error('The log of the disk ends within a record.');
    records.push(recordOf(bytes.subarray(at, end)));
    at = end;
  }
  return records;
}

function recordOf(bytes: Buffer): DiskRecord {
  const [first, second] = [bytes.readUInt16LE(28), bytes.readUInt16LE(30)];
  const path = bytes.toString('utf8', HEAD_BYTES, HEAD_BYTES + first);
  const to = bytes.toString('utf8', HEAD_BYTES + first, HEAD_BYTES + first + second);
  const data = bytes.subarray(HEAD_BYTES + first + second);
  const file = bytes.readBigUInt64LE(12);
  const number = Number(bytes.readBigUInt64LE(20));
  const thread = bytes.readUInt32LE(8);
  switch (String.fromCharCode(bytes[4] ?? 0)) {
    case 'O':
      return { kind: 'open', file, path, isTruncated: number === 1 };
    case 'W':
      return { kind: 'write', file, offset: number, bytes: data };
    case 'T':
      return { kind: 'truncate', file, size: number };
    case 'S':
      return { kind: 'sync-begins', file, thread, path };
    case 'E':
      return { kind: 'sync-ends', file, thread, path };
    case 'R':
      return { kind: 'rename', from: path, to };
    case 'L':
      return { kind: 'link', from: path, to };
    case 'U':
      return { kind: 'remove', path };
    case 'M':
      return { kind: 'make-folder', path };
    case 'A':
      return { kind: 'told', what: JSON.parse(data.toString('utf8')) as unknown };
    default:
      throw new Error(`The log of the disk has a record ${String(bytes[4])} that nobody writes.`);
  }
}
