import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { bytesSource, type ByteSource } from '../../../service/codecs/byte-source.ts';
import { tell } from '../../../service/contract/vocabulary/sentences/sentences.ts';
import type { Told } from '../../../service/contract/vocabulary/sentence.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import type { SignatureFinding } from '../../../service/contract/http/verification.ts';
import { checkOwnSignature } from '../../../service/verification/cades/check-own-signature.ts';
import { createContentsJudge } from '../../../service/verification/pades/contents-judge.ts';
import { openWithin } from '../../../service/verification/pades/open-within.ts';
import { UNJUDGED, type ContentsJudge } from '../../../service/verification/pades/pades-finding.ts';
import { verifyPades, type PadesOptions } from '../../../service/verification/pades/verify-pades.ts';
import type { WorkBudget } from '../../../service/verification/work-budget.ts';
import type { VerificationOutcome } from '../../../service/verification/verification.ts';
import { openFileSource } from '../../../service/storage/file-source.ts';
import { requireNoFaults } from '../cades/signature-parts.ts';
import type { EngineTask } from '../engine.ts';
import type { ExtensionTask } from '../extender.ts';
import { signingBudget, type PreparedPadesDocument } from './pades-document.ts';
import { namesOfSigned } from './pdf-signatures.ts';
import { isWrittenAsPrepared } from './written-as-prepared.ts';
import { isWorseStatus } from '../../../service/verification/fault.ts';

const NO_TRUST = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };
/** Larger files are not read into memory. */
const IN_MEMORY_BYTES = 8 * 1024 * 1024;
/** Outputs up to this size are read into the same memory, one after the other. */
const REUSED_BYTES = 1024 * 1024;

/**
 * Has the station's verifier judge the written output. The new signature must be intact, cover the file, and be in a
 * document that reads the same everywhere; no earlier signature may be worse off than before. Trust is not the question
 * here, only integrity. Throws StationError SIGNING_OPERATION_FAILED (permanent) with what the verifier says, and WorkExceededError.
 */
export function checkPadesOutput(task: EngineTask, prepared: PreparedPadesDocument): Promise<void> {
  return Promise.try(requireGoodOutput, task, prepared);
}

function requireGoodOutput(task: EngineTask, prepared: PreparedPadesDocument): void {
  // Preparing has read the document through for what other readers would repair; of a large one once is enough.
  const isKnownUnambiguous = prepared.signature.originalSize > REUSED_BYTES;
  const { budget } = prepared;
  const options = { isKnownUnambiguous, budget };
  const written = openOutput(task.outputPath);
  const after = judgeSource(written, task.at, options, judgeOwn(task, prepared, written));
  // Not the last one: what covers nothing, as an unfinished signature does, stands behind all that do.
  const ofField = after.signatures.filter(({ name }) => name === prepared.signature.fieldName);
  const own = ofField.findLast(({ coversWholeDocument }) => coversWholeDocument);
  if (own?.signature.cryptoValid !== true || own.reasonCodes.some(isOfOwnStructure)) {
    throw refused(
      tell('NEW_SIGNATURE_WOULD_NOT_HOLD', { detail: (own ?? ofField.at(-1))?.detail ?? after.detail ?? '' }),
    );
  }
  if (prepared.hasEarlierSignatures) requireNoneWorse(task.document.path, task.at, after, budget);
}

/**
 * No signature of a raised file may be worse off than it was in the file before, whose signed fields are `names`; `after`
 * is what the verifier says of the raised one. Rejects like checkPadesOutput.
 */
export function requireNothingWorse(
  task: ExtensionTask,
  names: readonly string[],
  after: VerificationOutcome,
): Promise<void> {
  return Promise.try(() => {
    const { inputPath, outputPath, at } = task;
    const budget = signingBudget(statSync(outputPath).size);
    // Verdicts with trust and without are not compared.
    if (isAllSpotless(after, () => names)) return;
    requireNoneWorse(inputPath, at, judge(outputPath, at, budget), budget);
  });
}

/** Only where something is wrong now does it matter what was wrong before, which costs a verification of its own. */
function requireNoneWorse(beforePath: string, at: Date, after: VerificationOutcome, budget: WorkBudget): void {
  if (isAllSpotless(after, () => namesIn(beforePath, budget))) return;
  const named = Map.groupBy(after.signatures, ({ name }) => name);
  for (const earlier of judge(beforePath, at, budget).signatures) {
    // One field may have had several, one after the other; all are in the order of the parts that they cover.
    const now = named.get(earlier.name)?.shift();
    if (!isWorse(earlier, now)) continue;
    throw refused(
      tell('EARLIER_SIGNATURE_WOULD_NOT_HOLD', { name: earlier.name, detail: now?.detail ?? after.detail ?? '' }),
    );
  }
}

/** Whether nothing is wrong with any signature of a file, and all that the one before had are there, by their names. */
function isAllSpotless(after: VerificationOutcome, before: () => readonly string[]): boolean {
  return isSpotless(after) && before().every((name) => after.signatures.some((now) => now.name === name));
}

