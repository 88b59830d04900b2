import { readBer } from '../../codecs/asn1/asn1-reader.ts';
import { readAttributes } from '../../codecs/cms/cms-attributes.ts';
import { OID_ID_COUNTERSIGNATURE } from '../../codecs/cms/object-identifiers.ts';
import { readSignerInfo, type SignedData, type SignerInfo } from '../../codecs/cms/signed-data-parser.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import { nativeRuntime, type CryptoRuntime } from '../signature-arithmetic/crypto-runtime.ts';
import type { WorkBudget } from '../work-budget.ts';
import { judgeSigner, type SignerJudgement } from './judge-signer.ts';
import { digestPieces } from './signed-content.ts';
import { orNull } from './signer-attributes.ts';

export interface CounterSignatureContext {
  readonly signedData: SignedData;
  /** Certificates of the SignedData that could be parsed. */
  readonly certificates: readonly Certificate[];
  /** Certificates from elsewhere, for one that does not bring its signer's. */
  readonly others?: () => readonly Certificate[];
  readonly runtime?: CryptoRuntime;
  readonly budget?: WorkBudget;
}

/**
 * One counter-signature, over the octets of the signature value of `countersigned` (RFC 5652 11.4): form and arithmetic
 * only. Null where it signs no attributes, so that nothing says who made it. Throws WorkExceededError where there is a
 * budget.
 */
export function judgeCounterSignature(
  signerInfo: SignerInfo,
  countersigned: SignerInfo,
  context: CounterSignatureContext,
): SignerJudgement | null {
  if (signerInfo.signedAttrs === null) return null;
  const { signedData, certificates, others, runtime = nativeRuntime, budget } = context;
  // SignedData announces the hashes of its signers, not those of whoever signs a signature.
  const announced = { ...signedData, digestAlgorithms: [signerInfo.digestAlgorithm] };
  const digestContent = digestPieces([countersigned.signatureValue]);
  const more = { ...(others && { others }), ...(budget && { budget }) };
  const question = { certificates, digestContent, expectedContentType: null, runtime };
  return judgeSigner(signerInfo, { signedData: announced, ...question, ...more });
}

/** The counter-signatures of a signer in their order; null for one that can't be read. */
export function readCounterSignatures(countersigned: SignerInfo): readonly (SignerInfo | null)[] {
  return counterSignatureValues(countersigned).map((value) => orNull(() => readSignerInfo(readBer(value))));
}

/** SignerInfo each, as received, over all attributes of the type; none where the attributes can't be read. */
export function counterSignatureValues({ unsignedAttrs }: SignerInfo): readonly Uint8Array[] {
  const attributes = unsignedAttrs === null ? [] : (orNull(() => readAttributes(unsignedAttrs)) ?? []);
  return attributes
    .filter(({ oid }) => oid === OID_ID_COUNTERSIGNATURE)
    .flatMap(({ values }) => values.map(({ encoded }) => encoded));
}
