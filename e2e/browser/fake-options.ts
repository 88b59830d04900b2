import type { ErrorCode } from '../../service/contract/vocabulary/error-catalogue.ts';
import type { JobView } from '../../service/contract/http/signatures.ts';
import type { DiagnosisCase } from './fake-diagnoses.ts';

/** How the fake station is to be. */
export interface FakeOptions {
  /** Nothing signed, no certificates, no providers. */
  isEmpty?: boolean;
  /** Rows of the job and audit lists. */
  rows?: number;
  /** Jobs on top of the list: new ones, then those of its beginning as they are now. */
  newJobs?: readonly JobView[];
  /** Rows of a page, whatever the caller asks for; a real station gives at most 200. */
  rowsPerPage?: number;
  /** Time between two states of a request. */
  stepMilliseconds?: number;
  /** Instead of that time. */
  nextStep?: () => Promise<void>;
  /** Every API call is answered by this error. */
  failWith?: ErrorCode;
  /** The key that calls must carry. */
  apiKey?: string;
  /** Providers whose token is out: they show no certificates. */
  absentProviders?: readonly string[];
  /** What every diagnosis finds; by default each provider has a case of its own. */
  diagnosis?: DiagnosisCase;
  /** How long a diagnosis takes. */
  diagnosisMilliseconds?: number;
}

/** Time that passes. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits as long as a step of a request takes. */
export const nextStep = (options: FakeOptions): Promise<void> =>
  options.nextStep?.() ?? pause(options.stepMilliseconds ?? 40);
