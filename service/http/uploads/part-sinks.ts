import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { BLOCK_BYTES, BlockWriter } from './block-writer.ts';

/** A file part as it was received. */
export interface ReceivedPart {
  readonly fieldName: string;
  readonly clientFileName: string;
  readonly size: number;
  /** Lower-case hex; empty for parts that stay in memory. */
  readonly sha256: string;
  /** Where the bytes lie on disk; null when they stay in memory. */
  readonly path: string | null;
  readonly bytes: Uint8Array | null;
}

/** Counts the bytes of one part; throws when there are too many. */
export type Meter = (byteCount: number) => void;

/** Writes a part to a new file at `path`, hashing on the way. Rejects with what the meter throws. */
export async function partToDisk(
  stream: Readable,
  path: string,
  meter: Meter,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  const file = new BlockWriter(path);
  let block: Buffer[] = [];
  let blockBytes = 0;
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      meter(chunk.length);
      hash.update(chunk);
      size += chunk.length;
      block.push(chunk);
      blockBytes += chunk.length;
      if (blockBytes >= BLOCK_BYTES) {
        await file.write(block, blockBytes);
        [block, blockBytes] = [[], 0];
      }
    }
    if (!file.isBegun) writeSmallFile(path, block);
    else if (blockBytes > 0) await file.write(block, blockBytes);
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex') };
}

/** At most one block goes to the page cache in less time than the hops to the thread pool and back would take. */
function writeSmallFile(path: string, block: readonly Buffer[]): void {
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    for (const chunk of block) {
      for (let written = 0; written < chunk.length;) {
        written += writeSync(descriptor, chunk, written, chunk.length - written);
      }
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Collects a part in memory of its own, so that nothing else keeps it alive. */
export async function partToMemory(stream: Readable, meter: Meter): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    meter(chunk.length);
    chunks.push(chunk);
    size += chunk.length;
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
