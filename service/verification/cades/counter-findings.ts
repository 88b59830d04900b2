import type { SignerInfo } from '../../codecs/cms/signed-data-parser.ts';
import type { CounterSignature } from '../../contract/http/verification.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { type CounterFindings, MAX_COUNTER_SIGNATURES } from '../counter-signatures.ts';
import { certificateStatus, distinctFaults, worstStatus } from '../fault.ts';
import { NO_CERTIFICATE, NO_SIGNATURE } from '../report.ts';
import type { LastingVerdict } from '../timestamps/judge-lasting.ts';
import { type CounterSignatureContext, judgeCounterSignature, readCounterSignatures } from './counter-signatures.ts';
import type { SignerJudgement } from './judge-signer.ts';

export interface CounterFindingContext extends CounterSignatureContext {
  /** Judges certificate path and timestamps of a counter-signature; `countersigned` is the signer whose value it is over. */
  readonly judgeLasting: (
    signerInfo: SignerInfo,
    judgement: SignerJudgement,
    countersigned: SignerInfo,
  ) => LastingVerdict;
}

/**
 * Every counter-signature of a signer, and those over these, each judged like a signature by itself: arithmetic, form,
 * certificate path and its own timestamps. Anybody can add one or take one away, so none of them decides about the
 * signature that it is over. At most 20 of one signer are judged. Throws WorkExceededError where there is a budget.
 */
export function findCounterSignatures(countersigned: SignerInfo, context: CounterFindingContext): CounterFindings {
  const findings: CounterSignature[] = [];
  let unjudged = 0;
  const visit = (over: SignerInfo, parent: string | null): void => {
    for (const [index, signerInfo] of readCounterSignatures(over).entries()) {
      if (findings.length >= MAX_COUNTER_SIGNATURES) {
        unjudged++;
        continue;
      }
      const name = parent === null ? String(index + 1) : `${parent}.${index + 1}`;
      findings.push({ name, countersigned: parent, ...judged(signerInfo, over, context) });
      if (signerInfo !== null) visit(signerInfo, name);
    }
  };
  visit(countersigned, null);
  return { findings, unjudged };
}

function judged(
  signerInfo: SignerInfo | null,
  over: SignerInfo,
  context: CounterFindingContext,
): Omit<CounterSignature, 'name' | 'countersigned'> {
  if (signerInfo === null) return unreadable('SIG_FORMAT_INVALID');
  const judgement = judgeCounterSignature(signerInfo, over, context);
  if (judgement === null) return unreadable('SIG_SIGNED_ATTRIBUTES_MISSING');
  const lasting = context.judgeLasting(signerInfo, judgement, over);
  const faults = distinctFaults([...judgement.faults, ...lasting.faults]);
  const { certificate } = lasting;
  const codes: ReasonCode[] = faults.length === 0 ? ['SIG_VALID'] : faults.map(({ reason }) => reason);
  return {
    status: worstStatus([certificateStatus(certificate), ...faults]),
    signature: {
      cryptoValid: judgement.cryptoValid,
      signerThumbprint: certificate.thumbprint,
      signerSubject: certificate.subject,
      reasonCodes: codes,
    },
    certificate,
    reasonCodes: [...new Set([...codes, ...certificate.reasonCodes, ...lasting.remarks])],
    detail: null,
    claimedSigningTime: judgement.claimedSigningTime?.toISOString() ?? null,
    bestSignatureTime: lasting.report.bestSignatureTime,
    timestamps: lasting.report.timestamps,
  };
}

function unreadable(reason: ReasonCode): Omit<CounterSignature, 'name' | 'countersigned'> {
  return {
    status: 'INDETERMINATE',
    signature: { ...NO_SIGNATURE, reasonCodes: [reason] },
    certificate: NO_CERTIFICATE,
    reasonCodes: [reason],
    detail: null,
    claimedSigningTime: null,
    bestSignatureTime: null,
  };
}
