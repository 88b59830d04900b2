import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { OID_ID_DATA } from '../../codecs/cms/object-identifiers.ts';
import { bytesSource, type ByteSource } from '../../codecs/byte-source.ts';
import { openSignedData, type SignedData, type SignerInfo } from '../../codecs/cms/signed-data-parser.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import type { SignatureFinding, VerificationStatus } from '../../contract/http/verification.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { besideLevel, distinctFaults, type Fault, indeterminate, invalid, worstStatus } from '../fault.ts';
import { concludeSignature, type JudgedSignature } from '../judged-signature.ts';
import { leavesLevel } from '../weakness.ts';
import { nativeRuntime } from '../signature-arithmetic/crypto-runtime.ts';
import { isWeakHash } from '../signature-arithmetic/strength.ts';
import { openTrustStore } from '../certificate-path/trust-store.ts';
import { describeCounterSignatures } from '../counter-signatures.ts';
import { parseCertificatesOnce } from '../evidence/parse-once.ts';
import { decidingFinding, NO_LEVEL } from '../report.ts';
import { judgeLasting } from '../timestamps/judge-lasting.ts';
import { judgeHiddenArchive } from '../hidden-archive.ts';
import { judgeHiddenPdf } from '../hidden-pdf.ts';
import { WorkBudget } from '../work-budget.ts';
import { findCmsCounterSignatures } from './counter-findings.ts';
import { hashesAskedFor } from './hashes-asked-for.ts';
import { judgeSigner, type SignerJudgement } from './judge-signer.ts';
import {
  lastingCounterSignature,
  lastingSignature,
  type LastingContext,
  type SignerSurroundings,
} from './lasting-signatures.ts';
import { judgeUnsignedAttributes } from './unsigned-attributes.ts';
import { digestChunks, type DigestContent } from './signed-content.ts';

export interface CmsVerification extends LastingContext {
  /** ContentInfo, as found: the file, or the decoded /Contents with its padding. A file may be larger than memory. */
  readonly signedData: Uint8Array | ByteSource;
  /**
   * Digests the content that was signed but is not inside: the original of a detached signature, the byte ranges of a
   * PDF. For an attached signature it may be given as well and must then agree. Null when there is none.
   */
  readonly digestContent: DigestContent | null;
  /** In PDF: exactly one signer, nothing encapsulated, zero padding after the value (ISO 32000-2 12.8.3.3, EN 319 142-1). */
  readonly pades: boolean;
  /** In PDF, adbe.pkcs7.sha1: what is encapsulated is a digest, which the caller compares (ISO 32000-1 12.8.3.3.1). */
  readonly holdsDigest?: boolean;
  /** id-data unless said otherwise; id-ct-TSTInfo for timestamp tokens. */
  readonly expectedContentType?: string;
}

export interface CmsVerificationResult {
  /** INVALID beats INDETERMINATE beats VALID over all signers. */
  readonly status: VerificationStatus;
  /** Codes of the whole: of the structure when it could not be judged, else of the deciding signer. */
  readonly reasonCodes: readonly ReasonCode[];
  /** Why the structure could not be judged; null where there are findings. */
  readonly fault: Fault | null;
  readonly detail: string | null;
  /** One per SignerInfo, named by its index. Empty when the structure could not be read. */
  readonly findings: readonly SignatureFinding[];
  /** For whoever goes on with timestamps and evidence; null when unreadable. */
  readonly signedData: SignedData | null;
}

/**
 * Verifies a CMS signature as CAdES or PAdES baseline B: RFC 5652, EN 319 122-1, and the certificate pipeline. Timestamps
 * of the signature value that are wrong keep it from being VALID; of counter-signatures is said whether they are intact,
 * and nothing unsigned raises the result. Throws WorkExceededError, and nothing else for anything in the signature;
 * `digestContent` may throw, which goes through.
 */
