import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { sourceChunks, type ByteSource } from '../byte-source.ts';
import type { ZipEntry } from './local-headers.ts';
import { ZipError } from './zip-error.ts';

const CHUNK_BYTES = 256 * 1024;

/**
 * The data of an entry, decompressed, piece by piece; a piece is good until the next is asked for. When the last piece has been given, size and CRC-32 were those
 * that the headers say, and all compressed bytes were used; else it throws ZipError, before it gives a byte more than
 * the declared size.
 */
export async function* readEntry(source: ByteSource, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  let size = 0;
  let crc = 0;
  for await (const chunk of entry.isCompressed ? inflate(source, entry) : storedChunks(source, entry)) {
    size += chunk.length;
    if (size > entry.size) throw new ZipError('ZIP_DATA_INVALID', 'An entry is longer than its headers say.');
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (size !== entry.size) throw new ZipError('ZIP_DATA_INVALID', 'An entry is shorter than its headers say.');
  if (crc !== entry.crc32) throw new ZipError('ZIP_CRC_MISMATCH', 'The data of an entry is damaged.');
}

/** A whole small entry. Throws ZipError; ZIP_ENTRY_TOO_LARGE before anything is read. */
export async function readWholeEntry(source: ByteSource, entry: ZipEntry, maxBytes: number): Promise<Uint8Array> {
  if (entry.size > maxBytes) throw new ZipError('ZIP_ENTRY_TOO_LARGE', 'An entry is too large for what it is.');
  const whole = new Uint8Array(entry.size);
  let filled = 0;
  for await (const chunk of readEntry(source, entry)) {
    whole.set(chunk, filled);
    filled += chunk.length;
  }
  return whole;
}

function storedChunks(source: ByteSource, { dataOffset, compressedSize }: ZipEntry): Generator<Uint8Array> {
  return sourceChunks(source, dataOffset, dataOffset + compressedSize, endsWithinEntry);
}

function endsWithinEntry(): ZipError {
  return new ZipError('ZIP_DATA_INVALID', 'The container ends within an entry.');
}

/** For a stream, which holds on to pieces while the next ones are read. */
function* ownChunks(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const chunk of chunks) yield chunk.slice();
}

async function* inflate(source: ByteSource, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const inflater = createInflateRaw({ chunkSize: CHUNK_BYTES });
  const compressed = Readable.from(ownChunks(storedChunks(source, entry)), { objectMode: false });
  // The callback is there because pipeline wants one; faults come out of the iteration.
  pipeline(compressed, inflater, () => undefined);
  try {
    for await (const chunk of inflater as AsyncIterable<Uint8Array>) yield chunk;
  } catch (error) {
    if (error instanceof ZipError) throw error;
    throw new ZipError('ZIP_DATA_INVALID', 'The compressed data of an entry is damaged.', { cause: error });
  }
  if (inflater.bytesWritten !== entry.compressedSize) {
    throw new ZipError('ZIP_DATA_INVALID', 'An entry has bytes after the end of its compressed data.');
  }
}
