import { Worker } from 'node:worker_threads';
import type {
  CheckpointOutcome,
  CheckpointReply,
  CheckpointStep,
  CheckpointThreadData,
} from './checkpoint-protocol.ts';

/** Who runs the steps of a checkpoint, one at a time. */
export interface CheckpointThread {
  /** Rejects when the disk refused or the thread has ended. */
  run(step: CheckpointStep): Promise<CheckpointOutcome>;
  /** Resolves when the thread has closed its connections and ended. */
  close(): Promise<void>;
}

/** A thread with the script `file`, started by its first step, and anew by the one after its end. */
export function createCheckpointThread(file: string, workerData: CheckpointThreadData): CheckpointThread {
  let worker: Worker | undefined;
  const start = (): Worker => {
    const started = new Worker(file, { workerData, name: 'checkpoint', env: {}, execArgv: [] });
    started.unref();
    const forget = (): void => {
      if (worker === started) worker = undefined;
    };
    started.once('error', forget).once('exit', forget);
    return started;
  };
  return {
    run: (step) => ask((worker ??= start()), step),
    async close() {
      const ended = worker;
      if (ended === undefined) return;
      worker = undefined;
      const { promise, resolve } = Promise.withResolvers<undefined>();
      ended.once('exit', () => resolve(undefined)).ref();
      ended.postMessage(null);
      await promise;
    },
  };
}

function ask(worker: Worker, step: CheckpointStep): Promise<CheckpointOutcome> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      worker.off('message', answered).off('error', failed).off('exit', exited);
    };
    const answered = (reply: CheckpointReply): void => {
      end();
      if ('fault' in reply) reject(new Error(reply.fault));
      else resolve(reply.outcome);
    };
    const failed = (error: unknown): void => {
      end();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const exited = (): void => failed(new Error('The checkpoint thread ended.'));
    worker.on('message', answered).on('error', failed).on('exit', exited);
    worker.postMessage(step);
  });
}