export function verifyCms(verification: CmsVerification): CmsVerificationResult {
  const { signedData: found } = verification;
  const source = found instanceof Uint8Array ? bytesSource(found) : found;
  let signedData: SignedData;
  try {
    signedData = openSignedData(source, { trailing: 'any' });
  } catch (error) {
    if (error instanceof Asn1Error) return refused(faultOfParseError(error), error.message, null);
    throw error;
  }
  if (signedData.signerInfos.length === 0) {
    return refused(invalid('SIG_NOT_FOUND'), 'The file has no signer: nobody signed.', signedData);
  }
  const budget = verification.budget ?? new WorkBudget(0);
  const certificates = parseCertificatesOnce(signedData.certificates, budget);
  const content = resolveContent(signedData, verification);
  const faults = [...judgeStructure(signedData, verification), ...judgeOutside(source, signedData, verification)];
  const isRepeated = repetitions();
  const signerCase = { verification, signedData, certificates, content, source, budget, faults, isRepeated };
  const findings = signedData.signerInfos.map((signerInfo, index) => verifySigner(signerInfo, index, signerCase));
  const status = worstStatus(findings);
  return {
    status,
    reasonCodes: decidingFinding(findings)?.reasonCodes ?? [],
    fault: null,
    detail: null,
    findings,
    signedData,
  };
}

function refused(fault: Fault, detail: string | null, signedData: SignedData | null): CmsVerificationResult {
  const { status, reason } = fault;
  return { status, reasonCodes: [reason], fault, detail, findings: [], signedData };
}

/** What was wrong with the encoding. What asks for more than is read was not judged; what is not CMS is broken. */
function faultOfParseError(error: Asn1Error): Fault {
  const reason = codeOfParseError(error);
  return (reason === 'SIG_LIMIT_EXCEEDED' ? indeterminate : invalid)(reason);
}

/** The published code for what was wrong with the encoding. */
export function codeOfParseError({ code }: Asn1Error): ReasonCode {
  switch (code) {
    case 'ASN1_DEPTH_EXCEEDED':
    case 'ASN1_ELEMENTS_EXCEEDED':
    case 'ASN1_SIZE_EXCEEDED':
      return 'SIG_LIMIT_EXCEEDED';
    case 'ASN1_TRAILING_DATA':
      return 'SIG_TRAILING_DATA';
    default:
      return 'SIG_FORMAT_INVALID';
  }
}

/** C8, C15: how many signers there may be, and nothing behind that nobody signed. */
function judgeStructure(
  { signerInfos, eContent, trailing }: SignedData,
  { pades, holdsDigest = false }: CmsVerification,
): Fault[] {
  const isOneTooMany = pades && signerInfos.length !== 1;
  const isAttached = pades && !holdsDigest && eContent !== null;
  const hasTrailingData = trailing === 'data' || (trailing === 'zeros' && !pades);
  return [
    ...(isOneTooMany ? [indeterminate('SIG_SIGNER_COUNT_INVALID')] : []),
    ...(isAttached ? [indeterminate('SIG_FORMAT_INVALID')] : []),
    ...(hasTrailingData ? [besideLevel(indeterminate('SIG_TRAILING_DATA'))] : []),
  ];
}

/** A signature in a PDF is not opened by itself. The type of the content counts with it: it is signed, too. */
function judgeOutside(
  source: ByteSource,
  { eContent, parts }: SignedData,
  { pades, budget }: CmsVerification,
): readonly Fault[] {
  if (pades) return [];
  const signed = eContent === null ? [] : [parts.ranges.encapContentInfo];
  return [...judgeHiddenPdf(source, signed, budget), ...judgeHiddenArchive(source, signed)];
}

/**
 * Tells signers of whom the same was seen before. The signature value does not count: ECDSA values can be changed without
 * the key; nor does the identifier, which is not signed. Two that sign in the same second sign the same attributes, and
 * are told apart by their certificates.
 */
function repetitions(): (signerInfo: SignerInfo, signer: Certificate | null) => boolean {
  const seen = new Set<string>();
  return ({ der, signedAttrs }, signer) => {
    const signed = Buffer.from(signedAttrs ?? der).toString('latin1');
    const identity = `${signer?.sha256Thumbprint ?? ''} ${signed}`;
    const isKnown = seen.has(identity);
    seen.add(identity);
    return isKnown;
  };
}

interface ResolvedContent {
  readonly digestContent: DigestContent | null;
  /** An original was given for an attached signature and is not what is inside (C13). */
  readonly isMismatched: boolean;
}

