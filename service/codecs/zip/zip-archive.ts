import type { ByteSource } from '../byte-source.ts';
import { readDirectory } from './central-directory.ts';
import { readEndRecord } from './end-record.ts';
import { requireDistinctNames } from './entry-names.ts';
import { readLocalHeaders, type ZipEntry } from './local-headers.ts';
import { ZipError } from './zip-error.ts';

const MIB = 1024 * 1024;

/** Bounds on what a container may ask of its reader. */
export interface ZipLimits {
  readonly maxEntries: number;
  readonly maxDirectoryBytes: number;
  /** Of what one entry and what all together become; smaller ones are never a bomb. */
  readonly maxRatio: number;
  readonly ratioAfterBytes: number;
  /** All entries together: this much, or this many times the container, whichever is more. */
  readonly maxTotalBytes: number;
  readonly maxTotalRatio: number;
}

/**
 * The total is bound to the container's own size, so that nothing stored is ever refused for being large: a container
 * of stored entries is larger than their sum.
 */
export const ZIP_LIMITS: ZipLimits = {
  maxEntries: 1000,
  maxDirectoryBytes: 4 * MIB,
  maxRatio: 100,
  ratioAfterBytes: MIB,
  maxTotalBytes: 512 * MIB,
  maxTotalRatio: 4,
};

export interface ZipArchive {
  /** In the order in which they lie in the file. */
  readonly entries: readonly ZipEntry[];
  readonly comment: Uint8Array;
}

/**
 * Reads a container's structure, strictly: each byte belongs to exactly one entry, the directory or the end record;
 * directory and local headers say the same; names are safe and cannot be confused; nothing is encrypted, linked or
 * spread over disks. The entries' data is not read, see readEntry. Throws ZipError, one code for each rule.
 */
export function openZip(source: ByteSource): ZipArchive {
  const limits = ZIP_LIMITS;
  const end = readEndRecord(source);
  if (end.entryCount > limits.maxEntries) throw new ZipError('ZIP_TOO_MANY_ENTRIES', 'There are too many entries.');
  if (end.directorySize > limits.maxDirectoryBytes) {
    throw new ZipError('ZIP_DIRECTORY_TOO_LARGE', 'The central directory is too large.');
  }
  const directory = readDirectory(source.read(end.directoryOffset, end.directorySize), end.entryCount);
  requireDistinctNames(directory.map((entry) => entry.name));
  const entries = readLocalHeaders(source, directory, end.directoryOffset);
  if (entries.length === 0 && end.directoryOffset !== 0) {
    throw new ZipError('ZIP_BYTES_UNACCOUNTED', 'There are bytes that belong to no entry.');
  }
  requireModestSizes(entries, source.size, limits);
  return { entries, comment: end.comment };
}

/** Readers of entries never give more than the declared size, so that a limit on it is one on what is produced. */
function requireModestSizes(entries: readonly ZipEntry[], containerSize: number, limits: ZipLimits): void {
  let total = 0;
  for (const { size, compressedSize } of entries) {
    if (size > limits.ratioAfterBytes && size > compressedSize * limits.maxRatio) {
      throw new ZipError('ZIP_RATIO_EXCEEDED', `An entry becomes more than ${limits.maxRatio} times as large.`);
    }
    total += size;
  }
  if (total > Math.max(limits.maxTotalBytes, limits.maxTotalRatio * containerSize)) {
    throw new ZipError('ZIP_TOTAL_EXCEEDED', 'The entries together become too large.');
  }
}
