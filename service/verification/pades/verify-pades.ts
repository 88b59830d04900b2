import type { OctetRange } from '../../codecs/asn1/ber-stream.ts';
import type { ByteSource } from '../../codecs/byte-source.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { PdfError } from '../../codecs/pdf/pdf-error.ts';
import { findAmbiguity } from '../../codecs/pdf/ambiguities.ts';
import type { DocumentChange, SignatureFinding } from '../../contract/http/verification.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { type Fault, indeterminate, invalid, worstStatus } from '../fault.ts';
import { judgeHiddenArchive } from '../hidden-archive.ts';
import { assembleReport, isUnknownKind, reportWithoutSignature } from '../report.ts';
import type { VerificationOutcome } from '../verification.ts';
import type { WorkBudget } from '../work-budget.ts';
import { checkCertifications } from './docmdp-certifications.ts';
import { combineRules, judgeChange } from './docmdp-rules.ts';
import { describeChanges, describeDropped, limitChanges } from './change-report.ts';
import { areLineEnds } from './byte-range.ts';
import { CoveredDigests } from './covered-digest.ts';
import { DocumentSurroundings } from './document-surroundings.ts';
import { doubtAfterDropping } from './dropped-signatures.ts';
import { earlyTimestamps } from './early-timestamps.ts';
import { hasBrokenSignature, reportEncrypted } from './encrypted-document.ts';
import { analyseDifferences } from './difference-analysis.ts';
import { combineFinding, isSupported, UNJUDGED, type ContentsFinding, type ContentsJudge } from './pades-finding.ts';
import { openWithin, type OpenDocument } from './open-within.ts';
import { accountForRevision, checkPlacement, checkSectionOrder } from './revision-layout.ts';
import { findUsageRights } from './usage-rights.ts';
import type { AddedSignature, RevisionChange } from './revision-changes.ts';
import { RevisionViews, surveySignatures, type FoundSignature } from './signature-survey.ts';
import { faultsOfUnreadable, wasSigned } from './visible-signature.ts';

export interface PadesOptions {
  /** Whoever asks has looked for what other readers would repair, and added nothing but a section of our own since. */
  readonly isKnownUnambiguous?: boolean;
  /** The document's; without it digests cost nothing. */
  readonly budget?: WorkBudget;
  /** Of whoever looks at more of the document. */
  readonly open?: OpenDocument;
}

/**
 * Verifies every signature of a PDF (EN 319 142-1, ISO 32000-2 clause 12.8): structure without repair, byte ranges,
 * contents, and what later revisions changed. Throws WorkExceededError where there is a budget, and nothing else for
 * anything the document contains.
 */
export function verifyPades(
  source: ByteSource,
  judgeContents: ContentsJudge,
  at: Date,
  options: PadesOptions = {},
): VerificationOutcome {
  try {
    return new PadesVerification(source, judgeContents, at, options).report();
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    if (error.code === 'PDF_ENCRYPTED') return reportEncrypted(source, judgeContents, at, options.budget);
    const isBroken = (): boolean => hasBrokenSignature(source, judgeContents, options.budget);
    return refusal(source, error, isBroken, at);
  }
}

function refusal(source: ByteSource, error: PdfError, isBroken: () => boolean, at: Date): VerificationOutcome {
  const reason =
    error.code === 'PDF_BYTES_UNACCOUNTED'
      ? 'PDF_BYTES_UNACCOUNTED'
      : error.code === 'PDF_LIMIT_EXCEEDED'
        ? 'SIG_LIMIT_EXCEEDED'
        : 'PDF_STRUCTURE_INVALID';
  if (reason !== 'SIG_LIMIT_EXCEEDED') {
    return reportWithoutSignature('PAdES', faultsOfUnreadable(source, reason, error.message, isBroken), at);
  }
  // What is beyond a limit may be lawful.
  return reportWithoutSignature('PAdES', [indeterminate(reason, `The document cannot be read: ${error.message}.`)], at);
}

const REMOVED = invalid('SIG_NOT_FOUND', 'The document was signed, and no form shows the signature any more.');

interface Judged {
  readonly signature: FoundSignature;
  readonly contents: ContentsFinding;
  readonly faults: Fault[];
}

class PadesVerification {
  readonly #source: ByteSource;
  readonly #judgeContents: ContentsJudge;
  readonly #options: PadesOptions;
  readonly #at: Date;
  readonly #views: RevisionViews;
  readonly #surroundings: DocumentSurroundings;

  constructor(source: ByteSource, judgeContents: ContentsJudge, at: Date, options: PadesOptions) {
    this.#source = source;
    this.#judgeContents = judgeContents;
    this.#options = options;
    this.#at = at;
    this.#views = new RevisionViews((options.open ?? openWithin(source, options.budget))());
    this.#surroundings = new DocumentSurroundings(this.#views, new CoveredDigests(source, options.budget));
  }

