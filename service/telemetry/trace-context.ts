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

/**
 * The trace id of a W3C `traceparent` header (Trace Context, section 3.2), or a fresh one where there is none or it is
 * malformed. 32 lower-case hex digits, never all zero.
 */
export function traceIdOf(traceparent: string | undefined): string {
  const match = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/.exec(traceparent ?? '');
  const [version, traceId, parentId, rest] = [match?.[1], match?.[2], match?.[3], match?.[4]];
  const isUsable =
    traceId !== undefined &&
    version !== 'ff' &&
    (version !== '00' || rest === undefined) &&
    !/^0+$/.test(traceId) &&
    !/^0+$/.test(parentId ?? '0');
  return isUsable ? traceId : freshTraceId();
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
