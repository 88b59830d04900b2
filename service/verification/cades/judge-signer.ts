import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import type { Asn1Element } from '../../codecs/asn1/asn1-element.ts';
import { readSignedAttributes, signedAttributesToVerify, type CmsAttribute } from '../../codecs/cms/cms-attributes.ts';
import * as oids from '../../codecs/cms/object-identifiers.ts';
import type { SignedData, SignerInfo } from '../../codecs/cms/signed-data-parser.ts';
import { hasNoParameters } from '../../codecs/x509/algorithm-identifier.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import { hashFromOid, type HashName } from '../../codecs/x509/hash-algorithm.ts';
import { readSignatureScheme, type SignatureScheme } from '../../codecs/x509/signature-algorithm.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { checkSignature, isWeakHash, weaknessOfKey, type CryptoRuntime } from '../certificate-path/signature-check.ts';
import { agreesWithAlgorithmProtection } from './algorithm-protection.ts';
import { findSigningCertificate } from './find-signing-certificate.ts';
import type { DigestContent } from './signed-content.ts';

/** What a SignerInfo is judged against. */
export interface SignerContext {
  readonly signedData: SignedData;
  /** Certificates of the SignedData that could be parsed, and others that may be the signer's. */
  readonly certificates: readonly Certificate[];
  /** Null when the signature is detached and no content was given. */
  readonly digestContent: DigestContent | null;
  readonly expectedContentType: string;
  readonly runtime: CryptoRuntime;
}

/** `faults` is empty when the signature itself is good; the certificate's path is a different question. */
export interface SignerJudgement {
  readonly faults: readonly ReasonCode[];
  /** Signature value and message digest are right for `signer`. */
  readonly cryptoValid: boolean;
  readonly signer: Certificate | null;
  /** signing-time as the signer claims it. */
  readonly claimedSigningTime: Date | null;
}

/**
 * Judges one SignerInfo by RFC 5652 5.4, 5.6 and 11, RFC 5035 and EN 319 122-1 5.2: signed attributes present, DER,
 * unique; content type and message digest right; algorithms consistent and strong; the certificate chosen by the
 * signing-certificate attribute; the signature made by its key over the attributes as received.
 */
export function judgeSigner(signerInfo: SignerInfo, context: SignerContext): SignerJudgement {
  const nothing = { cryptoValid: false, signer: null, claimedSigningTime: null };
  if (signerInfo.signedAttrs === null) {
    const { signer } = findSigningCertificate(signerInfo, null, context.certificates);
    return { ...nothing, signer, faults: ['SIG_SIGNED_ATTRIBUTES_MISSING'] };
  }
  const attributes = orNull(() => readSignedAttributes(signerInfo.signedAttrs ?? new Uint8Array()));
  if (attributes === null) return { ...nothing, faults: ['SIG_SIGNED_ATTRIBUTES_MALFORMED'] };
  return judgeAttributes(signerInfo, signerInfo.signedAttrs, attributes, context);
}

type Attributes = ReadonlyMap<string, CmsAttribute>;

function judgeAttributes(
  signerInfo: SignerInfo,
  signedAttrs: Uint8Array,
  attributes: Attributes,
  context: SignerContext,
): SignerJudgement {
  const hash = digestHash(signerInfo);
  const scheme = orNull(() => readSignatureScheme(signerInfo.signatureAlgorithm) ?? ('unknown' as const));
  const chosen = findSigningCertificate(signerInfo, attributes, context.certificates);
  const time = readSigningTime(attributes);
  const contentFaults = [...judgeContentType(attributes, context), ...judgeMessageDigest(attributes, hash, context)];
  const signatureFaults = judgeSignature(signerInfo, signedAttrs, scheme, hash, chosen.signer, context.runtime);
  const faults = [
    ...contentFaults,
    ...judgeVersion(signerInfo),
    ...judgeAlgorithms(signerInfo, attributes, scheme, hash),
    ...(isDigestAnnounced(signerInfo, context.signedData) ? [] : ['SIG_ALGORITHM_MISMATCH' as const]),
    ...chosen.faults,
    ...time.faults,
    ...signatureFaults,
    ...(chosen.signer !== null && isWeak(chosen.signer) ? ['SIG_KEY_WEAK' as const] : []),
  ];
  const cryptoValid = contentFaults.length + signatureFaults.length === 0 && chosen.signer !== null;
  return { faults: [...new Set(faults)], cryptoValid, signer: chosen.signer, claimedSigningTime: time.value };
}

/**
 * RFC 5652 5.3: version 1 goes with issuer and serial number, 3 with a key identifier, and no other exists. Which of the
 * two identifiers is there is read from its tag, and the number is not signed: anybody can change it on the way, and
 * nothing is gained by it. So a 1 in place of a 3, or the reverse, is let pass, as OpenSSL and DSS let any number pass.
 * A number that does not exist announces a structure that this is not.
 */
function judgeVersion({ version }: SignerInfo): ReasonCode[] {
  return version === 1 || version === 3 ? [] : ['SIG_FORMAT_INVALID'];
}

