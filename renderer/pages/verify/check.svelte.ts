import type { StationClient } from '../../api/station-client.ts';
import type { Inspection } from '../../../service/contract/http/inspection.ts';
import { explainError, type Explanation } from '../../messages/explanation.ts';

export interface Check {
  readonly isRunning: boolean;
  /** Share of the upload that has left, 0 to 1. */
  readonly fraction: number;
  readonly inspection: Inspection | null;
  readonly fault: Explanation | null;
  readonly run: (form: FormData) => Promise<void>;
  /** Stops what is under way and clears the result. */
  readonly forget: () => void;
}

/** One upload to `POST /inspections` at a time; a newer one makes the answer of an older one irrelevant. */
export function createCheck(client: StationClient): Check {
  let isRunning = $state(false);
  let fraction = $state(0);
  let inspection = $state.raw<Inspection | null>(null);
  let fault = $state.raw<Explanation | null>(null);
  let control = new AbortController();

  function forget(): void {
    control.abort();
    control = new AbortController();
    isRunning = false;
    fraction = 0;
    inspection = null;
    fault = null;
  }

  async function run(form: FormData): Promise<void> {
    forget();
    const { signal } = control;
    isRunning = true;
    try {
      const answer = await client.inspectUpload(form, { signal, onProgress: (share) => (fraction = share) });
      if (!signal.aborted) inspection = answer;
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
    get inspection() {
      return inspection;
    },
    get fault() {
      return fault;
    },
    run,
    forget,
  };
}
