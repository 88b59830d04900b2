import {
  countAttributes,
  derAttributesToVerify,
  readSignedAttributes,
  signedAttributesToVerify,
  type SignedAttributes,
} from '../../codecs/cms/cms-attributes.ts';
import type { SignedData, SignerInfo } from '../../codecs/cms/signed-data-parser.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import { hashOfDigestAlgorithm } from '../../codecs/cms/digest-algorithm.ts';
import type { HashName } from '../../codecs/x509/hash-algorithm.ts';
import type { SignatureScheme } from '../../codecs/x509/signature-algorithm.ts';
import { readSignerScheme } from '../../codecs/cms/signer-scheme.ts';
import { besideLevel, distinctFaults, type Fault, indeterminate, invalid } from '../fault.ts';
import { weakKey } from '../weakness.ts';
import { checkDigestSignature } from '../signature-arithmetic/digest-signature-check.ts';
import { readableKey } from '../signature-arithmetic/public-keys.ts';
import type { CryptoRuntime } from '../signature-arithmetic/crypto-runtime.ts';
import { checkSignature, type SignatureCheckResult } from '../signature-arithmetic/signature-check.ts';
import { findSigningCertificate } from './find-signing-certificate.ts';
import { contentInMemory, looksLikeAttributes } from './plain-signature.ts';
import { judgeAlgorithms } from './signer-algorithms.ts';
import * as form from './signer-attributes.ts';
import type { DigestContent } from './signed-content.ts';
import { workOfSignatureCheck } from '../signature-arithmetic/work-of-check.ts';
import { WORK, type WorkBudget } from '../work-budget.ts';

/** What a SignerInfo is judged against. */
export interface SignerContext {
  readonly signedData: SignedData;
  /** Certificates of the SignedData that could be parsed. */
  readonly certificates: readonly Certificate[];
  /** Certificates from elsewhere, for a signature that does not bring its signer's. */
  readonly others?: () => readonly Certificate[];
  /** Null when the signature is detached and no content was given. */
  readonly digestContent: DigestContent | null;
  /** Null for a counter-signature, which is over a signature value and has no content type (RFC 5652 11.4). */
  readonly expectedContentType: string | null;
  readonly runtime: CryptoRuntime;
  /** Pays for looking through the certificates and for the check of the value; without it both cost nothing. */
  readonly budget?: WorkBudget;
}

/** `faults` is empty when the signature itself is good; the certificate's path is a different question. */
export interface SignerJudgement {
  readonly faults: readonly Fault[];
  /** Message digest and signature value are right for the key of `signer`; says nothing about form or strength. */
  readonly cryptoValid: boolean;
  readonly signer: Certificate | null;
  /** signing-time as the signer claims it. */
  readonly claimedSigningTime: Date | null;
}

/** A signature algorithm: not known here, or with parameters that its standard forbids. */
type Scheme = SignatureScheme | 'unknown' | 'malformed';

/**
 * Judges one SignerInfo by RFC 5652 5.4, 5.6 and 11, RFC 5035 and EN 319 122-1 5.2: signed attributes in order; content
 * type and message digest right; algorithms consistent and strong; the certificate chosen by the signing-certificate
 * attribute; the signature made by its key over the attributes as received or, where those are not DER, over their DER
 * encoding: makers do either, both say the same, and neither is VALID. Throws WorkExceededError where there is a budget.
 */
export function judgeSigner(signerInfo: SignerInfo, context: SignerContext): SignerJudgement {
  const { signedAttrs, unsignedAttrs } = signerInfo;
  const { certificates, budget } = context;
  budget?.charge((countAttributes(signedAttrs) + countAttributes(unsignedAttrs)) * WORK.attribute);
  for (const { der } of certificates) budget?.charge(der.length * WORK.digestedByte + WORK.node);
  if (signedAttrs === null) return judgePlain(signerInfo, context);
  const attributes = form.orNull(() => readSignedAttributes(signedAttrs));
  if (attributes !== null) return judgeAttributes(signerInfo, signedAttrs, attributes, context);
  const { signer } = findSigningCertificate(signerInfo, null, context.certificates);
  const faults = [invalid('SIG_SIGNED_ATTRIBUTES_MALFORMED')];
  return { cryptoValid: false, signer, claimedSigningTime: null, faults };
}

