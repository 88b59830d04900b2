import type { SignatureView } from '../../../service/contract/http/signatures.ts';
import { text } from '../../messages/messages.ts';

/** One step of the way of a document through the station. */
export interface TimelineStep {
  readonly label: string;
  readonly at: string | null;
  readonly state: 'done' | 'current' | 'ahead' | 'failed' | 'stopped';
}

const t = text.signature;

function lastStep(view: SignatureView): TimelineStep {
  if (view.status === 'Failed') return { label: t.failed, at: view.failedAt, state: 'failed' };
  if (view.status === 'Rejected') return { label: t.rejected, at: view.failedAt, state: 'failed' };
  if (view.status === 'Cancelled') return { label: t.cancelled, at: null, state: 'stopped' };
  return { label: t.completed, at: view.completedAt, state: view.status === 'Completed' ? 'done' : 'ahead' };
}

/** The states of a request in their order (specification, section 3), with the moments that are known. */
export function timelineOf(view: SignatureView): readonly TimelineStep[] {
  const isOver = ['Failed', 'Rejected', 'Cancelled'].includes(view.status);
  const isStarted = view.status === 'Processing' || view.startedAt !== null;
  const steps: TimelineStep[] = [{ label: t.created, at: view.createdAt, state: 'done' }];
  if (view.queuedAt !== null || !isOver) {
    steps.push({ label: t.queued, at: view.queuedAt, state: view.status === 'Queued' ? 'current' : 'done' });
  }
  if (view.status === 'RetryScheduled') {
    steps.push({ label: t.retry, at: view.nextAttemptAt, state: 'current' });
  } else if (isStarted || !isOver) {
    const state = view.status === 'Processing' ? 'current' : isStarted && view.status !== 'Queued' ? 'done' : 'ahead';
    steps.push({ label: t.started, at: view.startedAt, state });
  }
  steps.push(lastStep(view));
  return steps;
}
