import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import { OID_ID_CT_TST_INFO } from '../../codecs/cms/object-identifiers.ts';
import { openSignedData, type SignedData, type SignerInfo } from '../../codecs/cms/signed-data-parser.ts';
import type { TstInfo } from '../../codecs/tsp/tst-info.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import { judgeSigner, type SignerJudgement } from '../cades/judge-signer.ts';
import { digestChunks } from '../cades/signed-content.ts';
import { tstInfoOf } from '../cades/timestamp-token.ts';
import { nativeRuntime } from '../signature-arithmetic/crypto-runtime.ts';
import { parseCertificatesOnce } from '../evidence/parse-once.ts';
import { WORK, type WorkBudget } from '../work-budget.ts';

/** A timestamp token that can be read, with the arithmetic of its signature. */
export interface OpenedToken {
  readonly signedData: SignedData;
  readonly signerInfo: SignerInfo;
  readonly tstInfo: TstInfo;
  /** Those that the token brings along. */
  readonly certificates: readonly Certificate[];
  readonly judgement: SignerJudgement;
}

/**
 * Opens a token (RFC 3161 2.4.2: one signer) and checks its signature; whether its maker is trusted is not asked. `others`
 * are certificates that its signer may be among when it does not bring it. Null for what is no token. Throws
 * WorkExceededError.
 */
export function openToken(
  token: Uint8Array,
  others: () => readonly Certificate[],
  budget: WorkBudget,
): OpenedToken | null {
  try {
    budget.charge(token.length * WORK.digestedByte + WORK.token);
    const signedData = openSignedData(bytesSource(token), { trailing: 'none' });
    const [signerInfo, ...more] = signedData.signerInfos;
    const tstInfo = tstInfoOf(signedData);
    if (tstInfo === null || signerInfo === undefined || more.length > 0) return null;
    const certificates = parseCertificatesOnce(signedData.certificates, budget);
    const judgement = judgeSigner(signerInfo, {
      ...{ signedData, certificates, others },
      digestContent: digestChunks(() => signedData.eContent?.chunks() ?? []),
      expectedContentType: OID_ID_CT_TST_INFO,
      ...{ runtime: nativeRuntime, budget },
    });
    return { signedData, signerInfo, tstInfo, certificates, judgement };
  } catch (error) {
    if (error instanceof Asn1Error) return null;
    throw error;
  }
}
