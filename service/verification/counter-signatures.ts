import type { CounterSignature } from '../contract/http/verification.ts';

/** Nobody can make a verifier do more arithmetic than this for one signature. */
export const MAX_COUNTER_SIGNATURES = 20;

/** What was found below one signature. */
export interface CounterFindings {
  /** A counter-signature before those that are over it. */
  readonly findings: readonly CounterSignature[];
  /** How many were left alone because there are too many. */
  readonly unjudged: number;
}

/** What a person is told of them; null where there are none. Each is a sentence with its signer and its own verdict. */
export function describeCounterSignatures({ findings, unjudged }: CounterFindings): string | null {
  const sentences = findings.map(({ signature: { cryptoValid, signerSubject }, status }) => {
    if (signerSubject === '') return 'It carries a counter-signature that cannot be judged.';
    const isBroken = !cryptoValid || status === 'INVALID';
    return `It carries a counter-signature by ${signerSubject}, which is ${isBroken ? 'broken' : `intact and by itself ${status}`}.`;
  });
  const more = unjudged > 0 ? [`${unjudged} more were not looked at.`] : [];
  return findings.length === 0 ? null : [...sentences, ...more].join(' ');
}
