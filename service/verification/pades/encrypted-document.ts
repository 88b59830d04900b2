import type { ByteSource } from '../../codecs/byte-source.ts';
import { PdfError } from '../../codecs/pdf/pdf-error.ts';
import type { SignatureFinding } from '../../contract/http/verification.ts';
import { indeterminate, worstStatus } from '../fault.ts';
import { assembleReport, reportWithoutSignature, NO_LEVEL } from '../report.ts';
import type { VerificationOutcome } from '../verification.ts';
import type { WorkBudget } from '../work-budget.ts';
import { CoveredDigests, digestOf } from './covered-digest.ts';
import { isSupported, UNJUDGED, type ContentsFinding, type ContentsJudge } from './pades-finding.ts';
import { findLooseSignatures } from './loose-signatures.ts';
import { openWithin } from './open-within.ts';
import { RevisionViews, surveySignatures, type FoundSignature } from './signature-survey.ts';

/**
 * A document that cannot be decrypted. Byte ranges and /Contents are never encrypted (ISO 32000-2 clause 7.6.2), so the
 * arithmetic of its signatures can be told: a wrong digest is said, as is a right one. What the pages show, what later
 * revisions changed and whether the encryption was exchanged cannot be seen: at best INDETERMINATE.
 */
export function reportEncrypted(
  source: ByteSource,
  judgeContents: ContentsJudge,
  at: Date,
  budget?: WorkBudget,
): VerificationOutcome {
  const findings = judgeSignatures(source, judgeContents, budget);
  if (findings.length === 0) return reportWithoutSignature('PAdES', [indeterminate('PDF_ENCRYPTED', CLOSED)], at);
  const status = worstStatus(findings);
  return assembleReport({
    format: 'PAdES',
    findings,
    faults: [indeterminate('PDF_ENCRYPTED', CLOSED)],
    detail: status === 'INVALID' ? CHANGED : CLOSED,
    at,
  });
}

const CLOSED = 'The document is encrypted and cannot be checked.';
const CHANGED = 'The document is encrypted and cannot be opened, but its bytes are not those that were signed.';

/** Whether a document that cannot be read shows by itself that its bytes are not those that were signed. */
export function hasBrokenSignature(source: ByteSource, judgeContents: ContentsJudge, budget?: WorkBudget): boolean {
  return judgeSignatures(source, judgeContents, budget).some(({ status }) => status === 'INVALID');
}

function judgeSignatures(source: ByteSource, judgeContents: ContentsJudge, budget?: WorkBudget): SignatureFinding[] {
  const digests = new CoveredDigests(source, budget);
  return findSignatures(source, budget).map((signature, index) => {
    const contents = judgeOne(signature, judgeContents, digests);
    const coversWholeDocument = (signature.covered?.end ?? 0) >= source.size;
    // Names are encrypted.
    return { ...limited(contents), name: `Signature ${String(index + 1)}`, coversWholeDocument };
  });
}

/** By the form; where that lies in an encrypted object stream, the signature dictionaries, which never do, by themselves. */
function findSignatures(source: ByteSource, budget?: WorkBudget): FoundSignature[] {
  try {
    const document = openWithin(source, budget, { isLeftEncrypted: true })();
    const found = readOrNone(() => surveySignatures(new RevisionViews(document))) ?? [];
    return found.length > 0 ? found : findLooseSignatures(document);
  } catch (error) {
    if (error instanceof PdfError) return [];
    throw error;
  }
}

function readOrNone<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}

function judgeOne(signature: FoundSignature, judge: ContentsJudge, digests: CoveredDigests): ContentsFinding {
  const { covered, contents } = signature;
  if (covered === null || contents === null || !isSupported(signature)) return UNJUDGED;
  return judge(signature, contents, digestOf(digests, covered));
}

/** A wrong digest or value is broken whatever the encryption; anything else may be an effect of not reading it. */
function limited(contents: ContentsFinding): ContentsFinding {
  const { reasonCodes: codes } = contents;
  const isBroken = codes.includes('SIG_DIGEST_MISMATCH') || codes.includes('SIG_CRYPTO_INVALID');
  const status = contents.status === 'INVALID' && isBroken ? 'INVALID' : 'INDETERMINATE';
  const reasonCodes = ['PDF_ENCRYPTED' as const, ...codes.filter((code) => code !== 'SIG_VALID')];
  return { ...contents, status, reasonCodes, ...NO_LEVEL };
}