/** Nobody's trust is asked for: what is not broken, and stands in a sound document, cannot have been better before. */
function isSpotless({ signatures }: VerificationOutcome): boolean {
  return signatures.every(({ status, reasonCodes }) => status !== 'INVALID' && !reasonCodes.some(isOfStructure));
}

function namesIn(path: string, budget: WorkBudget): string[] {
  const file = openDocument(path, statSync(path).size);
  try {
    return namesOfSigned(openWithin(file, budget)());
  } finally {
    file.close();
  }
}

function judge(path: string, at: Date, budget: WorkBudget): VerificationOutcome {
  return judgeSource(openDocument(path, statSync(path).size), at, { budget });
}

function judgeSource(
  file: ClosableSource,
  at: Date,
  options: PadesOptions & { readonly budget: WorkBudget },
  wrap: (judge: ContentsJudge) => ContentsJudge = (same) => same,
): VerificationOutcome {
  try {
    const contents = createContentsJudge({ trust: NO_TRUST, at, revocationMode: 'Offline', budget: options.budget });
    return verifyPades(file, wrap(contents), at, options);
  } finally {
    file.close();
  }
}

type ClosableSource = ByteSource & { close(): void };

function openDocument(path: string, size: number): ClosableSource {
  if (size > IN_MEMORY_BYTES) return openFileSource(path);
  return inMemory(readFileSync(path));
}

/** A small output lies where the one before lay: it is judged in one go, and nothing of its bytes is kept. */
function openOutput(path: string): ClosableSource {
  const { size } = statSync(path);
  return size > REUSED_BYTES ? openDocument(path, size) : inMemory(readAgain(path));
}

let reused: Uint8Array | undefined;

/** At most REUSED_BYTES of the file, good until the next call. */
function readAgain(path: string): Uint8Array {
  reused ??= new Uint8Array(REUSED_BYTES);
  const descriptor = openSync(path, 'r');
  try {
    let length = 0;
    for (let read = -1; read !== 0; length += read)
      read = readSync(descriptor, reused, length, REUSED_BYTES - length, length);
    return reused.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

function inMemory(bytes: Uint8Array): ClosableSource {
  return { ...bytesSource(bytes), close: () => undefined };
}

/** The new signature by its value, its digest and the chosen certificate; any other as `judgeOther` does. */
function judgeOwn(
  task: EngineTask,
  prepared: PreparedPadesDocument,
  written: ByteSource,
): (judgeOther: ContentsJudge) => ContentsJudge {
  const { signature, documentDigest } = prepared;
  const { start, end } = signature.contentsHole;
  return (judgeOther) => (found, contents, digestContent, surroundings) => {
    if (found.covered?.gapStart !== start || found.covered.gapEnd !== end) {
      return judgeOther(found, contents, digestContent, surroundings);
    }
    const faults = checkOwnSignature({
      signedData: contents,
      trailing: 'zeros',
      signingCertificate: task.key.certificate,
      chain: task.key.chain,
      contentDigest: isDigestKnown(prepared, written) ? documentDigest : digestContent(task.algorithm.hash),
      contentRange: null,
    });
    // Digests differ when the document is another one than was to be signed; all else is the device's matter.
    if (!faults.includes('SIG_DIGEST_MISMATCH')) requireNoFaults(faults);
    const cryptoValid = faults.length === 0;
    const detail = cryptoValid ? null : `Its check ended with ${faults.join(', ')}.`;
    return {
      ...UNJUDGED,
      status: cryptoValid ? 'VALID' : 'INVALID',
      signature: { ...UNJUDGED.signature, cryptoValid },
      detail,
    };
  };
}

/** A large file is not read through once more to take a digest that is known; a small one is compared. */
function isDigestKnown({ original, signature }: PreparedPadesDocument, written: ByteSource): boolean {
  return typeof original === 'string' || isWrittenAsPrepared(written, original, signature);
}

function isOfStructure(reason: string): boolean {
  return reason.startsWith('PDF_') || reason === 'SIG_DIGEST_MISMATCH' || reason === 'SIG_COVERAGE_INCOMPLETE';
}

/** That somebody took a signature out before is told of the new one as well, and no fault of it. */
function isOfOwnStructure(reason: string): boolean {
  return isOfStructure(reason) && reason !== 'PDF_SIGNATURE_DROPPED';
}

/** What changed shows in the reasons. */
function isWorse(before: SignatureFinding, after: SignatureFinding | undefined): boolean {
  if (before.status === 'INVALID') return false;
  if (after === undefined || isWorseStatus(after.status, before.status)) return true;
  return after.reasonCodes.some((reason) => isOfStructure(reason) && !before.reasonCodes.includes(reason));
}

function refused(why: Told): StationError {
  return new StationError('SIGNING_OPERATION_FAILED', why, { area: 'document' });
}
