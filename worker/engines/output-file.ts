import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { open, readFile, type FileHandle } from 'node:fs/promises';
import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { EngineDocument } from './engine.ts';

const CHUNK_BYTES = 1024 * 1024;
/** What is read or written in one go. */
const SMALL_BYTES = 1024 * 1024;
/** A signed document is nobody's business but the station's, wherever its storage lies. */
const OWNER_ONLY = 0o600;

/**
 * Writes `parts` one after the other to a new file at `path`; a part may be a stream of chunks, which may be reused by
 * their producer as soon as the next one is asked for. Gives size and SHA-256 (lower-case hex). Errors are those of
 * node:fs and of the parts. The file is not flushed: whoever stores it makes it durable.
 */
export async function writeOutputFile(
  path: string,
  parts: readonly (Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>)[],
): Promise<{ size: number; sha256: string }> {
  const inMemory = smallParts(parts);
  if (inMemory !== null) return writeSmallOutput(path, inMemory);
  const hash = createHash('sha256');
  const file = await open(path, 'w', OWNER_ONLY);
  let size = 0;
  const append = async (bytes: Uint8Array): Promise<void> => {
    // The one thread writes while the other hashes.
    const writing = writeAll(file, bytes, size);
    hash.update(bytes);
    await writing;
    size += bytes.length;
  };
  try {
    for (const part of parts) {
      if (part instanceof Uint8Array) await append(part);
      else for await (const chunk of part) await append(chunk);
    }
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex') };
}

/** The parts when all of them are in memory and little to write; null otherwise. */
function smallParts(
  parts: readonly (Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>)[],
): readonly Uint8Array[] | null {
  const inMemory = parts.filter((part) => part instanceof Uint8Array);
  const size = inMemory.reduce((sum, part) => sum + part.length, 0);
  return inMemory.length === parts.length && size <= SMALL_BYTES ? inMemory : null;
}

/** All bytes of a document. */
export function wholeDocument(document: EngineDocument): Promise<Uint8Array> {
  return document.bytes === undefined ? readWhole(document.path) : Promise.resolve(document.bytes);
}

/** All bytes of a file. A small one is read in one go, since each hop to the thread pool takes longer than that. */
export async function readWhole(path: string): Promise<Uint8Array> {
  return statSync(path).size <= SMALL_BYTES ? readFileSync(path) : readFile(path);
}

/**
 * The same for parts that are in memory and small, in one go: they go to the page cache in less time than a hop to the
 * thread pool takes.
 */
export function writeSmallOutput(path: string, parts: readonly Uint8Array[]): { size: number; sha256: string } {
  const hash = createHash('sha256');
  let size = 0;
  writeSmallFile(path, parts);
  for (const part of parts) {
    hash.update(part);
    size += part.length;
  }
  return { size, sha256: hash.digest('hex') };
}

/** Writes parts to a new file in one go, for whoever knows size and hash already. */
export function writeSmallFile(path: string, parts: readonly Uint8Array[]): void {
  const descriptor = openSync(path, 'w', OWNER_ONLY);
  try {
    for (const part of parts) writeFileSync(descriptor, part);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * A document piece by piece, at most 1 MiB each, in two buffers that are used by turns: the next piece is read while one is
 * worked on, which is whole until the next one is asked for. Memory stays flat however long the document is. Throws a
 * permanent StationError when it is no longer as long as it was.
 */
export async function* readDocument(document: EngineDocument): AsyncGenerator<Uint8Array> {
  const file = await open(document.path, 'r');
  try {
    const size = Math.min(CHUNK_BYTES, Math.max(1, document.size));
    const buffers = [Buffer.allocUnsafeSlow(size), Buffer.allocUnsafeSlow(size)] as const;
    const readAt = async (offset: number, buffer: Buffer): Promise<Uint8Array> => {
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, document.size - offset), offset);
      return buffer.subarray(0, bytesRead);
    };
    let coming = readAt(0, buffers[0]);
    for (let offset = 0, turn = 1; offset < document.size; turn = 1 - turn) {
      const piece = await coming;
      if (piece.length === 0) throw documentChanged();
      offset += piece.length;
      coming = readAt(offset, turn === 1 ? buffers[1] : buffers[0]);
      // Who stops early does not wait for it, and who goes on is told then.
      coming.catch(() => undefined);
      yield piece;
    }
    if ((await file.stat()).size !== document.size) throw documentChanged();
  } finally {
    await file.close();
  }
}

/** Permanent: what was digested is not what would be written. */
export function documentChanged(): StationError {
  return new StationError('SIGNING_OPERATION_FAILED', tell('DOCUMENT_CHANGED_MEANWHILE'));
}

/** All of `bytes` at `position`, however little the system takes at a time. */
export async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}
