import type { SignatureFinding, TimestampFinding } from '../../contract/http/verification.ts';
import type { Fault } from '../fault.ts';

/** What was found in a container that could be judged. */
export interface AsicVerdict {
  /** In the order of the signatures' entries. */
  readonly findings: readonly SignatureFinding[];
  /** Of the container as a whole. */
  readonly faults: readonly Fault[];
  /** Those that are over none of the signatures. */
  readonly timestamps?: readonly TimestampFinding[];
}
