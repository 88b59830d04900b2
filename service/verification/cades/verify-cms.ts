import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN, OID_ID_DATA } from '../../codecs/cms/object-identifiers.ts';
import { bytesSource, type ByteSource } from '../../codecs/byte-source.ts';
import { readAttributes } from '../../codecs/cms/cms-attributes.ts';
import { openSignedData, type SignedData, type SignerInfo } from '../../codecs/cms/signed-data-parser.ts';
import { parseCertificate, type Certificate } from '../../codecs/x509/certificate.ts';
import type { SignatureFinding, VerificationStatus } from '../../contract/http/verification.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { absentCertificate, evaluateCertificate } from '../certificate-path/evaluate-certificate.ts';
import type { KeyPurpose } from '../certificate-path/key-purpose.ts';
import { isWeakHash, nativeRuntime, type CryptoRuntime } from '../certificate-path/signature-check.ts';
import { openTrustStore, parseAll } from '../certificate-path/trust-store.ts';
import type { RevocationMode, TrustMaterial } from '../verification.ts';
import { digestHash, judgeSigner } from './judge-signer.ts';
import { statusOfSignature, worstStatus } from './signature-status.ts';
import { digestChunks, type DigestContent } from './signed-content.ts';

export interface CmsVerification {
  /** ContentInfo, as found: the file, or the decoded /Contents with its padding. A file may be larger than memory. */
  readonly signedData: Uint8Array | ByteSource;
  /**
   * Digests the content that was signed but is not inside: the original of a detached signature, the byte ranges of a
   * PDF. For an attached signature it may be given as well and must then agree. Null when there is none.
   */
  readonly digestContent: DigestContent | null;
  /** In PDF: exactly one signer, nothing encapsulated, zero padding after the value (ISO 32000-2 12.8.3.3, EN 319 142-1). */
  readonly pades: boolean;
  readonly trust: TrustMaterial;
  readonly at: Date;
  readonly revocationMode: RevocationMode;
  /** id-data unless said otherwise; id-ct-TSTInfo for timestamp tokens. */
  readonly expectedContentType?: string;
  readonly purpose?: KeyPurpose;
  readonly runtime?: CryptoRuntime;
}

export interface CmsVerificationResult {
  /** INVALID beats INDETERMINATE beats VALID over all signers. */
  readonly status: VerificationStatus;
  /** Codes of the whole: of the structure when it could not be judged, else of the deciding signer. */
  readonly reasonCodes: readonly ReasonCode[];
  readonly detail: string | null;
  /** One per SignerInfo, named by its index. Empty when the structure could not be read. */
  readonly findings: readonly SignatureFinding[];
  /** For whoever goes on with timestamps and evidence; null when unreadable. */
  readonly signedData: SignedData | null;
}

/**
 * Verifies a CMS signature as CAdES or PAdES baseline B: RFC 5652, EN 319 122-1, and the certificate pipeline.
 * Unsigned attributes (timestamps, countersignatures, archive data) are not evaluated and never raise the result.
 * Never throws for anything in the signature; `digestContent` may throw, which goes through.
 */
export function verifyCms(verification: CmsVerification): CmsVerificationResult {
  let signedData: SignedData;
  try {
    const { signedData: found, pades } = verification;
    const source = found instanceof Uint8Array ? bytesSource(found) : found;
    signedData = openSignedData(source, { trailing: pades ? 'zeros' : 'none' });
  } catch (error) {
    if (error instanceof Asn1Error) return refused(codeOfParseError(error), error.message, null);
    throw error;
  }
  const structureFault = judgeStructure(signedData, verification.pades);
  if (structureFault !== null) return refused(structureFault, STRUCTURE_DETAILS[structureFault] ?? null, signedData);
  const certificates = parseAll(signedData.certificates, parseCertificate);
  const content = resolveContent(signedData, verification.digestContent);
  const findings = signedData.signerInfos.map((signerInfo, index) =>
    verifySigner(signerInfo, index, { verification, signedData, certificates, content }),
  );
  const status = worstStatus(findings.map((finding) => finding.status));
  const deciding = findings.find((finding) => finding.status === status);
  return { status, findings, signedData, reasonCodes: deciding?.reasonCodes ?? [], detail: deciding?.detail ?? null };
}

function refused(code: ReasonCode, detail: string | null, signedData: SignedData | null): CmsVerificationResult {
  return { status: 'INVALID', reasonCodes: [code], detail, findings: [], signedData };
}

