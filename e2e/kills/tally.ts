import { z } from 'zod';

const Counts = z.record(z.string(), z.int().min(0));

/** What one round of the crash scenario did. */
export const TallyLine = z.strictObject({ seed: z.int(), requests: z.int(), kills: Counts, episodes: Counts });
export type TallyLine = z.infer<typeof TallyLine>;

/** All rounds in one sentence. */
export function addUp(tally: readonly TallyLine[]): string {
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${String(count)}`)
      .join(', ') || 'none';
  const requests = tally.reduce((total, line) => total + line.requests, 0);
  const kills = sums(tally.map((line) => line.kills));
  const episodes = sums(tally.map((line) => line.episodes));
  return `${String(tally.length)} rounds, ${String(requests)} requests, each completed once. Killed: ${list(kills)}. Episodes: ${list(episodes)}.`;
}

/** How many processes were killed in all rounds. */
export function killsOf(tally: readonly TallyLine[]): number {
  return tally.flatMap(({ kills }) => Object.values(kills)).reduce((total, count) => total + count, 0);
}

/** The first seed from `first` on that is none of `seeds`. */
export function nextSeed(seeds: readonly number[], first: number): number {
  const tried = new Set(seeds);
  let seed = first;
  while (tried.has(seed)) seed += 1;
  return seed;
}

function sums(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const [name, count] of all.flatMap((counts) => Object.entries(counts))) total[name] = (total[name] ?? 0) + count;
  return total;
}
