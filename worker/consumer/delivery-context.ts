import type { Consumer, Delivery } from '../../service/broker/broker.ts';
import { TRACEPARENT_HEADER, type JobMessage } from '../../service/contract/jobs/job-message.ts';
import { jobMessageRow } from '../../service/domain/job-message-row.ts';
import type { OutboxMessage } from '../../service/domain/records.ts';
import type { RetryPolicy } from '../../service/domain/retry-backoff.ts';
import type { ErrorCode } from '../../service/contract/vocabulary/error-catalogue.ts';
import type { JobDetails, StartSigning, WorkerStore } from '../../service/persistence/persistence.ts';
import type { TraceContext } from '../../service/telemetry/trace-context.ts';

/** What a delivery is worked on with. */
export interface DeliveryContext {
  readonly store: WorkerStore;
  readonly consumer: Pick<Consumer, 'publishDeadLetter'>;
  readonly retryPolicy: RetryPolicy;
  readonly leaseMilliseconds: number;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  /** A job of the format that a message names is about to be claimed. */
  readonly expectFormat: (requestedFormat: string) => void;
  /**
   * Makes and stores the signature and completes the job under the renewed claim; `lost` when the claim was lost on the
   * way. It calls `start` when it knows what it will sign with; the renewal is under way while the document is being
   * prepared. It calls it again before it asks the device.
   */
  readonly signJob: (start: StartSigning, details: JobDetails) => Promise<'done' | 'lost'>;
  readonly report: (event: DeliveryEvent) => void;
  /** Takes the spans of jobs that are traced. */
  readonly onSpan: NonNullable<TraceContext['onSpan']>;
}

export interface DeliveryEvent {
  readonly outcome: 'completed' | 'lost' | 'failed' | 'retry-scheduled' | 'waiting' | 'ignored' | 'dead-lettered';
  readonly messageId: string;
  readonly jobId?: string;
  readonly signatureId?: string;
  readonly correlationId?: string | null;
  readonly errorCode?: ErrorCode;
  readonly reason?: string;
  readonly fault?: unknown;
}

/** The row that brings `message` again at `availableAt`. */
export function messageAt(
  context: DeliveryContext,
  delivery: Delivery,
  message: JobMessage,
  availableAt: Date,
): OutboxMessage {
  const ids = { id: context.newId(), traceparent: traceparentOf(delivery) };
  return jobMessageRow(ids, message, context.now(), availableAt);
}

/** The trace that the message belongs to; a retry belongs to the same. */
export function traceparentOf({ headers }: Pick<Delivery, 'headers'>): string | null {
  const header = headers[TRACEPARENT_HEADER];
  return typeof header === 'string' ? header : null;
}
