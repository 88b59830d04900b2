import { createHash } from 'node:crypto';
import { constants, statSync } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { Asn1Error } from '../../../service/codecs/asn1/asn1-error.ts';
import { concatBytes } from '../../../service/codecs/asn1/der-writer.ts';
import { sourceChunks } from '../../../service/codecs/byte-source.ts';
import { encodeSignedDataLayout } from '../../../service/codecs/cms/signed-data-layout.ts';
import { openRevision, type PdfDocument } from '../../../service/codecs/pdf/pdf-document.ts';
import { PdfError } from '../../../service/codecs/pdf/pdf-error.ts';
import { signedChunks } from '../../../service/codecs/pdf/signature-digest.ts';
import { preparePdfSignature } from '../../../service/codecs/pdf/signature-insertion.ts';
import { embedSignature } from '../../../service/codecs/pdf/signature-placeholder.ts';
import { hasStoreGrown } from '../../../service/codecs/pdf/store-growth.ts';
import { addValidationData } from '../../../service/codecs/pdf/validation-data.ts';
import { openFileSource } from '../../../service/storage/file-source.ts';
import { timestampSigners } from '../cades/raise-signed-data.ts';
import { certificatesIn, certificatesOfSigner, certificatesOfSigners } from '../embedded-certificates.ts';
import { cannotRaise, type ExtendedFile, type ExtensionTask } from '../extender.ts';
import type { LevelServices } from '../level-services.ts';
import { documentChanged, writeAll } from '../output-file.ts';
import { timestampOf } from '../timestamp-of.ts';
import { openWithin } from '../../../service/verification/pades/open-within.ts';
import type { WorkBudget } from '../../../service/verification/work-budget.ts';
import { requireNothingWorse } from './check-output.ts';
import { signingBudget } from './pades-document.ts';
import { namesOfSigned, pdfSignatures, withoutTimestamp, type PdfSignature } from './pdf-signatures.ts';

/** Room for a timestamp token of an authority that is not known yet; a larger one gets more. */
const USUAL_TOKEN_BYTES = 8 * 1024;
/** Tokens of one authority differ by serial number, fraction of the second and signature value. */
const TOKEN_SLACK_BYTES = 512;
/** No token is smaller, so that none is asked for in vain. */
const SMALLEST_TOKEN_BYTES = 1024;

/**
 * Raises the signatures of a PDF (EN 319 142-1 6.3). T: a signature-time-stamp in the CMS when it fits into the room that
 * its /Contents left and nothing was signed since, otherwise a document timestamp, which makes the level just as well.
 * LT: evidence in the document security store. LTA: a document timestamp after it. All but the first are incremental
 * updates: what was there stays byte for byte, and only the file's end is ever in memory.
 */
export async function extendPades(given: ExtensionTask): Promise<ExtendedFile> {
  try {
    const task = measuringTokens(given);
    await copyFile(task.inputPath, task.outputPath, constants.COPYFILE_FICLONE);
    const names = await timestampSignatures(task);
    if (task.level !== 'T') await storeEvidence(task);
    if (task.level === 'LTA') await addDocumentTimestamp(task);
    return { ...measured(task.outputPath), requireNothingWorse: (after) => requireNothingWorse(task, names, after) };
  } catch (error) {
    if (error instanceof PdfError || error instanceof Asn1Error) throw cannotRaise(error.message, error);
    throw error;
  }
}

interface MeasuredTask extends ExtensionTask {
  /** Of all steps together. */
  readonly budget: WorkBudget;
  /** How much room a further token of its authority needs. */
  readonly tokenBytes: () => number;
}

/** The task, whose tokens are measured as they come. */
function measuringTokens(task: ExtensionTask): MeasuredTask {
  let longest = 0;
  const timestamp: LevelServices['timestamp'] = async (...question) => {
    const token = await task.services.timestamp(...question);
    longest = Math.max(longest, token.length);
    return token;
  };
  const tokenBytes = (): number => (longest === 0 ? USUAL_TOKEN_BYTES : longest);
  const validationData: LevelServices['validationData'] = (of) => task.services.validationData(of);
  const budget = signingBudget(statSync(task.inputPath).size);
  return { ...task, services: { timestamp, validationData }, tokenBytes, budget };
}

/** Answers the names of all fields that were signed before. */
async function timestampSignatures(task: MeasuredTask): Promise<readonly string[]> {
  const { signatures, names, size } = withPdf(task, (document) => ({
    signatures: pdfSignatures(document),
    names: namesOfSigned(document),
    size: document.size,
  }));
  if (!signatures.some(({ isTimestamp }) => !isTimestamp)) throw cannotRaise('the document bears no signature');
  const unproven = withoutTimestamp(signatures);
  const [first, ...more] = unproven;
  if (first === undefined) return names;
  const isLast = more.length === 0 && first.coveredEnd === size;
  if (isLast && (await timestampInside(task, first))) return names;
  const signers = unproven.flatMap(({ layout }) =>
    layout.signerInfos.flatMap((signer) => certificatesOfSigner(layout, signer)),
  );
  await addDocumentTimestamp(task, signers);
  return names;
}

