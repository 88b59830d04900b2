import {
  ROOT_CONTEXT,
  SpanKind as OtelSpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  TracerProvider,
  type IdGenerator,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { FinishedSpan } from './span-messages.ts';
import type { Logger } from './logger.ts';
import { freshTraceId, parseTraceparent } from './trace-context.ts';
import type { OpenSpan, SpanKind, Tracing } from './tracing.ts';

const KINDS: Readonly<Record<SpanKind, OtelSpanKind>> = {
  server: OtelSpanKind.SERVER,
  producer: OtelSpanKind.PRODUCER,
  consumer: OtelSpanKind.CONSUMER,
};
const EXPORT_TIMEOUT_MILLISECONDS = 5_000;

/**
 * Spans over OTLP/HTTP to the collector at `endpoint`: its base address, to which the protocol's own path is added, or
 * a full address. This module is imported only when a collector is configured.
 */
export function startOtlpTracing(endpoint: string, logger: Logger): Tracing {
  const exporter = new OTLPTraceExporter({ url: tracesUrl(endpoint), timeoutMillis: EXPORT_TIMEOUT_MILLISECONDS });
  const ids = new SpanIds();
  const provider = new TracerProvider({
    idGenerator: ids,
    resource: resourceFromAttributes({ 'service.name': 'signing-station' }),
    // Whoever names a collector wants all of it, whatever a client's traceparent says of sampling.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [new BatchSpanProcessor({ exporter: telling(exporter, logger), scheduledDelayMillis: 1_000 })],
  });
  const tracer = provider.getTracer('signing-station');
  return {
    begin: (name, kind, parent) => openSpan(tracer.startSpan(name, { kind: KINDS[kind] }, contextOf(parent))),
    record: (span) => ids.withSpanId(span.spanId, () => recordSpan(tracer, span)),
    async stop() {
      await provider.shutdown().catch(() => undefined);
    },
  };
}

/** Random ids, and the one that a span already has. */
class SpanIds implements IdGenerator {
  #next: string | undefined;

  generateTraceId(): string {
    return freshTraceId();
  }

  generateSpanId(): string {
    return this.#next ?? freshTraceId().slice(16);
  }

  withSpanId(spanId: string, begin: () => void): void {
    this.#next = spanId;
    try {
      begin();
    } finally {
      this.#next = undefined;
    }
  }
}

function recordSpan(tracer: Tracer, finished: FinishedSpan): void {
  const { name, traceId, parentSpanId, startedAt, endedAt, isError } = finished;
  const { process, providerId, correlationId, signatureId, jobId } = finished;
  const span = tracer.startSpan(name, { startTime: startedAt }, contextOf(`00-${traceId}-${parentSpanId}-01`));
  for (const [key, value] of Object.entries({ process, providerId, correlationId, signatureId, jobId })) {
    if (value !== null && value !== undefined) span.setAttribute(key, value);
  }
  if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endedAt);
}

/** OTLP 1.x, section "OTLP/HTTP Request": the default path is /v1/traces. */
function tracesUrl(endpoint: string): string {
  const url = new URL(endpoint);
  if (url.pathname === '/') url.pathname = '/v1/traces';
  return url.toString();
}

function contextOf(traceparent: string | null): Context {
  const parent = parseTraceparent(traceparent ?? undefined);
  return parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
}

function openSpan(span: Span): OpenSpan {
  const { traceId, spanId } = span.spanContext();
  return {
    traceId,
    spanId,
    traceparent: `00-${traceId}-${spanId}-01`,
    end(attributes, { isError, name }) {
      for (const [key, value] of Object.entries(attributes)) {
        if (value !== null && value !== undefined) span.setAttribute(key, value);
      }
      if (name !== undefined) span.updateName(name);
      if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** The exporter's own reports of failure go nowhere by default. */
function telling(exporter: SpanExporter, logger: Logger): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error !== undefined) {
          logger.warn('The collector did not take the traces; they are dropped.', {
            count: spans.length,
            errorName: result.error.name,
          });
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