function judgeAttributes(
  signerInfo: SignerInfo,
  signedAttrs: Uint8Array,
  attributes: SignedAttributes,
  context: SignerContext,
): SignerJudgement {
  const { signedData, certificates, digestContent, expectedContentType, runtime } = context;
  const hash = hashOfDigestAlgorithm(signerInfo.digestAlgorithm);
  const named = schemeOf(signerInfo);
  const chosen = findSigningCertificate(signerInfo, attributes, certificates, context.others);
  const scheme = schemeOfKey(named, chosen.signer, hash);
  const time = form.judgeSigningTime(attributes, chosen.signer);
  const contentFaults = [
    ...form.judgeContentType(attributes, signedData.eContentType, expectedContentType),
    ...form.judgeMessageDigest(attributes, hash, digestContent),
  ];
  const valueFaults = judgeValue(scheme, chosen.signer, (known, { publicKey }) => {
    const { signatureValue } = signerInfo;
    return checkAttributes(signedAttrs, attributes, (data) => {
      context.budget?.charge(workOfSignatureCheck(publicKey) + data.length * WORK.digestedByte);
      return checkSignature({ scheme: known, hash, publicKey, signatureValue, runtime, data });
    });
  });
  const faults = [
    ...contentFaults,
    ...form.judgeForm(attributes),
    ...judgeVersion(signerInfo),
    ...judgeAlgorithms(signerInfo, signedData, attributes, knownScheme(scheme), hash),
    ...(scheme === named ? [] : [MISNAMED]),
    ...chosen.faults,
    ...time.faults,
    ...valueFaults,
    ...(chosen.signer === null ? [] : weakKey(chosen.signer)),
  ];
  const cryptoValid = chosen.isSigner && isArithmeticRight([...contentFaults, ...valueFaults]);
  return { faults: distinctFaults(faults), cryptoValid, signer: chosen.signer, claimedSigningTime: time.value };
}

/** RFC 5652 5.4 has the DER encoding signed, whatever was stored; others sign what they store. */
function checkAttributes(
  signedAttrs: Uint8Array,
  { isDer }: SignedAttributes,
  check: (data: Uint8Array) => SignatureCheckResult,
): SignatureCheckResult {
  const asReceived = check(signedAttributesToVerify(signedAttrs));
  if (isDer || asReceived !== 'Invalid') return asReceived;
  return form.orNull(() => check(derAttributesToVerify(signedAttrs))) ?? asReceived;
}

/**
 * C1: without signed attributes the value is over the content itself (RFC 5652 5.4), and nothing binds certificate, time
 * or type: never VALID. Content that is itself a set of signed attributes was signed as such, and not by its reader
 * (draft-ietf-lamps-cms-euf-cma-signeddata, section 5): that is a forgery.
 */
