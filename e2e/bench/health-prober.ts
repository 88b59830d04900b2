import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Asks `/health/live` again and again over one connection, on a thread of its own, so that what the load client does keeps
 * no answer waiting. Told to stop, it gives the milliseconds that each answer took.
 */
const { url } = workerData as { readonly url: string };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const PAUSE_MILLISECONDS = 5;
const times: number[] = [];
const asking = new AbortController();
parentPort?.once('message', () => asking.abort());
while (!asking.signal.aborted) {
  const begun = performance.now();
  await answered();
  times.push(performance.now() - begun);
  await sleep(PAUSE_MILLISECONDS);
}
agent.destroy();
parentPort?.postMessage(times);

function answered(): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  get(`${url}/health/live`, { agent }, (answer) => {
    if (answer.statusCode !== 200) reject(new Error(`/health/live: ${String(answer.statusCode)}`));
    answer.resume().on('end', () => resolve(null));
  }).on('error', reject);
  return promise;
}
