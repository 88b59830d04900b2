import { z } from 'zod';

/**
 * What has failed. `starting-again`: the station, and the program comes back by itself; `failed-often`: again and again,
 * and it waits for the person; `not-started`: `reason` says why; `runs-already`: another station holds the data, and serves
 * its page at `station`; `no-page`: the station's page does not come up.
 */
export type FaultKind = 'starting-again' | 'failed-often' | 'not-started' | 'runs-already' | 'no-page';

export interface FaultView {
  readonly kind: FaultKind;
  /** In words; `isEnglish` where there are none in the language of the page. */
  readonly reason: { readonly words: string; readonly isEnglish: boolean } | null;
  /** The address of the station that runs already, without a slash at the end. */
  readonly station?: string;
}

/**
 * What the person may have done: start again, open the page of the station that runs already in the browser, copy the
 * report for the help desk, open the log folder, end.
 */
export const FaultAction = z.enum(['again', 'page', 'report', 'logs', 'quit']);
export type FaultAction = z.infer<typeof FaultAction>;

/** Whether it was done. A page whose program ends gets no answer any more. */
export type FaultOutcome = 'done' | 'failed';

/** What the preload script gives the page of a failure, and all that it gives it. */
export interface FaultPort {
  view(): Promise<FaultView>;
  act(action: FaultAction): Promise<FaultOutcome>;
}
