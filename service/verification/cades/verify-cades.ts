import type { ByteSource } from '../../codecs/byte-source.ts';
import { chunksOf } from '../../codecs/cms/encapsulated-content.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { assembleReport } from '../report.ts';
import type { VerificationOutcome, VerificationTask } from '../verification.ts';
import { foreignKindOf } from './foreign-kind.ts';
import { digestChunks } from './signed-content.ts';
import { verifyCms } from './verify-cms.ts';

/**
 * Verifies a CAdES file, attached or detached, in flat memory however large content and original are: what surrounds
 * the content is loaded, the content is digested in pieces and once. `original` is the signed content of a detached
 * signature; without it the result is INDETERMINATE. Given for an attached one, it must be what is inside. Throws only
 * what the sources throw, and ASN1_TRUNCATED when one becomes shorter meanwhile.
 */
export function verifyCades(
  document: ByteSource,
  original: ByteSource | null,
  question: Pick<VerificationTask, 'trust' | 'at' | 'revocationMode'>,
): VerificationOutcome {
  const { trust, at, revocationMode } = question;
  const digestContent = original && digestChunks(() => chunksOf(original, 0, original.size));
  const result = verifyCms({ signedData: document, digestContent, pades: false, trust, at, revocationMode });
  const isUnreadable = result.findings.length === 0;
  return assembleReport({
    format: 'CAdES',
    findings: result.findings,
    documentReasons: isUnreadable ? result.reasonCodes : [],
    documentStatus: isUnreadable ? result.status : 'VALID',
    detail: isUnreadable ? (foreignKindOf(document) ?? result.detail) : explain(result.reasonCodes),
    at,
  });
}

/** What a person can do about a result that rests on how the files were given, not on the signature. */
function explain(codes: readonly ReasonCode[]): string | null {
  if (codes.includes('SIG_DETACHED_CONTENT_MISSING')) {
    return 'The signature is detached: its document is needed to check it.';
  }
  if (codes.includes('SIG_DETACHED_CONTENT_MISMATCH')) {
    return 'The document given along is not the one inside the signature.';
  }
  return null;
}
