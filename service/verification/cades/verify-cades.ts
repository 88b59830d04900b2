import { bytesSource, type ByteSource } from '../../codecs/byte-source.ts';
import { chunksOf } from '../../codecs/cms/encapsulated-content.ts';
import { OID_ID_CT_TST_INFO } from '../../codecs/cms/object-identifiers.ts';
import type { TstInfo } from '../../codecs/tsp/tst-info.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { type Fault, indeterminate, invalid } from '../fault.ts';
import { assembleReport, type DocumentVerdict } from '../report.ts';
import type { VerificationContext, VerificationOutcome } from '../verification.ts';
import { beginsAsSignedData, foreignKindOf } from './foreign-kind.ts';
import { digestChunks, type DigestContent } from './signed-content.ts';
import { decodeText } from './textual-encoding.ts';
import { timestampFinding, tokenOfResponse, tstInfoOf } from './timestamp-token.ts';
import { verifyCms, type CmsVerificationResult } from './verify-cms.ts';

/**
 * Verifies a CAdES file, attached or detached, in flat memory however large content and original are: what surrounds
 * the content is loaded, the content is digested in pieces and once. `original` is the signed content of a detached
 * signature; without it the result is INDETERMINATE. Given for an attached one, it must be what is inside. A signature
 * written as text and a bare timestamp are judged and named, and are never VALID. Throws only what the sources throw,
 * and ASN1_TRUNCATED when one becomes shorter meanwhile.
 */
export function verifyCades(
  document: ByteSource,
  original: ByteSource | null,
  context: VerificationContext,
): VerificationOutcome {
  const meter = original && { size: original.size, budget: context.budget };
  const digestContent = original && digestChunks(() => chunksOf(original, 0, original.size), meter ?? undefined);
  const readContent = original && ((): Iterable<Uint8Array> => chunksOf(original, 0, original.size));
  const result = verifyCms({ signedData: document, digestContent, readContent, pades: false, ...context });
  const verdict =
    judgeResult(result, document, digestContent, context) ??
    judgeDecoded(document, digestContent, context) ??
    describeUnreadable(document, result);
  return assembleReport({ format: 'CAdES', at: context.at, ...verdict });
}

type FileVerdict = Omit<DocumentVerdict, 'format' | 'at'>;

/** Null when there is no signature to be found in these bytes. */
function judgeBytes(
  bytes: Uint8Array,
  digestContent: DigestContent | null,
  context: VerificationContext,
): FileVerdict | null {
  const result = verifyCms({ signedData: bytes, digestContent, pades: false, ...context });
  return judgeResult(result, bytesSource(bytes), digestContent, context);
}

function judgeResult(
  result: CmsVerificationResult,
  document: ByteSource,
  digestContent: DigestContent | null,
  context: VerificationContext,
): FileVerdict | null {
  if (result.findings.length === 0) return null;
  const tstInfo = result.signedData && tstInfoOf(result.signedData);
  if (tstInfo !== null) return judgeTimestamp(document, tstInfo, digestContent, context);
  return verdictOf(result, [], explain(result.reasonCodes));
}

function verdictOf({ findings }: CmsVerificationResult, faults: readonly Fault[], detail: string | null): FileVerdict {
  return { findings, faults, detail };
}

/** RFC 3161: who asks for a document's signature is not served by somebody's word on when something was there. */
function judgeTimestamp(
  document: ByteSource,
  { genTime, messageImprint: { hash, digest } }: TstInfo,
  digestContent: DigestContent | null,
  context: VerificationContext,
): FileVerdict {
  const kind = { expectedContentType: OID_ID_CT_TST_INFO, purpose: 'timeStamping', pades: false } as const;
  const result = verifyCms({ signedData: document, digestContent: null, ...kind, ...context });
  const findings = result.findings.map((finding) => timestampFinding(finding, genTime));
  const isOfOther =
    digestContent !== null && hash !== null && Buffer.compare(digestContent(hash), digest) !== 0
      ? [invalid('SIG_DETACHED_CONTENT_MISMATCH')]
      : [];
  const detail = `The file is a timestamp of ${genTime.toISOString()}, not a signature.`;
  return verdictOf({ ...result, findings }, [...isOfOther, indeterminate('SIG_TIMESTAMP_ONLY')], detail);
}

/** What is not CMS by itself but holds it: text, and the answer of a timestamp authority. */
function judgeDecoded(
  document: ByteSource,
  digestContent: DigestContent | null,
  context: VerificationContext,
): FileVerdict | null {
  const token = tokenOfResponse(document);
  if (token !== null) return judgeBytes(token, digestContent, context);
  const text = decodeText(document);
  const verdict = text && judgeBytes(text.bytes, digestContent, context);
  if (verdict === null || text === null) return null;
  const said = `The file is ${text.encoding} text, where its format demands bytes (DER); the signature in it was checked.`;
  return {
    findings: verdict.findings,
    faults: [indeterminate('SIG_ENCODING_NOT_BINARY', said), ...verdict.faults],
    detail: verdict.detail === null ? said : `${said} ${verdict.detail}`,
  };
}

function describeUnreadable(
  document: ByteSource,
  { fault: refusal, detail, signedData }: CmsVerificationResult,
): FileVerdict {
  const kind = signedData === null ? foreignKindOf(document) : null;
  if (kind === null) {
    // A signature that cannot be read is broken (EN 319 102-1 5.2.2); of what is none, nothing was judged.
    const isNone = refusal !== null && (refusal.reason === 'SIG_NOT_FOUND' || !beginsAsSignedData(document));
    const fault = isNone ? indeterminate(refusal.reason) : refusal;
    return { findings: [], faults: fault === null ? [] : [fault], detail };
  }
  return { findings: [], faults: [indeterminate(kind.reason, kind.detail)], detail: kind.detail };
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
