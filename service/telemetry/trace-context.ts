import { AsyncLocalStorage } from 'node:async_hooks';
import { randomFillSync } from 'node:crypto';

/** What every log line and Problem Details of one request or job carries. */
export interface TraceContext {
  readonly traceId: string;
  correlationId: string | null;
  signatureId: string | null;
  jobId: string | null;
}

const storage = new AsyncLocalStorage<TraceContext>();

/** Runs `work` with `context` as the current one, through everything that it awaits. */
export function runInContext<T>(context: TraceContext, work: () => T): T {
  return storage.run(context, work);
}

export function currentContext(): TraceContext | undefined {
  return storage.getStore();
}

// Version 00 ends after the flags, later ones may go on; ff and ids of zeros only are invalid.
const TRACEPARENT =
  /^(?!ff)(?!00-.{52}.)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;

/**
 * The trace id of a W3C `traceparent` header (Trace Context, section 3.2), or a fresh one where there is none or it is
 * malformed. 32 lower-case hex digits, never all zero.
 */
export function traceIdOf(traceparent: string | undefined): string {
  return TRACEPARENT.exec(traceparent ?? '')?.[1] ?? freshTraceId();
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
