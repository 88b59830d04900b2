import { Worker } from 'node:worker_threads';

/**
 * Ends this process after `milliseconds`, whatever it is doing: a module that never comes back blocks the thread that
 * would notice that the parent is gone, so another thread counts.
 */
export function limitLife(milliseconds: number): void {
  const program = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${milliseconds})`;
  new Worker(program, { eval: true }).unref();
}
