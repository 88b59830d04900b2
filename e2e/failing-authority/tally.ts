import { z } from 'zod';

const Count = z.int().min(0);

/** What one round did. */
export const TallyLine = z.strictObject({
  seed: z.int(),
  jobs: Count,
  /** With a reason, and nothing handed out. */
  failed: Count,
  /** To the authority, those before the first signature included. */
  requests: Count,
  /** Answers that were wrong, by what was wrong with them. */
  failures: z.record(z.string(), Count),
});
export type TallyLine = z.infer<typeof TallyLine>;

/** All rounds in two sentences. */
export function addUp(tally: readonly TallyLine[]): string {
  const [jobs, failed, requests] = [sumOf(tally, 'jobs'), sumOf(tally, 'failed'), sumOf(tally, 'requests')];
  const wrong = tally.flatMap(({ failures }) => Object.values(failures)).reduce((sum, count) => sum + count, 0);
  const kinds = new Set(tally.flatMap(({ failures }) => Object.keys(failures))).size;
  return (
    `${String(tally.length)} rounds, ${String(jobs)} jobs: ${String(jobs - failed)} reached their level, ${String(failed)} failed ` +
    `with a reason and without an output, none was signed twice. ` +
    `Of ${String(requests)} answers ${String(wrong)} were wrong, in ${String(kinds)} ways.`
  );
}

export function jobsOf(tally: readonly TallyLine[]): number {
  return sumOf(tally, 'jobs');
}

function sumOf(tally: readonly TallyLine[], what: 'jobs' | 'failed' | 'requests'): number {
  return tally.reduce((sum, line) => sum + line[what], 0);
}
