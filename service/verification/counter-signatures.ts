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

/** A counter-signature, judged like a signature by itself. */
export interface JudgedCounterSignature<Signature> {
  readonly finding: Omit<CounterSignature, 'name' | 'countersigned'>;
  /** For what is over it; null where it cannot be read. */
  readonly signature: Signature | null;
}

/**
 * Every counter-signature of a signature, and those over these, whatever the format: `over` lists what says that it is over
 * one, `judge` judges it. Anybody can add one or take one away, so none of them decides about the signature that it is over.
 * At most 20 of one signature are judged. Throws what `judge` throws.
 */
export function findCounterSignatures<Signature, Found>(
  countersigned: Signature,
  over: (signature: Signature) => readonly Found[],
  judge: (found: Found, countersigned: Signature) => JudgedCounterSignature<Signature>,
): CounterFindings {
  const findings: CounterSignature[] = [];
  let unjudged = 0;
  const visit = (signature: Signature, parent: string | null): void => {
    for (const [index, found] of over(signature).entries()) {
      if (findings.length >= MAX_COUNTER_SIGNATURES) {
        unjudged++;
        continue;
      }
      const name = parent === null ? String(index + 1) : `${parent}.${index + 1}`;
      const judged = judge(found, signature);
      findings.push({ name, countersigned: parent, ...judged.finding });
      if (judged.signature !== null) visit(judged.signature, name);
    }
  };
  visit(countersigned, null);
  return { findings, unjudged };
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
