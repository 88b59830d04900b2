import { createHash } from 'node:crypto';
import { HASHES } from '../../../service/codecs/x509/hash-algorithm.ts';
import type { EngineTask } from '../engine.ts';
import { readDocument } from '../output-file.ts';
import { mimeTypeOf, XML_DECLARATION, type DataObject, type MakeIds } from './data-object.ts';

/**
 * The output holds the signature only; its reference is the document's file name as a relative reference (EN 319 132-1
 * clause 4.4 leaves the form of external references to XMLDSig), and what is signed are the file's bytes as they are.
 * Any kind of file of any size: it is read once, piece by piece.
 */
export async function detachedData(task: EngineTask, makeIds: MakeIds): Promise<DataObject> {
  const hash = createHash(HASHES[task.algorithm.hash].node);
  for await (const chunk of readDocument(task.document)) hash.update(chunk);
  const digest = hash.digest();
  return {
    ids: makeIds(digest),
    reference: {
      uri: fileReference(task.document.originalFileName),
      transforms: [],
      digest,
      mimeType: mimeTypeOf(task.document),
    },
    objectTag: null,
    output: (start, end) => Promise.resolve([Buffer.from(XML_DECLARATION + start + end)]),
  };
}

/** A file name as one segment of a relative reference (RFC 3986 clause 4.2); never empty, which would mean the signature. */
export function fileReference(fileName: string): string {
  return encodeURIComponent(fileName.toWellFormed() || 'document').replaceAll("'", '%27');
}
