import type { Certificate } from '../../codecs/x509/certificate.ts';
import type { CertificateResult } from '../../contract/http/verification.ts';
import { evaluateCertificate, type CertificateEvaluation } from '../certificate-path/evaluate-certificate.ts';
import type { KeyPurpose } from '../certificate-path/key-purpose.ts';
import { type Fault, indeterminate, invalid } from '../fault.ts';
import { nativeRuntime, type CryptoRuntime } from '../signature-arithmetic/crypto-runtime.ts';
import { withListedTrust } from '../certificate-path/listed-trust.ts';
import { openTrustStore } from '../certificate-path/trust-store.ts';
import { earliest, type JudgedTimestamp, type TimestampQuestion } from './judge-timestamps.ts';

export interface SigningCertificateQuestion extends TimestampQuestion {
  readonly purpose?: KeyPurpose;
  readonly runtime?: CryptoRuntime;
}

/** The signing certificate, judged now or at the time that is proven for the signature. */
export interface SigningCertificateVerdict extends Pick<CertificateEvaluation, 'chain'> {
  readonly result: CertificateResult;
  /** The earliest time at which the signature is proven to have been there; null where nothing proves one. */
  readonly bestSignatureTime: Date | null;
  /** What the proven times say against the signature. */
  readonly faults: readonly Fault[];
}

/**
 * Judges the signing certificate at the present time, and where it is no longer good at the best signature time: the
 * earliest time that a believed timestamp over the signature proves (EN 319 102-1 5.5.4, 5.6.2). Who was revoked or
 * expired at that time stays so. A content timestamp proves the opposite: that the signature was made after its time;
 * after the end of the certificate it is INVALID then (5.3.4). Throws WorkExceededError.
 */
export function judgeSigningCertificate(
  certificate: Certificate,
  timestamps: readonly JudgedTimestamp[],
  question: SigningCertificateQuestion,
): SigningCertificateVerdict {
  const { candidates, evidence, at: now, revocationMode, budget, runtime = nativeRuntime, purpose } = question;
  const evaluate = (at: Date): CertificateEvaluation =>
    evaluateCertificate({
      ...{ certificate, candidates, evidence, store: openTrustStore(question.trust), at, now, revocationMode },
      ...{ runtime, budget, ...(purpose && { purpose }) },
    });
  const proven = timestamps.filter(({ status }) => status === 'VALID');
  const bestSignatureTime = earliest(
    proven.flatMap(({ found, time }) => (found.about === 'signature' && time ? [time] : [])),
  );
  const current = evaluate(now);
  const past = current.result.isValid || bestSignatureTime === null ? null : evaluate(bestSignatureTime);
  const { result, chain } = past ?? current;
  const isPast = past?.result.isValid === true;
  const told = withListedTrust(result, chain, bestSignatureTime ?? now, openTrustStore(question.trust));
  return {
    result: isPast ? { ...told, reasonCodes: [...told.reasonCodes, 'CERT_VALID_AT_PROVEN_TIME'] } : told,
    chain,
    bestSignatureTime,
    faults: [
      ...judgeBegin(certificate, bestSignatureTime),
      ...(result.isValid ? [] : judgeEnd(certificate, past ?? current, proven)),
    ],
  };
}

/** A signature that was there before its certificate was valid. */
function judgeBegin({ notBefore }: Certificate, time: Date | null): SigningCertificateVerdict['faults'] {
  return time !== null && time < notBefore ? [indeterminate('SIG_SIGNING_TIME_IMPLAUSIBLE')] : [];
}

function judgeEnd(
  { notAfter }: Certificate,
  { revokedAt }: CertificateEvaluation,
  proven: readonly JudgedTimestamp[],
): SigningCertificateVerdict['faults'] {
  const isAfter = (end: Date | null): boolean =>
    end !== null &&
    proven.some(
      ({ found, time, accuracyMilliseconds: doubt }) =>
        found.about === 'content' && time !== null && time.getTime() - doubt > end.getTime(),
    );
  return [
    ...(isAfter(revokedAt) ? [invalid('SIG_MADE_AFTER_REVOCATION')] : []),
    ...(isAfter(notAfter) ? [invalid('SIG_MADE_AFTER_EXPIRY')] : []),
  ];
}