function judgePlain(signerInfo: SignerInfo, context: SignerContext): SignerJudgement {
  const { signedData, certificates, digestContent, expectedContentType, runtime } = context;
  const hash = hashOfDigestAlgorithm(signerInfo.digestAlgorithm);
  const named = schemeOf(signerInfo);
  const { signer, isSigner } = findSigningCertificate(signerInfo, null, certificates, context.others);
  const scheme = schemeOfKey(named, signer, hash);
  const valueFaults = looksLikeAttributes(signedData.eContent)
    ? [invalid('SIG_SIGNED_ATTRIBUTES_MISSING')]
    : digestContent === null
      ? [indeterminate('SIG_DETACHED_CONTENT_MISSING')]
      : judgeValue(scheme, signer, (known, { publicKey }) => {
          const hashOfValue = known.hash ?? hash;
          if (hashOfValue === null) return 'Unsupported';
          const { signatureValue } = signerInfo;
          context.budget?.charge(workOfSignatureCheck(publicKey));
          if (known.kind === 'EdDSA') {
            const data = contentInMemory(signedData.eContent, context.budget);
            if (data === null) return 'Unsupported';
            return checkSignature({ scheme: known, hash, publicKey, signatureValue, runtime, data });
          }
          const digest = digestContent(hashOfValue);
          return checkDigestSignature({ scheme: known, hash: hashOfValue, publicKey, digest, signatureValue, runtime });
        });
  const faults = [
    indeterminate('SIG_SIGNED_ATTRIBUTES_MISSING'),
    ...form.judgeExpectedType(signedData.eContentType, expectedContentType),
    ...judgeVersion(signerInfo),
    ...judgeAlgorithms(signerInfo, signedData, null, knownScheme(scheme), hash),
    ...(scheme === named ? [] : [MISNAMED]),
    ...valueFaults,
    ...(signer === null ? [indeterminate('SIG_SIGNER_CERTIFICATE_NOT_FOUND')] : weakKey(signer)),
  ];
  const cryptoValid = isSigner && isArithmeticRight(valueFaults);
  return { faults: distinctFaults(faults), cryptoValid, signer, claimedSigningTime: null };
}

/** Everything that is a fault of the arithmetic, or keeps it from being done; a type that is not known here is neither. */
function isArithmeticRight(faults: readonly Fault[]): boolean {
  return faults.every(({ reason }) => reason === 'SIG_CONTENT_TYPE_UNSUPPORTED');
}

/**
 * RFC 5652 5.3: version 1 goes with issuer and serial number, 3 with a key identifier, and no other exists. Which of the
 * two identifiers is there is read from its tag, and the number is not signed: anybody can change it on the way, and
 * nothing is gained by it. So a 1 in place of a 3, or the reverse, is let pass, as OpenSSL and DSS let any number pass.
 * A number that does not exist announces a structure that is not known here.
 */
function judgeVersion({ version }: SignerInfo): Fault[] {
  return version === 1 || version === 3 ? [] : [besideLevel(indeterminate('SIG_FORMAT_INVALID'))];
}

function schemeOf(signerInfo: SignerInfo): Scheme {
  const scheme = form.orNull(() => readSignerScheme(signerInfo) ?? ('unknown' as const));
  return scheme ?? 'malformed';
}

/**
 * Some makers (endesive) name rsaEncryption whatever key they sign with. Nobody signs that name, and with an EC key there is
 * but one thing that it can mean: the value is judged as ECDSA, as OpenSSL does, and the wrong name is told.
 */
function schemeOfKey(named: Scheme, signer: Certificate | null, hash: HashName | null): Scheme {
  const isBare = typeof named === 'object' && named.kind === 'RSASSA-PKCS1-v1_5' && named.hash === null;
  if (!isBare || signer === null || hash === null) return named;
  return readableKey(signer.publicKey)?.kind === 'EC' ? { kind: 'ECDSA', hash } : named;
}

const MISNAMED = besideLevel(indeterminate('SIG_ALGORITHM_MISMATCH'));

function knownScheme(scheme: Scheme): SignatureScheme | null {
  return scheme === 'unknown' || scheme === 'malformed' ? null : scheme;
}

function judgeValue(
  scheme: Scheme,
  signer: Certificate | null,
  check: (scheme: SignatureScheme, signer: Certificate) => SignatureCheckResult,
): Fault[] {
  if (scheme === 'malformed') return [invalid('SIG_CRYPTO_INVALID')];
  if (scheme === 'unknown') return [indeterminate('SIG_ALGORITHM_UNSUPPORTED')];
  if (signer === null) return [];
  const result = check(scheme, signer);
  if (result === 'Valid') return [];
  return [result === 'Invalid' ? invalid('SIG_CRYPTO_INVALID') : indeterminate('SIG_ALGORITHM_UNSUPPORTED')];
}
