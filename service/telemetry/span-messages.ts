import { z } from 'zod';

/** What a call to another process carries, so that its log lines and spans bear the same ids. */
export const CallTrace = z.strictObject({
  traceId: z.string().length(32),
  correlationId: z.string().nullable(),
  signatureId: z.string().nullable(),
  jobId: z.string().nullable(),
  /** The span that the call is a part of; only where a collector is configured. */
  spanId: z.string().length(16).exactOptional(),
});
export type CallTrace = z.infer<typeof CallTrace>;

/** A span of a process that talks to no collector by itself: its host passes it on. */
export const FinishedSpan = z.strictObject({
  ...CallTrace.shape,
  name: z.string().max(100),
  spanId: z.string().length(16),
  parentSpanId: z.string().length(16),
  providerId: z.string().exactOptional(),
  process: z.enum(['worker', 'token-host']),
  startedAt: z.number(),
  endedAt: z.number(),
  isError: z.boolean(),
});
export type FinishedSpan = z.infer<typeof FinishedSpan>;

/** Notification of a child process: it has finished a span. */
export const SPAN_TOPIC = 'span';
