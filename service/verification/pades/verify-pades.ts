import type { ByteSource } from '../../codecs/byte-source.ts';
import { openPdf } from '../../codecs/pdf/pdf-document.ts';
import { PdfError } from '../../codecs/pdf/pdf-error.ts';
import type { HashName } from '../../codecs/x509/hash-algorithm.ts';
import type { SignatureFinding } from '../../contract/http/verification.ts';
import { assembleReport, reportWithoutSignature } from '../report.ts';
import type { VerificationOutcome } from '../verification.ts';
import { checkCertifications } from './certifications.ts';
import { combineRules, judgeChange } from './change-policy.ts';
import { CoveredDigests } from './covered-digest.ts';
import { analyseDifferences } from './difference-analysis.ts';
import { invalid, type PadesFault } from './pades-fault.ts';
import { combineFinding, isSupported, UNJUDGED, type ContentsFinding, type ContentsJudge } from './pades-finding.ts';
import { accountForRevision, checkPlacement, checkSectionOrder } from './revision-layout.ts';
import type { AddedSignature } from './revision-changes.ts';
import { RevisionViews, surveySignatures, type FoundSignature } from './signature-survey.ts';

/**
 * Verifies every signature of a PDF (EN 319 142-1, ISO 32000-2 clause 12.8): structure without repair, byte ranges,
 * contents, and what later revisions changed. Never throws for anything the document contains.
 */
export function verifyPades(source: ByteSource, judgeContents: ContentsJudge, at: Date): VerificationOutcome {
  try {
    return new PadesVerification(source, judgeContents, at).report();
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    return error.code === 'PDF_ENCRYPTED' ? reportEncrypted(source, judgeContents, at) : refusal(error, at);
  }
}

/**
 * A document that cannot be decrypted may still be seen to have been changed, by the digest of its signatures; the
 * encryption may be just what was changed.
 */
function reportEncrypted(source: ByteSource, judgeContents: ContentsJudge, at: Date): VerificationOutcome {
  if (isDigestWrong(source, judgeContents)) {
    const detail = 'The document is encrypted and cannot be opened, but its bytes are not those that were signed.';
    return reportWithoutSignature('PAdES', 'INVALID', 'SIG_DIGEST_MISMATCH', detail, at);
  }
  const detail = 'The document is encrypted and cannot be checked.';
  return reportWithoutSignature('PAdES', 'INDETERMINATE', 'PDF_ENCRYPTED', detail, at);
}

function isDigestWrong(source: ByteSource, judgeContents: ContentsJudge): boolean {
  const digests = new CoveredDigests(source);
  try {
    const signatures = surveySignatures(new RevisionViews(openPdf(source, { isLeftEncrypted: true })));
    return signatures.some((signature) => {
      const { covered, contents } = signature;
      if (covered === null || contents === null || !isSupported(signature)) return false;
      const finding = judgeContents(signature, contents, (hash) => digests.digest(covered, hash));
      return finding.reasonCodes.includes('SIG_DIGEST_MISMATCH');
    });
  } catch (error) {
    // Dictionaries inside encrypted streams, for instance: then nothing can be said.
    if (error instanceof PdfError) return false;
    throw error;
  }
}

function refusal(error: PdfError, at: Date): VerificationOutcome {
  const reason =
    error.code === 'PDF_BYTES_UNACCOUNTED'
      ? 'PDF_BYTES_UNACCOUNTED'
      : error.code === 'PDF_LIMIT_EXCEEDED'
        ? 'SIG_LIMIT_EXCEEDED'
        : 'PDF_STRUCTURE_INVALID';
  return reportWithoutSignature('PAdES', 'INVALID', reason, `The document cannot be read: ${error.message}.`, at);
}

interface Judged {
  readonly signature: FoundSignature;
  readonly contents: ContentsFinding;
  readonly faults: PadesFault[];
}

class PadesVerification {
  private readonly source: ByteSource;
  private readonly judgeContents: ContentsJudge;
  private readonly at: Date;
  private readonly views: RevisionViews;
  private readonly digests: CoveredDigests;

  constructor(source: ByteSource, judgeContents: ContentsJudge, at: Date) {
    this.source = source;
    this.judgeContents = judgeContents;
    this.at = at;
    this.views = new RevisionViews(openPdf(source));
    this.digests = new CoveredDigests(source);
  }