/** The content inside the signature, or else the one that was given; either is read once for all signers' hashes. */
function resolveContent(
  signedData: SignedData,
  { digestContent: given, budget }: Pick<CmsVerification, 'digestContent' | 'budget'>,
): ResolvedContent {
  const { eContent } = signedData;
  const named = hashesAskedFor(signedData);
  if (eContent === null) {
    return { digestContent: given && ((hash) => given(hash, named)), isMismatched: false };
  }
  const inside = digestChunks(() => eContent.chunks(), { size: eContent.bytes, budget });
  const comparison = named.find((hash) => !isWeakHash(hash)) ?? 'SHA-256';
  const isMismatched = given !== null && Buffer.compare(inside(comparison, named), given(comparison)) !== 0;
  return { digestContent: (hash) => inside(hash, named), isMismatched };
}

interface SignerCase extends SignerSurroundings {
  readonly verification: CmsVerification;
  readonly content: ResolvedContent;
  /** What is wrong around all signers. */
  readonly faults: readonly Fault[];
  readonly isRepeated: ReturnType<typeof repetitions>;
}

function verifySigner(signerInfo: SignerInfo, index: number, signerCase: SignerCase): SignatureFinding {
  const { verification, signedData, certificates, content, budget } = signerCase;
  const expectedContentType = verification.expectedContentType ?? OID_ID_DATA;
  const runtime = verification.runtime ?? nativeRuntime;
  const { digestContent } = content;
  const others = (): Certificate[] => [
    ...documentCertificates(verification, budget),
    ...[...openTrustStore(verification.trust).bySubject.values()].flat(),
  ];
  const signerContext = { signedData, certificates, others, digestContent, expectedContentType, runtime, budget };
  const judgement = judgeSigner(signerInfo, signerContext);
  const unsigned = judgeUnsignedAttributes(signerInfo);
  const counterSigned = findCmsCounterSignatures(signerInfo, {
    ...{ signedData, certificates, others, runtime, budget },
    judgeLasting: (info, counter, over) => judgeLasting(lastingCounterSignature(info, counter, over, signerCase)),
  });
  const faults = distinctFaults([
    ...(content.isMismatched ? [invalid('SIG_DETACHED_CONTENT_MISMATCH')] : []),
    ...judgement.faults,
    ...signerCase.faults,
    // C8: none of them twice. What the second one proves it proves all the same.
    ...(signerCase.isRepeated(signerInfo, judgement.signer)
      ? [besideLevel(indeterminate('SIG_SIGNER_DUPLICATED'))]
      : []),
    ...unsigned.faults,
  ]);
  const lasting = judgeLasting(lastingSignature(signerInfo, judgement, signerCase));
  const cryptoValid = judgement.cryptoValid && !content.isMismatched;
  const judged = concludeSignature({ cryptoValid, faults, lasting, remarks: unsigned.remarks });
  const isOfForm = faults.every(leavesLevel);
  return {
    name: String(index),
    ...judged,
    detail: judged.detail ?? describeFinding(judged, describeCounterSignatures(counterSigned)),
    claimedSigningTime: judgement.claimedSigningTime?.toISOString() ?? null,
    coversWholeDocument: true,
    ...(isOfForm && isTimed(judgement, verification) ? lasting.levels : NO_LEVEL),
    ...(counterSigned.findings.length > 0 && { counterSignatures: [...counterSigned.findings] }),
    ...lasting.report,
  };
}

/** EN 319 122-1 6.3: a baseline signature says when it was made; in a PDF its dictionary does. */
function isTimed({ claimedSigningTime }: SignerJudgement, { pades }: CmsVerification): boolean {
  return pades || claimedSigningTime !== null;
}

function documentCertificates({ documentEvidence }: CmsVerification, budget: WorkBudget): Certificate[] {
  return parseCertificatesOnce(documentEvidence?.().flatMap(({ certificates }) => certificates) ?? [], budget);
}

/** The plain signatures of most of the world's PDFs: nothing wrong with them but that the certificate could be exchanged. */
function describeFinding({ signature, certificate }: JudgedSignature, more: string | null): string | null {
  const [reason, ...others] = signature.reasonCodes;
  if (reason !== 'SIG_SIGNING_CERTIFICATE_MISSING' || others.length > 0) return more;
  const state = certificate.isValid ? 'intact and from a trusted certificate' : 'intact';
  const sentence = `The signature is ${state}; the certificate is not bound by the signature.`;
  return more === null ? sentence : `${sentence} ${more}`;
}
