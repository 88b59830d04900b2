import type { CallTrace, FinishedSpan } from './span-messages.ts';
import { currentContext, freshTraceId, runInContext, type TraceContext } from './trace-context.ts';

/** The ids of the current context, to be sent with a call; undefined outside of one. */
export function callTrace(): CallTrace | undefined {
  const context = currentContext();
  if (context === undefined) return undefined;
  const { traceId, correlationId, signatureId, jobId, spanId } = context;
  return { traceId, correlationId, signatureId, jobId, ...(spanId !== undefined && { spanId }) };
}

/** Runs what was called with the ids that came with the call. */
export function inCallTrace<T>(
  trace: CallTrace | undefined,
  work: () => T,
  onSpan?: NonNullable<TraceContext['onSpan']>,
): T {
  return trace === undefined ? work() : runInContext({ ...trace, ...(onSpan !== undefined && { onSpan }) }, work);
}

/** Runs a step as a span of its own below the current one; just runs it where no collector is configured. */
export async function spanned<T>(
  step: Pick<FinishedSpan, 'name' | 'process' | 'providerId'>,
  work: () => Promise<T>,
): Promise<T> {
  const context = currentContext();
  const parentSpanId = context?.spanId;
  if (context?.onSpan === undefined || parentSpanId === undefined) return work();
  const { traceId, correlationId, signatureId, jobId, onSpan } = context;
  const spanId = freshTraceId().slice(16);
  const startedAt = Date.now();
  const end = (isError: boolean): void => {
    const ids = { traceId, correlationId, signatureId, jobId, spanId, parentSpanId };
    onSpan({ ...step, ...ids, startedAt, endedAt: Date.now(), isError });
  };
  try {
    const result = await runInContext({ ...context, spanId }, work);
    end(false);
    return result;
  } catch (fault) {
    end(true);
    throw fault;
  }
}
