import type { Certification } from '../../../service/contract/vocabulary/pdf-signing.ts';
import type { PdfSignatureOptions } from '../../../service/codecs/pdf/signature-options.ts';
import type { StampWish } from '../../../service/codecs/pdf/stamp-wish.ts';
import { PdfError, type PdfErrorCode } from '../../../service/codecs/pdf/pdf-error.ts';
import { tell } from '../../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import type { EngineTask, FormatEngine, PreparedSignature, SignedOutput } from '../engine.ts';
import { signedFileOf } from '../output-name.ts';
import { extendPades } from './pades-extender.ts';
import { preparePadesDocument, writePadesDocument, type PreparedPadesDocument } from './pades-document.ts';
import { stampFor } from './stamp.ts';

/** The detached CAdES signature (EN 319 142-1 clause 6.3) as far as the PDF around it needs to know. */
export interface PadesCms {
  /** An upper bound for the DER of the finished CMS, in bytes. */
  estimateBytes(task: EngineTask): number;
  /** First step: the data to be signed over `documentDigest`. */
  prepare(task: EngineTask, documentDigest: Uint8Array): PreparedPadesCms;
}

export interface PreparedPadesCms {
  readonly dataToBeSigned: Uint8Array;
  readonly digest: Uint8Array;
  /** Third step: the finished CMS in DER. Whether it holds is asked of the written output. Throws StationError. */
  build(signatureValue: Uint8Array): Uint8Array | Promise<Uint8Array>;
}

export interface PadesEngineParts {
  readonly cms: PadesCms;
  /** A name to print on a visible stamp, from the DER certificate. */
  readonly signerName: (certificate: Uint8Array) => string;
  /**
   * Judges the written output. Throws StationError when it must not be stored: the new signature does not hold, or an
   * earlier one would suffer.
   */
  readonly checkOutput: (task: EngineTask, prepared: PreparedPadesDocument) => Promise<void>;
}

/** PAdES baseline B: a new signature field by incremental update, the original bytes an untouched prefix. */
export function createPadesEngine(parts: PadesEngineParts): FormatEngine {
  return { prepare: (task) => asStationError(() => prepare(parts, task)), extend: extendPades };
}

async function prepare(parts: PadesEngineParts, task: EngineTask): Promise<PreparedSignature> {
  const document = await preparePadesDocument(task.document.bytes ?? task.document.path, task.algorithm.hash, {
    kind: 'signature',
    at: task.at,
    contentsBytes: parts.cms.estimateBytes(task) + timestampRoom(task),
    reason: task.order.signatureNote,
    appearancePageNumber: task.order.appearancePageNumber,
    ...fieldChoice(task),
    place: placeOf(task),
    appearance: await stampFor(task, parts.signerName),
  });
  const cms = parts.cms.prepare(task, document.documentDigest);
  const embed = async (signatureValue: Uint8Array): Promise<SignedOutput> => {
    const written = await writePadesDocument(document, await cms.build(signatureValue), task.outputPath);
    await parts.checkOutput(task, document);
    return {
      ...written,
      ...signedFileOf('PAdES', task.document.originalFileName),
    };
  };
  return {
    dataToBeSigned: cms.dataToBeSigned,
    digest: cms.digest,
    embed: (signatureValue) => asStationError(() => embed(signatureValue)),
    // Nothing stays open between the steps.
    discard: () => Promise.resolve(),
  };
}

/** P of DocMDP, ISO 32000-2 table 257. */
const CERTIFICATION_LEVELS = { NoChanges: 1, FillForms: 2, Annotate: 3 } as const satisfies Record<
  Certification,
  number
>;

function placeOf({ order }: EngineTask): StampWish | null {
  const { rect = null, anchor = null } = order.stampOptions ?? {};
  if (rect !== null) return rect;
  return anchor === null ? null : { anchor };
}

function fieldChoice({ order, algorithm, key }: EngineTask): Partial<PdfSignatureOptions> {
  const { signatureField, certification, profile } = order;
  return {
    fieldName: signatureField,
    certification: certification === null ? null : CERTIFICATION_LEVELS[certification],
    seeded: {
      hashAlgorithm: algorithm.hash,
      hasTimestamp: profile !== 'B',
      hasEvidence: profile === 'LT' || profile === 'LTA',
      certificate: key.certificate,
    },
  };
}

/** What the attribute around a token takes, lengths that grow because of it, and what tokens of one authority differ by. */
const AROUND_TOKEN_BYTES = 64 + 512;

function timestampRoom({ expectedTokenBytes }: EngineTask): number {
  return expectedTokenBytes === undefined ? 0 : expectedTokenBytes + AROUND_TOKEN_BYTES;
}

/** Refusals that another stamp, or none, cures: the document itself can be signed. */
const OF_OPTIONS: readonly PdfErrorCode[] = [
  ...(['PDF_PAGE_NOT_FOUND', 'PDF_NO_ROOM_FOR_STAMP', 'PDF_STAMP_IMAGE_INVALID', 'PDF_ANCHOR_NOT_FOUND'] as const),
  ...(['PDF_STAMP_OUTSIDE_PAGE', 'PDF_STAMP_OVER_FIELD', 'PDF_STAMP_OVER_STAMP', 'PDF_STAMP_HIDES_SIGNED'] as const),
  'PDF_STAMP_TOO_SMALL',
  ...(['PDF_FIELD_NOT_FOUND', 'PDF_FIELD_UNUSABLE', 'PDF_SEED_VALUE_UNMET', 'PDF_CERTIFICATION_LATE'] as const),
];

async function asStationError<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    throw new StationError('SIGNING_OPERATION_FAILED', tell(error.code, { detail: error.message }), {
      area: OF_OPTIONS.includes(error.code) ? 'options' : 'document',
      cause: error,
    });
  }
}
