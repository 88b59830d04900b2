import type { SignatureView } from '../../../service/contract/http/signatures.ts';
import { laterText } from '../../messages/messages.ts';

/** One step of the way of a document through the station. */
export interface TimelineStep {
  readonly label: string;
  readonly at: string | null;
  readonly state: 'done' | 'current' | 'ahead' | 'failed' | 'stopped';
}

function lastStep(view: SignatureView): TimelineStep {
  if (view.status === 'Failed') return { label: laterText.signature.failed, at: view.failedAt, state: 'failed' };
  if (view.status === 'Rejected') return { label: laterText.signature.rejected, at: view.failedAt, state: 'failed' };
  if (view.status === 'Cancelled') return { label: laterText.signature.cancelled, at: null, state: 'stopped' };
  return {
    label: laterText.signature.completed,
    at: view.completedAt,
    state: view.status === 'Completed' ? 'done' : 'ahead',
  };
}

/** The states of a request in their order (specification, section 3), with the moments that are known. */
export function timelineOf(view: SignatureView): readonly TimelineStep[] {
  const isOver = ['Failed', 'Rejected', 'Cancelled'].includes(view.status);
  const isStarted = view.status === 'Processing' || view.startedAt !== null;
  const steps: TimelineStep[] = [{ label: laterText.signature.created, at: view.createdAt, state: 'done' }];
  if (view.queuedAt !== null || !isOver) {
    steps.push({
      label: laterText.signature.queued,
      at: view.queuedAt,
      state: view.status === 'Queued' ? 'current' : 'done',
    });
  }
  if (view.status === 'RetryScheduled') {
    steps.push({ label: laterText.signature.retry, at: view.nextAttemptAt, state: 'current' });
  } else if (isStarted || !isOver) {
    const state = view.status === 'Processing' ? 'current' : isStarted && view.status !== 'Queued' ? 'done' : 'ahead';
    steps.push({ label: laterText.signature.started, at: view.startedAt, state });
  }
  steps.push(lastStep(view));
  return steps;
}