/** The hash that a signer names for the content; null when it is not known here or has parameters it must not have. */
export function digestHash({ digestAlgorithm }: SignerInfo): HashName | null {
  return hasNoParameters(digestAlgorithm) ? hashFromOid(digestAlgorithm.oid) : null;
}

/** RFC 5652 5.1: a digest algorithm that SignedData.digestAlgorithms does not list may be refused. */
function isDigestAnnounced({ digestAlgorithm }: SignerInfo, { digestAlgorithms }: SignedData): boolean {
  return digestAlgorithms.some(({ oid }) => oid === digestAlgorithm.oid);
}

/** C3: the attribute is there once with one value, equals eContentType, and that is the type this signature is for. */
function judgeContentType(attributes: Attributes, context: SignerContext): ReasonCode[] {
  const { eContentType } = context.signedData;
  const value = singleValue(attributes, oids.OID_ID_CONTENT_TYPE);
  const claimed = value === null ? null : orNull(() => value.oid());
  return claimed === eContentType && eContentType === context.expectedContentType ? [] : ['SIG_CONTENT_TYPE_MISMATCH'];
}

/** C4: one message-digest with one value, the digest of the content by digestAlgorithm. */
function judgeMessageDigest(attributes: Attributes, hash: HashName | null, context: SignerContext): ReasonCode[] {
  const value = singleValue(attributes, oids.OID_ID_MESSAGE_DIGEST);
  const claimed = value === null ? null : orNull(() => value.octetString());
  if (claimed === null) return ['SIG_SIGNED_ATTRIBUTES_MALFORMED'];
  if (hash === null) return ['SIG_ALGORITHM_UNSUPPORTED'];
  if (context.digestContent === null) return ['SIG_DETACHED_CONTENT_MISSING'];
  return Buffer.compare(claimed, context.digestContent(hash)) === 0 ? [] : ['SIG_DIGEST_MISMATCH'];
}

/** C6, C9: hashes agree with each other and with CMSAlgorithmProtection, and none is weak. */
function judgeAlgorithms(
  signerInfo: SignerInfo,
  attributes: Attributes,
  scheme: SignatureScheme | 'unknown' | null,
  hash: HashName | null,
): ReasonCode[] {
  const faults = judgeHashes(hash, scheme === null || scheme === 'unknown' ? null : scheme);
  const protection = attributes.get(oids.OID_ID_AA_CMS_ALGORITHM_PROTECTION);
  if (protection !== undefined && !agreesWithAlgorithmProtection(protection, signerInfo)) {
    faults.push('SIG_ALGORITHM_MISMATCH');
  }
  return faults;
}

function judgeHashes(hash: HashName | null, scheme: SignatureScheme | null): ReasonCode[] {
  const used = [hash, scheme?.hash ?? null].filter((name) => name !== null);
  const faults: ReasonCode[] = used.some(isWeakHash) ? ['SIG_ALGORITHM_WEAK'] : [];
  // RFC 8419 3.1: Ed25519 goes with SHA-512.
  const required = scheme?.kind === 'EdDSA' ? 'SHA-512' : (scheme?.hash ?? hash);
  return required === hash ? faults : [...faults, 'SIG_ALGORITHM_MISMATCH'];
}

/** `scheme` null: parameters that its standard forbids. */
function judgeSignature(
  signerInfo: SignerInfo,
  signedAttrs: Uint8Array,
  scheme: SignatureScheme | 'unknown' | null,
  hash: HashName | null,
  signer: Certificate | null,
  runtime: CryptoRuntime,
): ReasonCode[] {
  if (scheme === null) return ['SIG_CRYPTO_INVALID'];
  if (scheme === 'unknown') return ['SIG_ALGORITHM_UNSUPPORTED'];
  if (signer === null) return [];
  const { signatureValue } = signerInfo;
  const data = signedAttributesToVerify(signedAttrs);
  const result = checkSignature({ scheme, hash, publicKey: signer.publicKey, data, signatureValue, runtime });
  if (result === 'Valid') return [];
  return [result === 'Invalid' ? 'SIG_CRYPTO_INVALID' : 'SIG_ALGORITHM_UNSUPPORTED'];
}

function isWeak(signer: Certificate): boolean {
  return orNull(() => weaknessOfKey(signer.key) === null) !== true;
}

/** C17: informational; but what is signed must be well-formed. */
function readSigningTime(attributes: Attributes): { value: Date | null; faults: ReasonCode[] } {
  if (!attributes.has(oids.OID_ID_SIGNING_TIME)) return { value: null, faults: [] };
  const element = singleValue(attributes, oids.OID_ID_SIGNING_TIME);
  const value = element === null ? null : orNull(() => element.time());
  return { value, faults: value === null ? ['SIG_SIGNED_ATTRIBUTES_MALFORMED'] : [] };
}

function singleValue(attributes: Attributes, oid: string): Asn1Element | null {
  const values = attributes.get(oid)?.values ?? [];
  return values.length === 1 ? (values[0] ?? null) : null;
}

function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Asn1Error) return null;
    throw error;
  }
}
