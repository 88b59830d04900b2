import type { ByteSource } from '../../codecs/byte-source.ts';
import { META_INF } from '../../codecs/asic/asic-container.ts';
import { openZip } from '../../codecs/zip/zip-archive.ts';
import { ZipError } from '../../codecs/zip/zip-error.ts';
import type { InspectedFile, InspectionFacts } from '../../contract/http/inspection.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import type { SignatureFormat } from '../../contract/vocabulary/signature-formats.ts';
import { indeterminate, isWorseStatus } from '../fault.ts';
import { reportWithoutSignature, withFaults } from '../report.ts';
import type { VerificationOutcome } from '../verification.ts';
import type { WorkBudget } from '../work-budget.ts';
import { openWithin, type OpenDocument } from '../pades/open-within.ts';
import { detectKind } from './detect-kind.ts';
import type { Detection } from './detection.ts';
import { examinePdf, NOTHING_FOUND, type PdfFacts } from './examine-pdf.ts';
import { factsOf, faultsOfOthers, signedNames, signedOriginals, type JudgedWith } from './given-originals.ts';

/** What judging a document leaves to whoever asks for more. */
export interface SharedWithJudge {
  /** Takes those of the originals that XML signatures are over. */
  readonly signed: Set<ByteSource>;
  /** How a PDF is opened. */
  readonly open: OpenDocument;
}

/** Judges a document as this format, with what was given along. */
export type JudgeFormat = (
  format: SignatureFormat,
  document: ByteSource,
  originals: readonly ByteSource[],
  shared: SharedWithJudge,
) => Promise<VerificationOutcome>;

const FORMATS: Readonly<Record<InspectionFacts['detected'], SignatureFormat | null>> = {
  PDF: 'PAdES',
  XML: 'XAdES',
  CMS: 'CAdES',
  ASiC_S: 'ASiC_S',
  ASiC_E: 'ASiC_E',
  TimestampToken: 'CAdES',
  PlainFile: null,
  Unknown: null,
};

/** What to say of an unsigned file of a kind that may be signed. */
const UNSIGNED: Partial<Readonly<Record<InspectionFacts['detected'], string>>> = {
  PDF: 'The PDF holds no signature.',
  XML: 'The XML holds no signature.',
  CMS: 'The file has no signer: nobody signed.',
};

/**
 * Tells what a file is and judges its signatures, if any. Of several originals those count that the
 * signatures are over. Throws WorkExceededError, and nothing else for anything in the document; errors of the sources
 * go through.
 */
export async function inspectDocument(
  document: ByteSource,
  originals: readonly ByteSource[],
  judge: JudgeFormat,
  { at, budget }: { readonly at: Date; readonly budget: WorkBudget },
): Promise<VerificationOutcome> {
  const found = await detectKind(document);
  const format = FORMATS[found.kind];
  if (format === null) return unsigned(found, originals, found.explanation ?? '', NOTHING_FOUND, at);
  const open = openWithin(found.document, budget);
  const judged = await judgeWithOriginals(format, found, originals, (kind, bytes, beside, signed) =>
    judge(kind, bytes, beside, { signed, open }),
  );
  // After the verdict, which is owed the budget first.
  const facts = found.kind === 'PDF' ? examinePdf(open) : NOTHING_FOUND;
  const signed = await signedOriginals(found, originals, judged, budget);
  const outcome = withFaults(judged.outcome, faultsOfOthers(found, originals, signed, judged));
  // A signature that was taken out of the document is a change, of which there is a verdict.
  const isFound = outcome.signatures.length > 0 || outcome.overallStatus === 'INVALID';
  const isUnsigned = !isFound && outcome.reasonCodes.includes('SIG_NOT_FOUND');
  const words = UNSIGNED[found.kind];
  if (isUnsigned && words !== undefined) {
    const isRead = outcome.reasonCodes.length === 1;
    return unsigned(found, originals, (isRead ? null : outcome.detail) ?? words, facts, at);
  }
  const inspection: InspectionFacts = {
    detected: found.kind,
    isSigned: outcome.signatures.length > 0 && !outcome.reasonCodes.some((code) => NO_SIGNATURES.has(code)),
    contents: contentsOf(found, outcome),
    originals: originals.map((file) => factsOf(file, signed.has(file))),
    warnings: [...facts.warnings],
    signatureFields: [...facts.signatureFields],
    pageCount: facts.pageCount,
    explanation: found.explanation,
  };
  return { ...outcome, inspection };
}

