import { createHash, type Hash } from 'node:crypto';
import { constants, readFileSync, statSync } from 'node:fs';
import { copyFile, open, type FileHandle } from 'node:fs/promises';
import { bytesSource } from '../../../service/codecs/byte-source.ts';
import { signatureFields } from '../../../service/codecs/pdf/form-fields.ts';
import type { PdfDocument } from '../../../service/codecs/pdf/pdf-document.ts';
import { PdfError } from '../../../service/codecs/pdf/pdf-error.ts';
import { signedAppendedParts } from '../../../service/codecs/pdf/signature-digest.ts';
import { preparePdfSignature } from '../../../service/codecs/pdf/signature-insertion.ts';
import type { PdfSignatureOptions } from '../../../service/codecs/pdf/signature-options.ts';
import { embedSignature, type PreparedPdfSignature } from '../../../service/codecs/pdf/signature-placeholder.ts';
import type { HashAlgorithm } from '../../../service/providers/providers.ts';
import { openFileSource } from '../../../service/storage/file-source.ts';
import { openWithin } from '../../../service/verification/pades/open-within.ts';
import { WorkBudget } from '../../../service/verification/work-budget.ts';
import { writeAll, writeSmallFile } from '../output-file.ts';

/** Documents up to this size are kept in memory between preparation and embedding: one read, one write. */
const IN_MEMORY_BYTES = 8 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;

/**
 * A document to be signed may cost as much as so many verdicts: it is looked through, its form is gone through, and the output is
 * judged. Lawful ones take a tenth of it.
 */
const VERDICTS = 6;

/** What a PDF of that size may cost who signs it, or raises its signatures. */
export function signingBudget(documentBytes: number): WorkBudget {
  return new WorkBudget(documentBytes, VERDICTS);
}

/** A document with a signature field whose /Contents is still empty. */
export interface PreparedPadesDocument {
  /** The original's bytes when they were kept, else its path. */
  readonly original: Uint8Array | string;
  readonly signature: PreparedPdfSignature;
  /** The original bears signatures already; the output is judged as a whole then. */
  readonly hasEarlierSignatures: boolean;
  /** What is left of it is for judging the output. */
  readonly budget: WorkBudget;
  /** By the asked algorithm, over everything but the hole of /Contents. */
  readonly documentDigest: Uint8Array;
  /** State of SHA-256 over the output up to the hole, so that the output need not be read again. */
  readonly outputPrefix: Hash;
}

/**
 * First step: reads the document once, prepares the signature field and takes the digest.
 * Throws PdfError for anything wrong with the document, WorkExceededError, and errors of node:fs.
 */
export async function preparePadesDocument(
  input: Uint8Array | string,
  hashAlgorithm: HashAlgorithm,
  options: PdfSignatureOptions,
): Promise<PreparedPadesDocument> {
  if (typeof input !== 'string') return prepareInMemory(input, hashAlgorithm, options);
  const { size } = statSync(input);
  return size <= IN_MEMORY_BYTES
    ? prepareInMemory(readFileSync(input), hashAlgorithm, options)
    : prepareFromFile(input, size, hashAlgorithm, options);
}

function prepareInMemory(
  original: Uint8Array,
  hashAlgorithm: HashAlgorithm,
  options: PdfSignatureOptions,
): PreparedPadesDocument {
  const budget = signingBudget(original.length);
  const pdf = openWithin(bytesSource(original), budget)();
  const signature = preparePdfSignature(pdf, options);
  const hashes = new DocumentHashes(hashAlgorithm);
  hashes.update(original);
  const hasEarlierSignatures = hasSignatures(pdf);
  return { original, signature, hasEarlierSignatures, budget, ...hashes.finish(signature) };
}

