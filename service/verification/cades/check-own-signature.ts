import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { OID_ID_DATA } from '../../codecs/cms/object-identifiers.ts';
import { parseSignedData } from '../../codecs/cms/signed-data-parser.ts';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { nativeRuntime } from '../certificate-path/signature-check.ts';
import { parseAll } from '../certificate-path/trust-store.ts';
import { judgeSigner } from './judge-signer.ts';
import type { DigestContent } from './signed-content.ts';
import { codeOfParseError, judgeStructure, resolveContent } from './verify-cms.ts';

export interface OwnSignature {
  /** ContentInfo as built; zero padding may follow for PAdES. */
  readonly signedData: Uint8Array;
  /** DER of the certificate whose key was asked to sign. */
  readonly signingCertificate: Uint8Array;
  readonly digestContent: DigestContent | null;
  readonly pades: boolean;
}

/**
 * The station's check of its own output before it is stored: one signer, the chosen certificate, its key made the
 * signature, the message digest is that of the content. Returns the faults; none means good. Trust, validity and
 * revocation are not looked at.
 */
export function checkOwnSignature(own: OwnSignature): readonly ReasonCode[] {
  try {
    const signedData = parseSignedData(own.signedData, { trailing: own.pades ? 'zeros' : 'none' });
    const [signerInfo, ...more] = signedData.signerInfos;
    const structureFault = judgeStructure(signedData, own.pades);
    if (signerInfo === undefined || more.length > 0) return ['SIG_SIGNER_COUNT_INVALID'];
    if (structureFault !== null) return [structureFault];
    const certificates = parseAll(signedData.certificates, parseCertificate);
    const { digestContent, isMismatched } = resolveContent(signedData, own.digestContent);
    const context = { signedData, certificates, digestContent, expectedContentType: OID_ID_DATA };
    const judgement = judgeSigner(signerInfo, { ...context, runtime: nativeRuntime });
    const isChosen = judgement.signer !== null && Buffer.compare(judgement.signer.der, own.signingCertificate) === 0;
    return [
      ...judgement.faults,
      ...(isChosen ? [] : (['SIG_SIGNING_CERTIFICATE_MISMATCH'] as const)),
      ...(isMismatched ? (['SIG_DETACHED_CONTENT_MISMATCH'] as const) : []),
    ];
  } catch (error) {
    if (error instanceof Asn1Error) return [codeOfParseError(error)];
    throw error;
  }
}
