import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { HASHES } from '../../../service/codecs/x509/hash-algorithm.ts';
import { tell } from '../../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import type { HashAlgorithm } from '../../../service/providers/providers.ts';
import type { EngineDocument } from '../engine.ts';
import { readDocument } from '../output-file.ts';

/** A document that was read once: what the signature and the container's headers have to say of it. */
export interface DataObject {
  /** Its entry in the container. */
  readonly name: string;
  readonly document: EngineDocument;
  readonly hash: HashAlgorithm;
  readonly digestValue: Uint8Array;
  readonly crc32: number;
}

/** Reads a document from beginning to end. Throws a permanent StationError when it changes meanwhile. */
export async function measureDataObject(
  document: EngineDocument,
  name: string,
  hash: HashAlgorithm,
): Promise<DataObject> {
  const digest = createHash(HASHES[hash].node);
  let crc = 0;
  for await (const chunk of readDocument(document)) {
    digest.update(chunk);
    crc = crc32(chunk, crc);
  }
  return { name, document, hash, digestValue: digest.digest(), crc32: crc };
}

/**
 * The document again, for writing. Its digest is taken once more on the way: what goes into the container is what was
 * signed, or this throws a permanent StationError after the last piece.
 */
export async function* readDataObject({ document, hash, digestValue }: DataObject): AsyncGenerator<Uint8Array> {
  const digest = createHash(HASHES[hash].node);
  for await (const chunk of readDocument(document)) {
    digest.update(chunk);
    yield chunk;
  }
  if (digest.digest().equals(digestValue)) return;
  throw new StationError('SIGNING_OPERATION_FAILED', tell('DOCUMENT_CHANGED_MEANWHILE'));
}
