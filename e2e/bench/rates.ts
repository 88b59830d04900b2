import type { LoadClient } from './load-client.ts';

/** Requests under way at a time. */
export const CLIENTS = 16;

/** Milliseconds from sending the request to hearing that it is completed, one after another; sorted. */
export async function latencies(client: LoadClient, jobs: number): Promise<number[]> {
  const result: number[] = [];
  for (let job = 0; job < jobs; job++) {
    const startedAt = performance.now();
    await completed(client);
    result.push(performance.now() - startedAt);
  }
  return result.sort((left, right) => left - right);
}

/** Sustained rate of jobs that are completed, with as many under way as there are clients. */
export async function jobsPerSecond(client: LoadClient, jobs: number): Promise<number> {
  let begun = 0;
  const startedAt = performance.now();
  const work = async (): Promise<void> => {
    while (begun++ < jobs) await completed(client);
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));
  return (1_000 * jobs) / (performance.now() - startedAt);
}

/** A job from its request to its end. */
export async function completed(client: LoadClient): Promise<void> {
  const status = await client.ended(await client.create());
  if (status !== 'Completed') throw new Error(`A job of the benchmark ended as ${status}.`);
}

/** Times a second, after a warm-up of the same length. */
export async function rateOf(work: () => Promise<unknown>, milliseconds: number): Promise<number> {
  const repeat = async (): Promise<number> => {
    const startedAt = performance.now();
    let rounds = 0;
    for (; performance.now() - startedAt < milliseconds; rounds++) await work();
    return (1_000 * rounds) / (performance.now() - startedAt);
  };
  await repeat();
  return repeat();
}
