import { z } from 'zod';

/** What one fault did, as it is kept in a tally. */
export const Outcome = z.strictObject({
  seed: z.int(),
  fault: z.string(),
  accepted: z.int(),
  /**
   * What clients saw: HTTP statuses of tries to create, and `none` where there was no answer; with the error code where the
   * request is said to be at fault.
   */
  seen: z.record(z.string(), z.int()),
  lost: z.int(),
  twice: z.int(),
  partial: z.int(),
  /** From the moment at which everything was put right until all that was accepted was completed. */
  recoveryMilliseconds: z.int(),
});
export type Outcome = z.infer<typeof Outcome>;

/**
 * Whether nothing was lost, nothing signed twice and nothing half an output, and no client was told that a request is wrong
 * which a station has taken before and after: it would not be sent again.
 */
export function isGood({ accepted, seen, lost, twice, partial }: Outcome): boolean {
  const isRefused = Object.keys(seen).some((status) => status.startsWith('4'));
  return accepted > 0 && lost === 0 && twice === 0 && partial === 0 && !isRefused;
}

/** How an answer that is no acceptance is counted. */
export function refusalOf(status: number, body: string): string {
  const code = /"errorCode":"([A-Z_]+)"/.exec(body)?.[1] ?? 'without a code';
  return status >= 400 && status < 500 ? `${String(status)} ${code}` : String(status);
}

/** One line for people. */
export function sayOutcome(outcome: Outcome): string {
  const { fault, accepted, seen, lost, twice, partial, recoveryMilliseconds } = outcome;
  const answers = Object.entries(seen).map(([status, count]) => `${String(count)} x ${status}`);
  return (
    `${fault}: clients saw ${answers.join(', ')}; ${String(accepted)} accepted, ${String(lost)} lost, ${String(twice)} twice, ` +
    `${String(partial)} partial; all done ${(recoveryMilliseconds / 1000).toFixed(1)} s after`
  );
}