/** Fills the room that /Contents left, which no signature covers; false when the token does not fit. */
async function timestampInside(task: ExtensionTask, { contents, layout }: PdfSignature): Promise<boolean> {
  const room = (contents.end - contents.start - 2) / 2;
  if (encoded(contents.bytes, layout).length + SMALLEST_TOKEN_BYTES > room) return false;
  const cms = encoded(contents.bytes, await timestampSigners(layout, task));
  if (cms.length > room) return false;
  const filled = Buffer.alloc(room * 2, '0');
  filled.write(Buffer.from(cms).toString('hex'), 'latin1');
  await writeAt(task.outputPath, filled, contents.start + 1);
  return true;
}

function encoded(cms: Uint8Array, layout: PdfSignature['layout']): Uint8Array {
  const { prefix, suffix } = encodeSignedDataLayout(layout);
  return concatBytes([prefix, cms.subarray(layout.encapContentInfo.start, layout.encapContentInfo.end), suffix]);
}

async function storeEvidence(task: MeasuredTask): Promise<void> {
  const signatures = withPdf(task, (document) => pdfSignatures(document));
  const certificates = certificatesToProve(signatures, task);
  const evidence = await task.services.validationData({ certificates, at: task.at });
  const [size, update] = withPdf(task, (document) => {
    // EN 319 142-1 6.3: a store that was there before the signature makes no LT of it, even where it has it all.
    const isWrittenAnew = signatures.some((one) => !one.isTimestamp && !hasStoreSince(document, one));
    return [document.size, addValidationData(document, evidence, isWrittenAnew)] as const;
  });
  if (update !== null) await writeAt(task.outputPath, update, size);
}

function hasStoreSince(document: PdfDocument, { coveredEnd }: PdfSignature): boolean {
  const covered = document.revisions.findIndex(({ end }) => end !== null && end >= coveredEnd);
  return covered !== -1 && hasStoreGrown(openRevision(document, covered), document);
}

/** Those of all signatures and timestamps; of a document to be renewed, those of the timestamp over all the others. */
function certificatesToProve(signatures: readonly PdfSignature[], { isRenewal = false }: ExtensionTask): Uint8Array[] {
  const known = signatures.flatMap(({ layout }) => certificatesIn(layout));
  const all = signatures.flatMap(({ layout }) => certificatesOfSigners(layout, known));
  if (!isRenewal) return all;
  const youngest = signatures
    .filter(({ isTimestamp }) => isTimestamp)
    .toSorted((left, right) => left.coveredEnd - right.coveredEnd)
    .at(-1);
  return youngest === undefined ? all : certificatesOfSigners(youngest.layout, known);
}

/** EN 319 142-1 5.4.3: a timestamp over the whole file as it is, in a field of its own; `signers` as the service has it. */
async function addDocumentTimestamp(task: MeasuredTask, signers: readonly Uint8Array[] = []): Promise<void> {
  const tokenBytes = task.tokenBytes();
  const source = openFileSource(task.outputPath);
  try {
    const prepared = preparePdfSignature(openWithin(source, task.budget)(), {
      ...{ kind: 'documentTimestamp', at: task.at, reason: null, appearancePageNumber: 1, appearance: null },
      contentsBytes: tokenBytes + TOKEN_SLACK_BYTES,
    });
    const token = await timestampOf(task, signedChunks(source, prepared), signers);
    const isTooLarge = token.length > tokenBytes + TOKEN_SLACK_BYTES;
    if (isTooLarge) {
      await addDocumentTimestamp(task, signers);
      return;
    }
    await writeAt(task.outputPath, embedSignature(prepared, token), prepared.originalSize);
  } finally {
    source.close();
  }
}

function withPdf<T>({ outputPath, budget }: MeasuredTask, read: (document: PdfDocument) => T): T {
  const source = openFileSource(outputPath);
  try {
    return read(openWithin(source, budget)());
  } finally {
    source.close();
  }
}

async function writeAt(path: string, bytes: Uint8Array, position: number): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await writeAll(file, bytes, position);
  } finally {
    await file.close();
  }
}

function measured(path: string): Pick<ExtendedFile, 'size' | 'sha256'> {
  const source = openFileSource(path);
  try {
    const hash = createHash('sha256');
    for (const chunk of sourceChunks(source, 0, source.size, documentChanged)) hash.update(chunk);
    return { size: source.size, sha256: hash.digest('hex') };
  } finally {
    source.close();
  }
}
