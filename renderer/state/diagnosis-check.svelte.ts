import type { Diagnosis } from '../../service/contract/http/diagnosis.ts';
import type { StationClient } from '../api/station-client.ts';
import { explainError, type Explanation } from '../messages/explanation.ts';

export interface DiagnosisCheck {
  /** The last result; stays while a newer one is on its way or failed. */
  readonly value: Diagnosis | null;
  readonly fault: Explanation | null;
  readonly isRunning: boolean;
  /** A token came or went after the check that `value` is of had begun. */
  readonly isOutdated: boolean;
  /** Whole seconds that the running check has taken so far. */
  readonly seconds: number;
  /** Starts a check, in place of a running one. Never rejects. */
  readonly run: () => Promise<void>;
  readonly noteTokens: () => void;
  /** The plain text of `value`. Rejects with ApiError when it has to be asked for and does not come. */
  readonly asText: () => Promise<string>;
  /** Leaves a running check to itself. */
  readonly stop: () => void;
}

type Doctor = Pick<StationClient, 'diagnosis' | 'diagnosisText'>;

/** What the token doctor says of one provider, with the state a page needs to show it. */
export function createDiagnosisCheck(doctor: Doctor, providerId: string): DiagnosisCheck {
  let value = $state.raw<Diagnosis | null>(null);
  let fault = $state.raw<Explanation | null>(null);
  let isRunning = $state(false);
  let isOutdated = $state(false);
  let seconds = $state(0);
  let text: string | null = null;
  let current = new AbortController();

  async function run(): Promise<void> {
    current.abort();
    const mine = new AbortController();
    current = mine;
    isRunning = true;
    isOutdated = false;
    seconds = 0;
    const clock = setInterval(() => (seconds += 1), 1000);
    mine.signal.addEventListener('abort', () => clearInterval(clock));
    try {
      // Both forms at once: the station makes one check of them, so that the text says what the page shows.
      const inWords = doctor.diagnosisText(providerId, mine.signal).catch(() => null);
      const found = await doctor.diagnosis(providerId, mine.signal);
      const words = await inWords;
      if (mine.signal.aborted) return;
      value = found;
      text = words;
      fault = null;
    } catch (error) {
      if (!mine.signal.aborted) fault = explainError(error);
    } finally {
      clearInterval(clock);
      if (!mine.signal.aborted) isRunning = false;
    }
  }

  return {
    get value() {
      return value;
    },
    get fault() {
      return fault;
    },
    get isRunning() {
      return isRunning;
    },
    get isOutdated() {
      return isOutdated;
    },
    get seconds() {
      return seconds;
    },
    run,
    noteTokens: () => void (isOutdated = true),
    asText: async () => text ?? (text = await doctor.diagnosisText(providerId)),
    stop: () => {
      current.abort();
      isRunning = false;
    },
  };
}
