import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import { readSignatureScheme } from '../../codecs/x509/signature-algorithm.ts';
import { WORK, type WorkBudget } from '../work-budget.ts';
import type { CheckTurns } from './check-turns.ts';
import { chargedOnce, type CheckedSignatures } from './checked-signatures.ts';
import type { CryptoRuntime } from '../signature-arithmetic/crypto-runtime.ts';
import { checkSignature, type SignatureCheckResult } from '../signature-arithmetic/signature-check.ts';
import { workOfSignatureCheck } from '../signature-arithmetic/work-of-check.ts';

/** What signatures between certificates are checked with. */
export interface SignatureChecks {
  readonly runtime: CryptoRuntime;
  readonly budget: WorkBudget;
  /** What was found earlier. */
  readonly checkedSignatures: CheckedSignatures;
  /** Given where others wait for this process; what is checked is begun again after TurnOverError. */
  readonly turns?: CheckTurns | undefined;
}

/**
 * Whether the certificate's signature was made with the issuer's key; names, dates and strength are not looked at. The
 * work is charged once a document, whether or not the answer is known from an earlier one. Throws WorkExceededError, and
 * TurnOverError where there are turns.
 */
export function checkIssuedBy(
  certificate: Certificate,
  issuer: Certificate,
  { runtime, budget, checkedSignatures, turns }: SignatureChecks,
): SignatureCheckResult {
  const pair = `${certificate.sha256Thumbprint} ${issuer.sha256Thumbprint}`;
  const work = (): number => workOfSignatureCheck(issuer.publicKey) + certificate.tbs.length * WORK.digestedByte;
  return chargedOnce(pair, budget, work, () => {
    const earlier = checkedSignatures.get(pair);
    if (earlier !== undefined) return earlier;
    turns?.requireShare();
    const result = check(certificate, issuer, runtime);
    // What this runtime cannot do is no property of the certificates.
    if (result === 'Unsupported') return result;
    checkedSignatures.add(pair, result);
    turns?.spend(work());
    return result;
  });
}

function check(certificate: Certificate, issuer: Certificate, runtime: CryptoRuntime): SignatureCheckResult {
  const scheme = orNull(() => readSignatureScheme(certificate.signatureAlgorithm));
  if (scheme === null) return 'Unsupported';
  const { tbs: data, signatureValue } = certificate;
  return checkSignature({ scheme, publicKey: issuer.publicKey, data, signatureValue, runtime });
}

/** A malformed field is no reason to stop a search: path validation names it. */
export function orNull<Value>(read: () => Value | null): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Asn1Error) return null;
    throw error;
  }
}
