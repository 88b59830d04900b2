import { parentPort } from 'node:worker_threads';
import { reportWithoutSignature } from '../report.ts';
import type { TrustMaterial, VerificationOutcome } from '../verification.ts';
import { verifyDocument } from '../verify-document.ts';
import type { ThreadAnswer, ThreadTask } from './thread-messages.ts';

/** Entry of a verification thread: one task in, one answer out. Nothing a document contains gets past `answer`. */
const port = parentPort;
if (port === null) throw new Error('This file runs in a worker thread only');

const NO_TRUST: TrustMaterial = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };
let trust = NO_TRUST;

port.on('message', (task: ThreadTask) => {
  const answer: ThreadAnswer = { outcome: judge(task) };
  port.postMessage(answer);
});

function judge(task: ThreadTask): VerificationOutcome {
  try {
    if (task.trust !== null) ({ trust } = task);
    const { format, document, original, revocationMode, at } = task;
    return verifyDocument({ format, document, original, revocationMode, at, trust });
  } catch {
    // The error may quote the document, and nobody but the caller could use it.
    const detail = 'Checking the document failed unexpectedly.';
    return reportWithoutSignature(task.format, 'INDETERMINATE', 'VERIFICATION_CRASHED', detail, task.at);
  }
}