async function prepareFromFile(
  inputPath: string,
  size: number,
  hashAlgorithm: HashAlgorithm,
  options: PdfSignatureOptions,
): Promise<PreparedPadesDocument> {
  const file = await open(inputPath, 'r');
  const source = openFileSource(inputPath);
  try {
    const budget = signingBudget(size);
    const pdf = openWithin(source, budget)();
    const signature = preparePdfSignature(pdf, options);
    const hashes = new DocumentHashes(hashAlgorithm);
    await readThrough(file, size, (chunk) => hashes.update(chunk));
    const hasEarlierSignatures = hasSignatures(pdf);
    return { original: inputPath, signature, hasEarlierSignatures, budget, ...hashes.finish(signature) };
  } finally {
    source.close();
    await file.close();
  }
}

function hasSignatures(pdf: PdfDocument): boolean {
  return signatureFields(pdf).some((field) => field.value !== null);
}

/**
 * Reads into two buffers by turns, so that memory stays flat however long the file is, and the thread pool fetches the next
 * piece while this thread digests the one before.
 */
async function readThrough(file: FileHandle, size: number, take: (chunk: Uint8Array) => void): Promise<void> {
  const buffers = [Buffer.allocUnsafeSlow(CHUNK_BYTES), Buffer.allocUnsafeSlow(CHUNK_BYTES)] as const;
  const readAt = (offset: number, turn: number) =>
    file.read(turn % 2 === 0 ? buffers[0] : buffers[1], 0, Math.min(CHUNK_BYTES, size - offset), offset);
  let reading = readAt(0, 0);
  for (let offset = 0, turn = 1; offset < size; turn += 1) {
    const { bytesRead, buffer } = await reading;
    if (bytesRead === 0) throw new PdfError('PDF_STRUCTURE_INVALID', `the document ended early at byte ${offset}`);
    offset += bytesRead;
    if (offset < size) reading = readAt(offset, turn);
    // Should the digest throw, nobody waits for the piece under way.
    reading.catch(() => undefined);
    take(buffer.subarray(0, bytesRead));
  }
}

/** The document digest and the SHA-256 of the output in one pass; one state serves both when the algorithm is the same. */
class DocumentHashes {
  readonly #output = createHash('sha256');
  readonly #document: Hash | null;

  constructor(algorithm: HashAlgorithm) {
    this.#document = algorithm === 'SHA-256' ? null : createHash(algorithm.replace('-', ''));
  }

  update(bytes: Uint8Array): void {
    this.#output.update(bytes);
    this.#document?.update(bytes);
  }

  finish(signature: PreparedPdfSignature): { documentDigest: Uint8Array; outputPrefix: Hash } {
    const [before, after] = signedAppendedParts(signature);
    this.update(before);
    const document = this.#document ?? this.#output.copy();
    return { documentDigest: document.update(after).digest(), outputPrefix: this.#output };
  }
}

/**
 * Third step: fills /Contents and writes original and update to `outputPath`; whoever stores the file makes it durable. Gives the output's size and
 * SHA-256 (lower-case hex). Throws PdfError (PDF_CONTENTS_TOO_SMALL, or the original has changed) and errors of node:fs.
 */
export async function writePadesDocument(
  prepared: PreparedPadesDocument,
  cms: Uint8Array,
  outputPath: string,
): Promise<{ size: number; sha256: string }> {
  const { signature, original } = prepared;
  const appended = embedSignature(signature, cms);
  if (typeof original === 'string') await copyAndAppend(original, outputPath, signature.originalSize, appended);
  else writeSmallFile(outputPath, [original, appended]);
  const rest = appended.subarray(signature.contentsHole.start - signature.originalSize);
  const sha256 = prepared.outputPrefix.copy().update(rest).digest('hex');
  return { size: signature.originalSize + appended.length, sha256 };
}

/** A reflink where the file system has them, a kernel-side copy elsewhere; the bytes never pass through this process. */
async function copyAndAppend(inputPath: string, outputPath: string, size: number, appended: Uint8Array): Promise<void> {
  await copyFile(inputPath, outputPath, constants.COPYFILE_FICLONE);
  const file = await open(outputPath, 'r+');
  try {
    const copied = await file.stat();
    if (copied.size !== size) throw new PdfError('PDF_STRUCTURE_INVALID', 'the document changed while it was signed');
    await writeAll(file, appended, size);
  } finally {
    await file.close();
  }
}