  report(): VerificationOutcome {
    const { revisions } = this.views.document;
    const order = checkSectionOrder(revisions);
    if (order !== null) return reportWithoutSignature('PAdES', order.status, order.reason, order.detail, this.at);
    const signatures = surveySignatures(this.views);
    if (!signatures.some(({ isTimestamp }) => !isTimestamp)) return this.reportMissing(signatures.length);
    const judged = signatures.map((signature) => this.judge(signature));
    const documentFaults = this.checkBytes(signatures);
    if (documentFaults.length === 0) this.addChanges(judged);
    return this.assemble(judged, documentFaults);
  }

  private reportMissing(timestamps: number): VerificationOutcome {
    const detail =
      timestamps === 0 ? 'The document contains no signature.' : 'The document contains timestamps but no signature.';
    return reportWithoutSignature('PAdES', 'INVALID', 'SIG_NOT_FOUND', detail, this.at);
  }

  private judge(signature: FoundSignature): Judged {
    const { covered, contents } = signature;
    const faults = [...signature.faults];
    if (covered === null || contents === null) return { signature, contents: UNJUDGED, faults };
    if (!isSupported(signature)) {
      faults.push(invalid('PDF_SUBFILTER_UNSUPPORTED', 'The signature is of a kind that is not accepted.'));
      return { signature, contents: UNJUDGED, faults };
    }
    const known = new Map<HashName, Uint8Array>();
    const digestContent = (hash: HashName): Uint8Array => {
      const digest = known.get(hash) ?? this.digests.digest(covered, hash);
      known.set(hash, digest);
      return digest;
    };
    return { signature, contents: this.judgeContents(signature, contents, digestContent), faults };
  }

  /** Every byte after the first signed revision belongs to the chain of revisions, and to nothing else. */
  private checkBytes(signatures: readonly FoundSignature[]): PadesFault[] {
    const { document } = this.views;
    const last = document.revisions.at(-1);
    const end = Math.max(last?.end ?? 0, ...signatures.map(({ covered }) => covered?.end ?? 0));
    if (end < this.source.size) {
      return [invalid('PDF_BYTES_UNACCOUNTED', 'Bytes follow the last end-of-file marker.')];
    }
    const first = firstSigned(signatures);
    const later = document.revisions.slice(first === null ? document.revisions.length : first + 1);
    if (later.length === 0) return [];
    const misplaced = checkPlacement(document.revisions, document.size);
    if (misplaced !== null) return [misplaced];
    for (const revision of later) {
      const fault = accountForRevision(this.views.at(revision.index), revision.start ?? 0);
      if (fault !== null) return [fault];
    }
    return [];
  }

  /** Adds to each signature what the revisions after it did wrong. */
  private addChanges(judged: readonly Judged[]): void {
    const signatures = judged.map(({ signature }) => signature);
    checkCertifications(this.views, signatures).forEach((faults, index) => judged[index]?.faults.push(...faults));
    const first = firstSigned(signatures);
    if (first === null) return;
    const addedBy = (revision: number): AddedSignature[] =>
      judged.filter(({ signature }) => signature.revision === revision).map(toAdded);
    analyseDifferences(this.views, first, addedBy).forEach((changes, index) => {
      const revision = first + 1 + index;
      const earlier = judged.filter(({ signature }) => signature.revision >= 0 && signature.revision < revision);
      const rules = combineRules(earlier.map(({ signature }) => signature.permissions));
      const faults = changes.map((change) => judgeChange(change, rules)).filter((fault) => fault !== null);
      for (const one of earlier) one.faults.push(...faults);
    });
  }

  private assemble(judged: readonly Judged[], documentFaults: readonly PadesFault[]): VerificationOutcome {
    const end = this.views.document.revisions.at(-1)?.markerEnd ?? this.source.size;
    const findings = judged.map(({ signature, contents, faults }): SignatureFinding =>
      combineFinding(signature, contents, [...documentFaults, ...faults], (signature.covered?.end ?? 0) >= end),
    );
    return assembleReport({
      format: 'PAdES',
      findings,
      documentReasons: documentFaults.map(({ reason }) => reason),
      documentStatus: documentFaults.length === 0 ? 'VALID' : 'INVALID',
      detail: documentFaults[0]?.detail ?? null,
      at: this.at,
    });
  }
}

function firstSigned(signatures: readonly FoundSignature[]): number | null {
  const revisions = signatures.map(({ revision }) => revision).filter((revision) => revision >= 0);
  return revisions.length === 0 ? null : Math.min(...revisions);
}

function toAdded({ signature, contents, faults }: Judged): AddedSignature {
  const { fieldName, field, holder, isTimestamp } = signature;
  const isWhole = faults.every(({ status }) => status !== 'INVALID');
  return { fieldName, field, holder, isTimestamp, isIntact: isWhole && contents.signature.cryptoValid };
}
