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

/** Nobody can make a verifier do more arithmetic than this for one signature. */
export const MAX_COUNTER_SIGNATURES = 20;

export interface CounterSignatureContext {
  readonly signedData: SignedData;
  /** Certificates of the SignedData that could be parsed. */
  readonly certificates: readonly Certificate[];
  readonly runtime?: CryptoRuntime;
  readonly budget?: WorkBudget;
}

/**
 * The counter-signatures of a signer, each over the octets of that signer's signature value (RFC 5652 11.4), in their
 * order; null for one that can't be read. At most 20 are judged. Form and arithmetic only: who made them is not asked.
 */
export function judgeCounterSignatures(
  countersigned: SignerInfo,
  { signedData, certificates, runtime = nativeRuntime, budget }: CounterSignatureContext,
): readonly (SignerJudgement | null)[] {
  const values = counterSignatureValues(countersigned).slice(0, MAX_COUNTER_SIGNATURES);
  const digestContent = digestPieces([countersigned.signatureValue]);
  return values.map((value) => {
    const signerInfo = orNull(() => readSignerInfo(readBer(value)));
    if (signerInfo === null) return null;
    // SignedData announces the hashes of its signers, not those of whoever signs a signature.
    const announced = { ...signedData, digestAlgorithms: [signerInfo.digestAlgorithm] };
    const meter = budget && { budget };
    const context = {
      signedData: announced,
      certificates,
      digestContent,
      expectedContentType: null,
      runtime,
      ...meter,
    };
    return signerInfo.signedAttrs === null ? null : judgeSigner(signerInfo, context);
  });
}

/** SignerInfo each, as received, over all attributes of the type; none where the attributes can't be read. */
export function counterSignatureValues({ unsignedAttrs }: SignerInfo): readonly Uint8Array[] {
  const attributes = unsignedAttrs === null ? [] : (orNull(() => readAttributes(unsignedAttrs)) ?? []);
  return attributes
    .filter(({ oid }) => oid === OID_ID_COUNTERSIGNATURE)
    .flatMap(({ values }) => values.map(({ encoded }) => encoded));
}

/** What a person is told of them; null where there are none. */
export function describeCounterSignatures(count: number, judged: readonly (SignerJudgement | null)[]): string | null {
  if (count === 0) return null;
  const sentences = judged.map((judgement) => {
    if (judgement === null) return 'It carries a counter-signature that cannot be judged.';
    const { cryptoValid, signer, faults } = judgement;
    if (signer === null) return 'It carries a counter-signature whose signer is not known.';
    const isBroken = !cryptoValid || faults.some(({ status }) => status === 'INVALID');
    return `It carries a counter-signature by ${signer.subject.toString()}, which is ${isBroken ? 'broken' : 'intact'}.`;
  });
  const more = count > judged.length ? [`${count - judged.length} more were not looked at.`] : [];
  return [...sentences, ...more, 'Whether their certificates are trusted was not asked.'].join(' ');
}
