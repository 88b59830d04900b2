import { z } from 'zod';

const Count = z.int().min(0);

/** What one recording and the cuts in it came to. */
export const TallyLine = z.strictObject({ seed: z.int(), cuts: Count, starts: Count, promises: Count });
export type TallyLine = z.infer<typeof TallyLine>;

/** How often the power was cut in all recordings. */
export function cutsOf(tally: readonly TallyLine[]): number {
  return sum(tally.map(({ cuts }) => cuts));
}

/** All recordings in one sentence. */
export function addUp(tally: readonly TallyLine[]): string {
  const [starts, promises] = [sum(tally.map((line) => line.starts)), sum(tally.map((line) => line.promises))];
  return (
    `${String(tally.length)} recordings, ${String(cutsOf(tally))} power cuts, ${String(promises)} answers held against what ` +
    `was left, ${String(starts)} stations started on it: nothing lost.`
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
