import type { SignerInfo } from '../../codecs/cms/signed-data-parser.ts';
import { type CounterFindings, findCounterSignatures, type JudgedCounterSignature } from '../counter-signatures.ts';
import { indeterminate } from '../fault.ts';
import { concludeSignature, unjudgedSignature } from '../judged-signature.ts';
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
 * certificate path and its own timestamps. Throws WorkExceededError where there is a budget.
 */
export function findCmsCounterSignatures(countersigned: SignerInfo, context: CounterFindingContext): CounterFindings {
  return findCounterSignatures(countersigned, readCounterSignatures, (signerInfo, over) => ({
    finding: judged(signerInfo, over, context),
    signature: signerInfo,
  }));
}

type Finding = JudgedCounterSignature<SignerInfo>['finding'];

function judged(signerInfo: SignerInfo | null, over: SignerInfo, context: CounterFindingContext): Finding {
  if (signerInfo === null) return unreadable('SIG_FORMAT_INVALID');
  const judgement = judgeCounterSignature(signerInfo, over, context);
  if (judgement === null) return unreadable('SIG_SIGNED_ATTRIBUTES_MISSING');
  const lasting = context.judgeLasting(signerInfo, judgement, over);
  const { cryptoValid, faults, claimedSigningTime } = judgement;
  const { bestSignatureTime, timestamps } = lasting.report;
  return {
    ...concludeSignature({ cryptoValid, faults, lasting }),
    claimedSigningTime: claimedSigningTime?.toISOString() ?? null,
    bestSignatureTime,
    timestamps,
  };
}

function unreadable(reason: 'SIG_FORMAT_INVALID' | 'SIG_SIGNED_ATTRIBUTES_MISSING'): Finding {
  return { ...unjudgedSignature(indeterminate(reason)), claimedSigningTime: null, bestSignatureTime: null };
}
