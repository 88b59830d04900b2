import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import type { CounterSignature } from '../../contract/http/verification.ts';
import { type CounterFindings, MAX_COUNTER_SIGNATURES } from '../counter-signatures.ts';
import type { SignatureJudgement } from './judge-signature.ts';
import { counterSignatures } from './unsigned-properties.ts';

/** A counter-signature, judged like a signature by itself. */
export interface JudgedCounterSignature {
  readonly judgement: SignatureJudgement;
  readonly finding: Omit<CounterSignature, 'name' | 'countersigned'>;
}

/**
 * Every counter-signature of a signature (EN 319 132-1 clause 5.2.7), and those over these. `judge` gets each with the value
 * that it is to be over. Anybody can add one or take one away, so none of them decides about the signature that it is over.
 * At most 20 of one signature are judged. Throws WorkExceededError.
 */
export function findCounterSignatures(
  countersigned: SignatureJudgement,
  judge: (element: XmlElement, countersigned: XmlElement) => JudgedCounterSignature,
): CounterFindings {
  const findings: CounterSignature[] = [];
  let unjudged = 0;
  const visit = ({ properties, valueElement }: SignatureJudgement, parent: string | null): void => {
    if (valueElement === null) return;
    for (const [index, element] of counterSignatures(properties?.unsignedProperties ?? null).entries()) {
      if (findings.length >= MAX_COUNTER_SIGNATURES) {
        unjudged++;
        continue;
      }
      const name = parent === null ? String(index + 1) : `${parent}.${index + 1}`;
      const { judgement, finding } = judge(element, valueElement);
      findings.push({ name, countersigned: parent, ...finding });
      visit(judgement, name);
    }
  };
  visit(countersigned, null);
  return { findings, unjudged };
}