/** What is judged like a signature and is nobody's: the report says what it is. */
const NO_SIGNATURES: ReadonlySet<ReasonCode> = new Set<ReasonCode>(['SIG_TIMESTAMP_ONLY', 'SIG_USAGE_RIGHTS_ONLY']);

/** The report is for the form only: nobody is shown the verdict of an unsigned file. */
function unsigned(
  { kind }: Detection,
  originals: readonly ByteSource[],
  explanation: string,
  { warnings, signatureFields, pageCount }: PdfFacts,
  at: Date,
): VerificationOutcome {
  const format = FORMATS[kind] ?? 'CAdES';
  const outcome = reportWithoutSignature(format, [indeterminate('SIG_NOT_FOUND', explanation)], at);
  return {
    ...outcome,
    inspection: {
      ...{ detected: kind, isSigned: false, contents: [], explanation },
      originals: originals.map((file) => factsOf(file, false)),
      warnings: [...warnings],
      signatureFields: [...signatureFields],
      pageCount,
    },
  };
}

type JudgeWith = (
  format: SignatureFormat,
  document: ByteSource,
  originals: readonly ByteSource[],
  signed: Set<ByteSource>,
) => Promise<VerificationOutcome>;

/** CMS is over one content, which may be any of the originals, and XML over any number of files. Others hold theirs. */
async function judgeWithOriginals(
  format: SignatureFormat,
  { document, contents }: Detection,
  given: readonly ByteSource[],
  judge: JudgeWith,
): Promise<JudgedWith> {
  const originals = contents ?? given;
  const signed = new Set<ByteSource>();
  if (format === 'XAdES') return { outcome: await judge(format, document, originals, signed), signed };
  const [first, ...others] = format === 'CAdES' ? originals : [];
  let best = await judgeWithOne(format, document, first, judge);
  for (const original of others) {
    const judged = await judgeWithOne(format, document, original, judge);
    if (isBetter(judged.outcome, best.outcome)) best = judged;
  }
  return best;
}

async function judgeWithOne(
  format: SignatureFormat,
  document: ByteSource,
  original: ByteSource | undefined,
  judge: JudgeWith,
): Promise<JudgedWith> {
  const outcome = await judge(format, document, original === undefined ? [] : [original], new Set());
  const isSigned = original !== undefined && outcome.signatures.some(({ signature }) => signature.cryptoValid);
  return { outcome, signed: new Set(isSigned ? [original] : []) };
}

function isBetter(outcome: VerificationOutcome, best: VerificationOutcome): boolean {
  if (outcome.overallStatus !== best.overallStatus) return isWorseStatus(best.overallStatus, outcome.overallStatus);
  return outcome.signature.cryptoValid && !best.signature.cryptoValid;
}

function contentsOf({ kind, document }: Detection, outcome: VerificationOutcome): InspectedFile[] {
  if (kind !== 'ASiC_S' && kind !== 'ASiC_E') return [];
  const signed = signedNames(outcome);
  try {
    const files = openZip(document).entries.filter(({ isFolder }) => !isFolder);
    return files.map(({ name, size }) => ({ name, size, role: roleOf(name), isSigned: signed.has(name) }));
  } catch (error) {
    // The report says what is wrong with it.
    if (error instanceof ZipError) return [];
    throw error;
  }
}

function roleOf(name: string): InspectedFile['role'] {
  if (!name.startsWith(META_INF)) return name === 'mimetype' ? 'Other' : 'Data';
  return /\.(?:p7[sm])$|signatures[^/]*\.xml$/iu.test(name) ? 'Signature' : 'Other';
}
