import { createHash } from 'node:crypto';
import type { ByteSource } from '../../../service/codecs/byte-source.ts';
import { buildAroundContent } from '../../../service/codecs/cms/signed-data-builder.ts';
import { HASHES } from '../../../service/codecs/x509/hash-algorithm.ts';
import { checkOwnSignature } from '../../../service/verification/cades/check-own-signature.ts';
import type { EngineDocument, EngineTask } from '../engine.ts';
import { documentChanged, readDocument, writeOutputFile, writeSmallOutput } from '../output-file.ts';
import { digestDocument, type DigestedDocument } from './document-digest.ts';
import {
  asStationError,
  dataToBeSignedOf,
  requireNoFaults,
  signedDataParts,
  type DataToBeSigned,
} from './signature-parts.ts';

/** A CAdES signature with its document inside, whose value is still missing. */
export interface EncapsulatedSignature extends DataToBeSigned {
  /**
   * Writes the signature around the document to the task's `outputPath`. Gives size and SHA-256 (lower-case hex).
   * Throws a permanent StationError when the signature does not hold or the document is not the one that was digested.
   */
  readonly embed: (signatureValue: Uint8Array) => Promise<{ size: number; sha256: string }>;
}

/** What stands before and after the document in the finished file. */
interface Wrapping {
  readonly prefix: Uint8Array;
  readonly suffix: Uint8Array;
}

/**
 * Digests the document and makes the data to be signed; the document is not kept unless it is small. Throws a permanent
 * StationError when the certificate is unusable, and errors of node:fs.
 */
export async function prepareEncapsulatedSignature(task: EngineTask): Promise<EncapsulatedSignature> {
  const digested = await digestDocument(task.document, task.algorithm.hash);
  const { dataToBeSigned, digest } = dataToBeSignedOf(task, digested.digest, task.at);
  const embed = async (signatureValue: Uint8Array): Promise<{ size: number; sha256: string }> => {
    const parts = { ...signedDataParts(task, dataToBeSigned), signatureValue };
    const wrapping = asStationError(() => buildAroundContent(parts, task.document.size));
    requireOwnSignature(task, wrapping, digested.digest);
    return await writeAround(task, wrapping, digested);
  };
  return { dataToBeSigned, digest, embed };
}

/**
 * Before anything is written: prefix and suffix are parsed as the file they will be, with the content between them
 * passed over, and the signature is checked over the digest that was taken. That the bytes written between them have
 * this digest is checked as they are written, so the content is not read a third time.
 */
function requireOwnSignature(task: EngineTask, wrapping: Wrapping, contentDigest: Uint8Array): void {
  const start = wrapping.prefix.length;
  const contentRange = { start, end: start + task.document.size };
  const signedData = sourceAround(wrapping, task.document.size);
  const signingCertificate = task.key.certificate;
  requireNoFaults(checkOwnSignature({ signedData, signingCertificate, contentDigest, contentRange }));
}

/** The finished file as far as it is in memory; the content between reads as zeros and is read by nobody. */
function sourceAround({ prefix, suffix }: Wrapping, contentBytes: number): ByteSource {
  const suffixStart = prefix.length + contentBytes;
  const size = suffixStart + suffix.length;
  const read = (offset: number, length: number): Uint8Array => {
    const end = Math.min(offset + length, size);
    if (end <= prefix.length) return prefix.subarray(offset, end);
    if (offset >= suffixStart) return suffix.subarray(offset - suffixStart, end - suffixStart);
    const bytes = new Uint8Array(end - offset);
    if (offset < prefix.length) bytes.set(prefix.subarray(offset));
    if (end > suffixStart) bytes.set(suffix.subarray(0, end - suffixStart), suffixStart - offset);
    return bytes;
  };
  return { size, read };
}

/** What was kept is what was digested. What is read again is digested again, and must be the same. */
async function writeAround(
  { document, outputPath, algorithm }: EngineTask,
  { prefix, suffix }: Wrapping,
  { bytes, digest }: DigestedDocument,
): Promise<{ size: number; sha256: string }> {
  if (bytes !== null) return writeSmallOutput(outputPath, [prefix, bytes, suffix]);
  const state = createHash(HASHES[algorithm.hash].node);
  const written = await writeOutputFile(outputPath, [
    prefix,
    passingThrough(document, (chunk) => state.update(chunk)),
    suffix,
  ]);
  if (Buffer.compare(state.digest(), digest) !== 0) throw documentChanged();
  return written;
}

async function* passingThrough(
  document: EngineDocument,
  take: (chunk: Uint8Array) => unknown,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of readDocument(document)) {
    take(chunk);
    yield chunk;
  }
}
