import type { FinishedSpan } from './span-messages.ts';

/**
 * Spans for a collector. There is an implementation only where one is configured; without it nothing of OpenTelemetry
 * is loaded. Attributes are ids and fixed words, never a client's text or document data.
 */
export interface Tracing {
  /** Begins a span below `parent` (a W3C traceparent), or a new trace. */
  begin(name: string, kind: SpanKind, parent: string | null): OpenSpan;
  /** Passes on a span of a child process. */
  record(span: FinishedSpan): void;
  /** Hands over what is left; never rejects. */
  stop(): Promise<void>;
}

export type SpanKind = 'server' | 'producer' | 'consumer';
export type SpanAttributes = Readonly<Record<string, string | number | null | undefined>>;

export interface OpenSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** What a message or request caused by this span carries. */
  readonly traceparent: string;
  /** `name` where it became clear only later. */
  end(attributes: SpanAttributes, result: { readonly isError: boolean; readonly name?: string }): void;
}
