import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { isLoopbackHost } from '../config/access-rules.ts';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../domain/station-error.ts';
import { endContext, runInContext, traceIdOf, type TraceContext } from '../telemetry/trace-context.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { createGuard, isConfiguredOrigin, type GuardSettings } from './guard.ts';
import type { HttpStation } from './http-station.ts';
import { createPeerCheck, type PeerCheck } from './peer-user.ts';
import { sendProblem } from './problem.ts';
import { collectFacts, type RequestFacts } from './request-facts.ts';
import { setSecurityHeaders } from './security-headers.ts';

const STRANGER = new StationError('REQUEST_ORIGIN_FORBIDDEN', tell('OTHER_USER_OF_MACHINE'));

/** Everything that is decided before routing and before the body: headers, trace, guard, CORS. */
export function beforeRouting(
  app: Express,
  station: HttpStation,
  tracing: Tracing | undefined,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { Server } = station.configuration;
  const settings: GuardSettings = {
    allowedHosts: [...Server.AllowedHosts, ...ownHost(Server.Host)],
    allowedOrigins: Server.AllowedOrigins,
    scheme: Server.Tls === null ? 'http' : 'https',
  };
  const guard = createGuard(settings);
  const checkPeer: PeerCheck = Server.LocalUsers === 'own' ? createPeerCheck(process.getuid?.()) : () => true;
  return (request, response) => {
    const facts = collectFacts(request);
    setSecurityHeaders(response);
    const serve = (isOwnPeer: boolean): void => {
      const refusal =
        (isOwnPeer ? undefined : STRANGER) ??
        station.proxies.refusal(request) ??
        guard(request, facts) ??
        refusedEncoding(facts);
      if (refusal !== undefined) {
        sendProblem(request, response, refusal);
        return;
      }
      request.url = pathOf(request.url ?? '/');
      if (answerCrossOrigin(settings, facts, request, response)) return;
      app(request, response);
    };
    const context = contextOf(request, response, facts, tracing);
    // Where the client broke off, the operation is still to end; one that answered may have its last line to write.
    response.once('close', () => response.writableEnded && setImmediate(() => endContext(context)));
    runInContext(context, () => {
      const isOwnPeer = checkPeer(request.socket);
      if (typeof isOwnPeer === 'boolean') serve(isOwnPeer);
      else void isOwnPeer.then(serve);
    });
  };
}

/** The context of one request; with a collector, that of its span, which ends with the response. */
function contextOf(
  request: IncomingMessage,
  response: ServerResponse,
  facts: RequestFacts,
  tracing: Tracing | undefined,
): TraceContext {
  const traceparent = facts.first('traceparent');
  const ids = { correlationId: null, signatureId: null, jobId: null };
  if (tracing === undefined) return { ...ids, traceId: traceIdOf(traceparent) };
  const method = request.method ?? '';
  const span = tracing.begin(method, 'server', traceparent ?? null);
  const context: TraceContext = { ...ids, traceId: span.traceId, spanId: span.spanId };
  response.once('close', () => {
    const { route, correlationId, signatureId, jobId } = context;
    const attributes = { 'http.request.method': method, 'http.route': route, correlationId, signatureId, jobId };
    span.end(
      { ...attributes, 'http.response.status_code': response.statusCode },
      { isError: response.statusCode >= 500, name: route === undefined ? method : `${method} ${route}` },
    );
  });
  return context;
}

/** A station bound to one address beyond loopback is reached by that address. */
function ownHost(host: string): string[] {
  if (isLoopbackHost(host) || host === '0.0.0.0' || host === '::') return [];
  return [host.includes(':') && !host.startsWith('[') ? `[${host}]` : host];
}

function refusedEncoding(facts: RequestFacts): StationError | undefined {
  const isPlain = (header: 'content-encoding' | 'transfer-encoding', plain: string): boolean =>
    facts.all(header).every((encoding) => encoding.toLowerCase() === plain);
  if (!isPlain('content-encoding', 'identity')) {
    return new StationError('SIGNATURE_REQUEST_INVALID', 'Content-Encoding is not accepted.');
  }
  // Node reads what lies within `gzip, chunked` as if it were plain.
  if (isPlain('transfer-encoding', 'chunked')) return undefined;
  return new StationError('SIGNATURE_REQUEST_INVALID', 'Transfer-Encoding is accepted as chunked only.');
}

/** The path and query of an absolute-form target, whose host the guard has compared. */
function pathOf(target: string): string {
  if (target.startsWith('/') || !URL.canParse(target)) return target;
  const { pathname, search } = new URL(target);
  return pathname + search;
}

/** CORS headers for configured origins only; answers their preflight requests. */
function answerCrossOrigin(
  settings: GuardSettings,
  facts: RequestFacts,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const origin = facts.first('origin');
  if (origin === undefined || !isConfiguredOrigin(settings, origin)) return false;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', 'Content-Disposition, ETag, Location');
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return false;
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, DELETE');
  response.setHeader(
    'Access-Control-Allow-Headers',
    'Authorization, X-Api-Key, X-Tenant-Id, X-Correlation-Id, Idempotency-Key, Content-Type, Range, traceparent',
  );
  response.setHeader('Access-Control-Max-Age', '600');
  response.statusCode = 204;
  response.end();
  return true;
}
