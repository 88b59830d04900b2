import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/** OTLP/HTTP with JSON bodies, as far as spans go: ExportTraceServiceRequest of opentelemetry-proto. */
const Attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const Body = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.int(),
              attributes: z.array(Attribute),
              status: z.object({ code: z.int().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

export interface OtlpCollector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** Everything it was sent. */
  received(): string;
  close(): Promise<void>;
}

/** A collector that keeps the spans it is sent. */
export async function startOtlpCollector(): Promise<OtlpCollector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      if (request.url === '/v1/traces') spans.push(...parseSpans(body));
      response.setHeader('Content-Type', 'application/json');
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    received: () => bodies.join('\n'),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function parseSpans(body: string): CollectedSpan[] {
  return Body.parse(JSON.parse(body))
    .resourceSpans.flatMap((resource) => resource.scopeSpans)
    .flatMap((scope) => scope.spans)
    .map(({ traceId, spanId, parentSpanId, name, attributes, status }) => ({
      traceId,
      spanId,
      parentSpanId,
      name,
      attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
      isError: status.code === 2,
    }));
}
