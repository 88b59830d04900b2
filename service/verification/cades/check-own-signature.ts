import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { bytesSource, type ByteSource } from '../../codecs/byte-source.ts';
import { OID_ID_DATA } from '../../codecs/cms/object-identifiers.ts';
import { openSignedData, type SignedData } from '../../codecs/cms/signed-data-parser.ts';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { nativeRuntime } from '../signature-arithmetic/crypto-runtime.ts';
import { parseAll } from '../certificate-path/trust-store.ts';
import { judgeSigner } from './judge-signer.ts';
import { codeOfParseError } from './verify-cms.ts';

export interface OwnSignature {
  /** ContentInfo as built. The octets of its content are not read. */
  readonly signedData: Uint8Array | ByteSource;
  /** What may stand behind it; nothing unless said otherwise, zeros in PDF. */
  readonly trailing?: 'none' | 'zeros';
  /** DER of the certificate whose key was asked to sign. */
  readonly signingCertificate: Uint8Array;
  /** Certificates that were put beside it. */
  readonly chain?: readonly Uint8Array[];
  /** Digest of the content as it was written or given, by the hash the signature was asked for. */
  readonly contentDigest: Uint8Array;
  /** Where in `signedData` the content must lie, in one piece; null for a detached signature. */
  readonly contentRange: { readonly start: number; readonly end: number } | null;
}

/**
 * The station's check of its own output before it is stored: one signer, the chosen certificate, its key made the
 * signature, the message digest is that of the content, the content lies where it was written. Returns the faults; none
 * means good. Trust, validity and revocation are not looked at.
 */
export function checkOwnSignature(own: OwnSignature): readonly ReasonCode[] {
  const source = own.signedData instanceof Uint8Array ? bytesSource(own.signedData) : own.signedData;
  try {
    return judge(openSignedData(source, { trailing: own.trailing ?? 'none' }), own);
  } catch (error) {
    if (error instanceof Asn1Error) return [codeOfParseError(error)];
    throw error;
  }
}

/** Whoever chose the certificate has looked at this. */
const OF_VALIDITY: ReadonlySet<ReasonCode> = new Set<ReasonCode>(['SIG_SIGNING_TIME_IMPLAUSIBLE']);

function judge(signedData: SignedData, own: OwnSignature): readonly ReasonCode[] {
  const [signerInfo, ...more] = signedData.signerInfos;
  // The device's arrays are the same for all its signatures: what is known of them need not be read again for each.
  const ofDevice = [own.signingCertificate, ...(own.chain ?? [])];
  const sameArray = (der: Uint8Array): Uint8Array => ofDevice.find((known) => Buffer.compare(der, known) === 0) ?? der;
  if (signerInfo === undefined || more.length > 0) return ['SIG_SIGNER_COUNT_INVALID'];
  const judgement = judgeSigner(signerInfo, {
    signedData,
    certificates: parseAll(signedData.certificates.map(sameArray), parseCertificate),
    digestContent: () => own.contentDigest,
    expectedContentType: OID_ID_DATA,
    runtime: nativeRuntime,
  });
  const isChosen = judgement.signer !== null && Buffer.compare(judgement.signer.der, own.signingCertificate) === 0;
  const faults = judgement.faults.filter(({ reason }) => !OF_VALIDITY.has(reason));
  return [
    ...faults.map(({ reason }) => reason),
    ...(isChosen ? [] : (['SIG_SIGNING_CERTIFICATE_MISMATCH'] as const)),
    ...(isInPlace(signedData, own) ? [] : (['SIG_FORMAT_INVALID'] as const)),
  ];
}

function isInPlace({ eContent }: SignedData, { contentRange }: OwnSignature): boolean {
  if (eContent === null || contentRange === null) return eContent === contentRange;
  return eContent.range?.start === contentRange.start && eContent.range.end === contentRange.end;
}
