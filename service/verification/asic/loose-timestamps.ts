import type { TimestampFinding } from '../../contract/http/verification.ts';
import { evidenceOfToken } from '../evidence/cms-evidence.ts';
import { readEvidence } from '../evidence/document-evidence.ts';
import { type Fault, indeterminate } from '../fault.ts';
import { describeTimestamp } from '../timestamps/judge-lasting.ts';
import { judgeTimestamps } from '../timestamps/judge-timestamps.ts';
import type { VerificationContext } from '../verification.ts';
import { WorkBudget } from '../work-budget.ts';
import type { NamedTimestamp } from './container-timestamps.ts';

/** Timestamps that are over no signature of the container: for the report, and what is wrong with them. */
export interface LooseTimestamps {
  readonly timestamps: readonly TimestampFinding[];
  readonly faults: readonly Fault[];
}

/** Judges them as timestamps of signatures are judged. They prove nothing of a signature. Throws WorkExceededError. */
export function judgeLooseTimestamps(named: readonly NamedTimestamp[], question: VerificationContext): LooseTimestamps {
  const budget = question.budget ?? new WorkBudget(0);
  const evidence = readEvidence(
    named.flatMap(({ found }) => evidenceOfToken(found.token)),
    budget,
  );
  const candidates = evidence.certificates;
  const judged = judgeTimestamps(
    named.map(({ found }) => found),
    { ...question, budget, candidates, evidence },
  );
  // What lists other files than there are is said with the manifest.
  const wrong = judged.filter(({ status, found }) => status === 'INVALID' && found.broken === undefined);
  return {
    timestamps: judged.map(describeTimestamp),
    faults: wrong.map(({ detail, found }) => {
      const name = named.find((one) => one.found === found)?.name;
      return indeterminate('TIMESTAMP_INVALID', detail ?? 'The timestamp is not intact.', name);
    }),
  };
}