const STRUCTURE_DETAILS: Partial<Readonly<Record<ReasonCode, string>>> = {
  SIG_SIGNER_COUNT_INVALID:
    'The number of signers is not one this kind of signature may have; without any, nobody signed.',
  SIG_SIGNER_DUPLICATED: 'One signer is there twice.',
};

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

/** C8: how many signers there may be, and none of them twice; null when all is well. */
export function judgeStructure(signedData: SignedData, pades: boolean): ReasonCode | null {
  const { signerInfos, eContent } = signedData;
  if (signerInfos.length === 0 || (pades && signerInfos.length !== 1)) return 'SIG_SIGNER_COUNT_INVALID';
  if (pades && eContent !== null) return 'SIG_FORMAT_INVALID';
  // The signature value does not count: ECDSA values can be changed without the key.
  const identities = signerInfos.map(({ der, signedAttrs }) => Buffer.from(signedAttrs ?? der).toString('latin1'));
  return new Set(identities).size === identities.length ? null : 'SIG_SIGNER_DUPLICATED';
}

interface ResolvedContent {
  readonly digestContent: DigestContent | null;
  /** An original was given for an attached signature and is not what is inside (C13). */
  readonly isMismatched: boolean;
}

/** The content inside the signature, or else the one that was given; either is read once for all signers' hashes. */
function resolveContent(signedData: SignedData, given: DigestContent | null): ResolvedContent {
  const { eContent } = signedData;
  const named = signedData.signerInfos.map(digestHash).filter((hash) => hash !== null);
  if (eContent === null) {
    return { digestContent: given && ((hash) => given(hash, named)), isMismatched: false };
  }
  const inside = digestChunks(() => eContent.chunks());
  const comparison = named.find((hash) => !isWeakHash(hash)) ?? 'SHA-256';
  const isMismatched = given !== null && Buffer.compare(inside(comparison, named), given(comparison)) !== 0;
  return { digestContent: (hash) => inside(hash, named), isMismatched };
}

interface SignerCase {
  readonly verification: CmsVerification;
  readonly signedData: SignedData;
  readonly certificates: readonly Certificate[];
  readonly content: ResolvedContent;
}

function verifySigner(signerInfo: SignerInfo, index: number, signerCase: SignerCase): SignatureFinding {
  const { verification, signedData, certificates, content } = signerCase;
  const { trust, at, revocationMode, purpose } = verification;
  const store = openTrustStore(trust);
  const runtime = verification.runtime ?? nativeRuntime;
  const expectedContentType = verification.expectedContentType ?? OID_ID_DATA;
  const { digestContent } = content;
  const judgement = judgeSigner(signerInfo, { signedData, certificates, digestContent, expectedContentType, runtime });
  const { signer } = judgement;
  const faults = [...(content.isMismatched ? ['SIG_DETACHED_CONTENT_MISMATCH' as const] : []), ...judgement.faults];
  const question = { candidates: certificates, store, at, revocationMode, runtime, ...(purpose && { purpose }) };
  const certificate =
    signer === null
      ? absentCertificate('SIG_SIGNER_CERTIFICATE_NOT_FOUND')
      : evaluateCertificate({ certificate: signer, ...question }).result;
  const signatureCodes: ReasonCode[] = faults.length === 0 ? ['SIG_VALID'] : faults;
  const extra: ReasonCode[] = hasSignatureTimestamp(signerInfo) ? ['TIMESTAMP_PRESENT'] : [];
  return {
    name: String(index),
    status: statusOfSignature(faults, certificate.isValid),
    signature: {
      cryptoValid: judgement.cryptoValid && !content.isMismatched,
      signerThumbprint: certificate.thumbprint,
      signerSubject: certificate.subject,
      reasonCodes: signatureCodes,
    },
    certificate,
    reasonCodes: [...new Set([...signatureCodes, ...certificate.reasonCodes, ...extra])],
    detail: null,
    claimedSigningTime: judgement.claimedSigningTime?.toISOString() ?? null,
    coversWholeDocument: true,
    profileReached: faults.length === 0 ? 'B' : null,
  };
}

function hasSignatureTimestamp({ unsignedAttrs }: SignerInfo): boolean {
  if (unsignedAttrs === null) return false;
  try {
    return readAttributes(unsignedAttrs).some(({ oid }) => oid === OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN);
  } catch (error) {
    if (error instanceof Asn1Error) return false;
    throw error;
  }
}
