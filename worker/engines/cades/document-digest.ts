import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { HASHES } from '../../../service/codecs/x509/hash-algorithm.ts';
import type { HashAlgorithm } from '../../../service/providers/providers.ts';
import type { EngineDocument } from '../engine.ts';
import { documentChanged, readDocument } from '../output-file.ts';

/** Documents up to this size are kept in memory between preparation and embedding: one read, one write. */
const IN_MEMORY_BYTES = 8 * 1024 * 1024;

export interface DigestedDocument {
  readonly digest: Uint8Array;
  /** The bytes that were digested, when they were few enough to be kept. */
  readonly bytes: Uint8Array | null;
}

/**
 * Reads a document once and digests it. Throws a permanent StationError when it is not as long as it was, and errors of
 * node:fs.
 */
export async function digestDocument(document: EngineDocument, hash: HashAlgorithm): Promise<DigestedDocument> {
  const state = createHash(HASHES[hash].node);
  if (document.size > IN_MEMORY_BYTES) {
    for await (const chunk of readDocument(document)) state.update(chunk);
    return { digest: state.digest(), bytes: null };
  }
  const bytes = document.bytes ?? readFileSync(document.path);
  if (bytes.length !== document.size) throw documentChanged();
  return { digest: state.update(bytes).digest(), bytes };
}
