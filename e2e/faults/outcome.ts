import { z } from 'zod';

/** What one fault did, as it is kept in a tally. */
export const Outcome = z.strictObject({
  seed: z.int(),
  fault: z.string(),
  accepted: z.int(),
  /** What clients saw: HTTP statuses of tries to create, and `none` where there was no answer. */
  seen: z.record(z.string(), z.int()),
  lost: z.int(),
  twice: z.int(),
  partial: z.int(),
  /** From the moment at which everything was put right until all that was accepted was completed. */
  recoveryMilliseconds: z.int(),
});
export type Outcome = z.infer<typeof Outcome>;

/** Whether nothing was lost, nothing signed twice and nothing half an output. */
export function isGood({ accepted, lost, twice, partial }: Outcome): boolean {
  return accepted > 0 && lost === 0 && twice === 0 && partial === 0;
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
