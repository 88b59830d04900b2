import { AsyncLocalStorage } from 'node:async_hooks';
import { randomFillSync } from 'node:crypto';
import type { FinishedSpan } from './span-messages.ts';

/** What every log line and Problem Details of one request or job carries. */
export interface TraceContext {
  readonly traceId: string;
  correlationId: string | null;
  signatureId: string | null;
  jobId: string | null;
  /** The span of this request where a collector is configured. */
  spanId?: string;
  /** Takes the spans of a process that talks to no collector by itself. */
  readonly onSpan?: (span: FinishedSpan) => void;
  /** What is being done, once it is known: the operation's path. */
  route?: string;
  /** What the request or job began may outlive it (a timer, a process that it was the first to need) and is not its own. */
  isOver?: boolean;
}

const storage = new AsyncLocalStorage<TraceContext>();

/** Runs `work` with `context` as the current one, through everything that it awaits; with what it promises it is over. */
export function runInContext<T>(context: TraceContext, work: () => T): T {
  const result = storage.run(context, work);
  if (result instanceof Promise) {
    const end = (): void => endContext(context);
    result.then(end, end);
  }
  return result;
}

/** For work that nothing promises the end of. */
export function endContext(context = storage.getStore()): void {
  if (context !== undefined) context.isOver = true;
}

/** Runs what concerns no request or job in particular, or many of them. */
export function outsideOfContexts<T>(work: () => T): T {
  return storage.exit(work);
}

export function currentContext(): TraceContext | undefined {
  const context = storage.getStore();
  return context?.isOver === true ? undefined : context;
}

// Version 00 ends after the flags, later ones may go on; ff and ids of zeros only are invalid.
const TRACEPARENT =
  /^(?!ff)(?!00-.{52}.)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/**
 * The trace id of a W3C `traceparent` header (Trace Context, section 3.2), or a fresh one where there is none or it is
 * malformed. 32 lower-case hex digits, never all zero.
 */
export function traceIdOf(traceparent: string | undefined): string {
  return parseTraceparent(traceparent)?.traceId ?? freshTraceId();
}

/** The parts of a W3C `traceparent`; undefined when there is none or it is malformed. */
export function parseTraceparent(
  traceparent: string | undefined,
): { readonly traceId: string; readonly spanId: string; readonly traceFlags: number } | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags ?? '00', 16) };
}

/**
 * The `traceparent` for what the current request causes; null outside of one. Without a collector it names a span that
 * nobody records (flags 00): the trace id still leads from the request to its job.
 */
export function currentTraceparent(): string | null {
  const context = currentContext();
  if (context === undefined) return null;
  const { traceId, spanId } = context;
  return spanId === undefined ? `00-${traceId}-${freshTraceId().slice(16)}-00` : `00-${traceId}-${spanId}-01`;
}

/** Log lines and the span of the current request carry these from here on. */
export function noteIds(ids: Partial<Pick<TraceContext, 'signatureId' | 'jobId' | 'route'>>): void {
  const context = currentContext();
  if (context !== undefined) Object.assign(context, ids);
}

/** Runs `work` under the trace of a job that no request and no message is at hand of; a fresh one where it has none. */
export function inTraceOf<T>(
  job: { readonly jobId: string; readonly signatureId: string; readonly traceparent: string | null },
  work: () => T,
): T {
  const { jobId, signatureId, traceparent } = job;
  return runInContext({ traceId: traceIdOf(traceparent ?? undefined), correlationId: null, signatureId, jobId }, work);
}

const pool = Buffer.alloc(4096);
let poolOffset = pool.length;

/** Random bytes are drawn in bulk: one call per request is measurable on the create path. */
export function freshTraceId(): string {
  if (poolOffset >= pool.length) {
    randomFillSync(pool);
    poolOffset = 0;
  }
  poolOffset += 16;
  return pool.toString('hex', poolOffset - 16, poolOffset);
}
