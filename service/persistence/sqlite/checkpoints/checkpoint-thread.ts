import { parentPort, workerData } from 'node:worker_threads';
import { openCheckpointConnections } from './checkpoint-connections.ts';
import type { CheckpointReply, CheckpointStep, CheckpointThreadData } from './checkpoint-protocol.ts';

/** A thread of the host that runs one step after the other, each as long as the disk takes. Ends when it is told `null`. */
const connections = openCheckpointConnections(workerData as CheckpointThreadData);
const port = parentPort;
port?.on('message', (step: CheckpointStep | null) => {
  if (step === null) {
    connections.close();
    port.close();
    return;
  }
  port.postMessage(answer(step));
});

function answer(step: CheckpointStep): CheckpointReply {
  try {
    return { outcome: connections.run(step) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
