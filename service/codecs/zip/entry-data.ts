import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { sourceChunks, type ByteSource } from '../byte-source.ts';
import type { ZipEntry } from './local-headers.ts';
import { ZipError } from './zip-error.ts';

const CHUNK_BYTES = 256 * 1024;
/** Up to here an entry is decompressed at once: hundreds of streams cost more than what comes out of them. */
const MAX_AT_ONCE = 1024 * 1024;

/**
 * The data of an entry, decompressed, piece by piece; a piece is good until the next is asked for. When the last piece has been given, size and CRC-32 were those
 * that the headers say, and all compressed bytes were used; else it throws ZipError, before it gives a byte more than
 * the declared size.
 */
export async function* readEntry(source: ByteSource, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  let size = 0;
  let crc = 0;
  for await (const chunk of chunksOf(source, entry)) {
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

/**
 * The data of an entry that readEntry has read to its end before, as it is stored, piece by piece, each good until the next
 * is asked for; null where it is compressed, since that takes a stream. Iterating throws ZipError where the source ends.
 */
export function readStoredAgain(source: ByteSource, entry: ZipEntry): Iterable<Uint8Array> | null {
  return entry.isCompressed ? null : storedChunks(source, entry);
}

function chunksOf(source: ByteSource, entry: ZipEntry): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  if (!entry.isCompressed) return storedChunks(source, entry);
  const isSmall = entry.size <= MAX_AT_ONCE && entry.compressedSize <= MAX_AT_ONCE;
  return isSmall ? [inflateAtOnce(source, entry)] : inflate(source, entry);
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

/** A byte more than the declared size has room, so that whoever counts them finds it. */
function inflateAtOnce(source: ByteSource, entry: ZipEntry): Uint8Array {
  const compressed = Buffer.concat([...ownChunks(storedChunks(source, entry))]);
  const most = entry.size + 1;
  let result: unknown;
  try {
    result = inflateRawSync(compressed, { info: true, chunkSize: Math.max(most, 64), maxOutputLength: most });
  } catch (error) {
    throw damaged(error);
  }
  const { buffer, engine } = result as { buffer: Uint8Array; engine: { bytesWritten: number } };
  requireAllUsed(engine.bytesWritten, entry);
  return buffer;
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
    throw damaged(error);
  }
  requireAllUsed(inflater.bytesWritten, entry);
}

function damaged(cause: unknown): ZipError {
  return new ZipError('ZIP_DATA_INVALID', 'The compressed data of an entry is damaged.', { cause });
}

function requireAllUsed(bytesRead: number, { compressedSize }: ZipEntry): void {
  if (bytesRead !== compressedSize) {
    throw new ZipError('ZIP_DATA_INVALID', 'An entry has bytes after the end of its compressed data.');
  }
}