  report(): VerificationOutcome {
    const { revisions } = this.#views.document;
    const order = checkSectionOrder(revisions);
    if (order !== null) {
      const isBroken = (): boolean => hasBrokenSignature(this.#source, this.#judgeContents, this.#options.budget);
      const faults = faultsOfUnreadable(this.#source, 'PDF_STRUCTURE_INVALID', order, isBroken);
      return reportWithoutSignature('PAdES', faults, this.#at);
    }
    const signatures = surveySignatures(this.#views);
    if (!signatures.some(({ isTimestamp }) => !isTimestamp)) return this.#reportMissing(signatures);
    const judged = signatures.map((signature) => this.#judge(signature, signatures));
    const documentFaults = this.#checkBytes(signatures);
    const changes = documentFaults.length === 0 ? this.#addChanges(judged) : [];
    const hidden = judgeHiddenArchive(this.#source, signedRanges(signatures));
    return this.#assemble(judged, [...documentFaults, ...this.#checkAmbiguity(signatures), ...hidden], changes);
  }

  /** Timestamps and usage rights are no signatures of anybody; what they are is said, and whether they hold. */
  #reportMissing(timestamps: readonly FoundSignature[]): VerificationOutcome {
    const rights = findUsageRights(this.#views.document);
    const all = [...timestamps, ...(rights === null ? [] : [rights])];
    const judged = all.map((signature) => this.#judge(signature, timestamps));
    const [reason, detail]: readonly [ReasonCode, string] =
      rights !== null
        ? ['SIG_USAGE_RIGHTS_ONLY', 'The document carries usage rights for a reader program, but no signature.']
        : timestamps.length > 0
          ? ['SIG_TIMESTAMP_ONLY', 'The document contains timestamps but no signature.']
          : ['SIG_NOT_FOUND', 'The document contains no signature.'];
    if (judged.length === 0) {
      const fault = wasSigned(this.#source) ? REMOVED : indeterminate(reason, detail);
      return reportWithoutSignature('PAdES', [fault], this.#at);
    }
    return this.#assemble(judged, [indeterminate(reason, detail)], describeDropped(timestamps));
  }

  #judge(signature: FoundSignature, all: readonly FoundSignature[]): Judged {
    const { covered, contents } = signature;
    if (!isSupported(signature)) return judgeUnknown(signature);
    const faults = [...signature.faults];
    if (covered === null || contents === null) return { signature, contents: UNJUDGED, faults };
    const surroundings = this.#surroundings.of(signature, all);
    const digestContent = this.#surroundings.digestOf(signature);
    return { signature, contents: this.#judgeContents(signature, contents, digestContent, surroundings), faults };
  }

  /** What other readers would repair may show them other pages than the signed ones. */
  #checkAmbiguity(signatures: readonly FoundSignature[]): Fault[] {
    if (this.#options.isKnownUnambiguous === true) return [];
    const { document } = this.#views;
    const signed = firstSigned(signatures) ?? document.revisions.length;
    const later = document.revisions.slice(signed + 1).flatMap(({ sections }) => sections);
    // A signer may have such a document before him; nobody has to write one after him.
    const cause = later.some(({ hasShortEntries }) => hasShortEntries)
      ? 'an appended table has entries of 19 bytes'
      : ambiguityOf(document);
    if (cause === null) return [];
    const detail = `Programs that repair the document may show something else than what was signed: ${cause}.`;
    return [indeterminate('PDF_STRUCTURE_AMBIGUOUS', detail)];
  }

  /** Every byte after the first signed revision belongs to the chain of revisions, and to nothing else. */
  #checkBytes(signatures: readonly FoundSignature[]): Fault[] {
    const { document } = this.#views;
    const last = document.revisions.at(-1);
    const end = Math.max(last?.end ?? 0, ...signatures.map(({ covered }) => covered?.end ?? 0));
    // ISO 32000-2 clause 7.5.5 ends the file with the marker's line; an empty line more is no other content.
    if (end < this.#source.size && !areLineEnds(this.#source, end, this.#source.size)) {
      return [invalid('PDF_BYTES_UNACCOUNTED', 'Bytes follow the last end-of-file marker.')];
    }
    const first = firstSigned(signatures);
    const later = document.revisions.slice(first === null ? document.revisions.length : first + 1);
    if (later.length === 0) return [];
    const misplaced = checkPlacement(document.revisions, document.size);
    if (misplaced !== null) return [misplaced];
    for (const revision of later) {
      const fault = accountForRevision(this.#views.at(revision.index));
      if (fault !== null) return [fault];
    }
    return [];
  }

  /** Adds to each signature what the revisions after it did wrong, and gives all that they did. */
  #addChanges(judged: readonly Judged[]): DocumentChange[] {
    const signatures = judged.map(({ signature }) => signature);
    checkCertifications(this.#views, signatures).forEach((faults, index) => judged[index]?.faults.push(...faults));
    const first = firstSigned(signatures);
    if (first === null) return [];
    const byRevision = Map.groupBy(judged, ({ signature }) => signature.revision);
    const addedBy = (revision: number): AddedSignature[] => (byRevision.get(revision) ?? []).map(toAdded);
    doubtAfterDropping(judged);
    const dropped = judged.filter(({ signature }) => signature.droppedBy !== null);
    const droppedBy = (revision: number): AddedSignature[] =>
      dropped.filter(({ signature }) => signature.droppedBy === revision).map(toAdded);
    const reported = describeDropped(signatures, first);
    analyseDifferences(this.#views, first, addedBy, droppedBy).forEach((changes, index) => {
      const revision = first + 1 + index;
      judgeRevisionChanges(judged, revision, changes);
      for (const change of describeChanges(signatures, revision, changes)) reported.push(change);
    });
    return limitChanges(reported);
  }

  #assemble(
    judged: readonly Judged[],
    documentFaults: readonly Fault[],
    changes: readonly DocumentChange[],
  ): VerificationOutcome {
    const end = this.#views.document.revisions.at(-1)?.markerEnd ?? this.#source.size;
    const findings = judged.map(({ signature, contents, faults }): SignatureFinding =>
      combineFinding(signature, contents, [...documentFaults, ...faults], (signature.covered?.end ?? 0) >= end),
    );
    // It does not decide about the others, but nothing is said of the whole as if it were not there.
    const unknown = findings.some(isUnknownKind) ? [UNKNOWN_KIND] : [];
    const faults = [...documentFaults, ...unknown];
    const worst = worstStatus([...faults, ...findings]);
    return assembleReport({
      format: 'PAdES',
      findings,
      faults,
      detail: faults.find(({ status }) => status === worst)?.detail ?? null,
      at: this.#at,
      changes,
      timestamps: earlyTimestamps(judged),
    });
  }
}

/** A page or field that cannot be read is one that others may read somehow. */
function ambiguityOf(document: PdfDocument): string | null {
  try {
    return findAmbiguity(document);
  } catch (error) {
    if (error instanceof PdfError) return error.message;
    throw error;
  }
}

/** Of a kind that nobody here knows it is not known either how it must be written; that it was exchanged shows anyway. */
function judgeUnknown(signature: FoundSignature): Judged {
  const faults = signature.faults.filter(({ reason }) => !WRITTEN_OTHERWISE.has(reason));
  if (signature.faults.some(({ reason }) => reason === 'PDF_SIGNATURE_DICTIONARY_CHANGED')) {
    return { signature, contents: UNJUDGED, faults: [...signature.faults] };
  }
  faults.push(indeterminate('PDF_SUBFILTER_UNSUPPORTED', 'The signature is of a kind that cannot be judged here.'));
  return { signature, contents: { ...UNJUDGED, status: 'INDETERMINATE' }, faults };
}

const UNKNOWN_KIND = indeterminate('PDF_SUBFILTER_UNSUPPORTED', 'A signature is of a kind that cannot be judged here.');

const WRITTEN_OTHERWISE: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'PDF_BYTERANGE_INVALID',
  'PDF_CONTENTS_INVALID',
]);

function firstSigned(signatures: readonly FoundSignature[]): number | null {
  const revisions = signatures.map(({ revision }) => revision).filter((revision) => revision >= 0);
  return revisions.length === 0 ? null : Math.min(...revisions);
}

/** What the changes of one revision mean for the signatures before it. */
function judgeRevisionChanges(judged: readonly Judged[], revision: number, changes: readonly RevisionChange[]): void {
  const earlier = judged.filter(({ signature }) => signature.revision >= 0 && signature.revision < revision);
  const isCoveredLater = judged.some((one) => one.signature.revision >= revision && isGood(one));
  const permissions = earlier.map(({ signature }) => signature.permissions);
  const rules = combineRules(permissions, isCoveredLater);
  for (const change of changes) {
    const fault = judgeChange(change, rules);
    if (fault === null) continue;
    for (const { signature, faults } of earlier) {
      if (signature.revision >= (change.coveredSince ?? 0)) faults.push(fault);
    }
  }
}

/** What somebody signed; a timestamp is nobody's word for what it is over. */
function signedRanges(signatures: readonly FoundSignature[]): OctetRange[] {
  return signatures.flatMap(({ covered, isTimestamp }) =>
    covered === null || isTimestamp
      ? []
      : [
          { start: 0, end: covered.gapStart },
          { start: covered.gapEnd, end: covered.end },
        ],
  );
}

/** By itself, whatever came after it. */
function isGood({ contents, faults, signature }: Judged): boolean {
  return !signature.isTimestamp && contents.status === 'VALID' && faults.length === 0;
}

function toAdded({ signature, contents, faults }: Judged): AddedSignature {
  const { fieldName, field, holder, isTimestamp, droppedBy, isOutsideForm = false } = signature;
  const isWhole = faults.every(({ status }) => status !== 'INVALID');
  const isIntact = isWhole && contents.signature.cryptoValid;
  // A timestamp that fails proves nothing, as if it were not there; it says nothing against the signatures either. Nor
  // does a signature of an algorithm or by a certificate that is not known here.
  const isUnknown = isWhole && (isTimestamp || !isSupported(signature) || contents.status !== 'INVALID');
  return { fieldName, field, holder, isTimestamp, isOutsideForm, isIntact, isUnknown, droppedBy };
}
