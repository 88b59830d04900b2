import type { StationClient } from '../../api/station-client.ts';
import type { VerificationReport } from '../../../service/contract/http/verification.ts';
import { explainError, type Explanation } from '../../messages/explanation.ts';

export interface Check {
  readonly isRunning: boolean;
  /** Share of the upload that has left, 0 to 1. */
  readonly fraction: number;
  readonly report: VerificationReport | null;
  readonly fault: Explanation | null;
  readonly run: (form: FormData) => Promise<void>;
  /** Stops what is under way and clears the result. */
  readonly forget: () => void;
}

/** One upload to `POST /verifications` at a time; a newer one makes the answer of an older one irrelevant. */
export function createCheck(client: StationClient): Check {
  let isRunning = $state(false);
  let fraction = $state(0);
  let report = $state.raw<VerificationReport | null>(null);
  let fault = $state.raw<Explanation | null>(null);
  let control = new AbortController();

  function forget(): void {
    control.abort();
    control = new AbortController();
    isRunning = false;
    fraction = 0;
    report = null;
    fault = null;
  }

  async function run(form: FormData): Promise<void> {
    forget();
    const { signal } = control;
    isRunning = true;
    try {
      const answer = await client.verifyUpload(form, { signal, onProgress: (share) => (fraction = share) });
      if (!signal.aborted) report = answer;
    } catch (error) {
      if (!signal.aborted) fault = explainError(error);
    } finally {
      if (!signal.aborted) isRunning = false;
    }
  }

  return {
    get isRunning() {
      return isRunning;
    },
    get fraction() {
      return fraction;
    },
    get report() {
      return report;
    },
    get fault() {
      return fault;
    },
    run,
    forget,
  };
}
