import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express';
import { isLoopbackHost } from '../config/access-rules.ts';
import { StationError } from '../domain/station-error.ts';
import { countedObjectStore } from '../telemetry/counted-object-store.ts';
import { noteIds, runInContext, traceIdOf, type TraceContext } from '../telemetry/trace-context.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { createAllowances } from '../use-cases/allowances.ts';
import { createApiKeyUses } from '../use-cases/api-key-uses.ts';
import { createDownloads } from '../use-cases/downloads.ts';
import { createProviderCatalogue } from '../use-cases/provider-catalogue.ts';
import type { UseCasePorts } from '../use-cases/ports.ts';
import { identifyCaller } from './caller.ts';
import { createGuard, isConfiguredOrigin, type GuardSettings } from './guard.ts';
import type { HttpStation } from './http-station.ts';
import { openApiDocument, type DocumentFacts } from './openapi-document.ts';
import type { Operation } from './operation.ts';
import { API_KEY_OPERATIONS } from './operations/api-key-operations.ts';
import { APPROVAL_OPERATIONS } from './operations/approval-operations.ts';
import { auditExportOperation } from './operations/audit-export-operation.ts';
import { BATCH_OPERATIONS } from './operations/batch-operations.ts';
import { contentOperation } from './operations/content-operation.ts';
import { createOperation } from './operations/create-operation.ts';
import { eventOperation } from './operations/event-operation.ts';
import { extensionOperation, EXTENSION_OPERATIONS } from './operations/extension-operations.ts';
import { HEALTH_OPERATIONS } from './operations/health-operations.ts';
import { metricsOperation } from './operations/metrics-operation.ts';
import { inputOperation } from './operations/input-operation.ts';
import { inspectionOperation } from './operations/inspection-operation.ts';
import { timestampingOperation } from './operations/timestamping-operation.ts';
import { stationOperation } from './operations/station-operation.ts';
import { trustOperation } from './operations/trust-operation.ts';
import { PROCESS_OPERATIONS } from './operations/process-operations.ts';
import { PROVIDER_OPERATIONS } from './operations/provider-operations.ts';
import { RENEWAL_OPERATIONS } from './operations/renewal-operations.ts';
import { retryOperation } from './operations/retry-operation.ts';
import { SIGNATURE_OPERATIONS } from './operations/signature-operations.ts';
import { verificationOperation } from './operations/verification-operation.ts';
import { createPeerCheck, type PeerCheck } from './peer-user.ts';
import { answerable, sendProblem } from './problem.ts';
import { serveRenderer } from './renderer-files.ts';
import { collectFacts, factsOf, type RequestFacts } from './request-facts.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { createTrustedProxies } from './trusted-proxies.ts';
import { sha256OfFile } from './uploads/sha256-of-file.ts';

type GivenPorts = Omit<
  UseCasePorts,
  | 'providerCatalogue'
  | 'downloads'
  | 'allowances'
  | 'randomBytes'
  | 'sha256OfFile'
  | 'allowExpiredCertificates'
  | 'revocationMode'
>;

/** What the composition hands to the HTTP side. */
export interface HttpDependencies
  extends GivenPorts, Pick<HttpStation, 'configuration' | 'healthChecks' | 'metricsRegistry' | 'uploadDirectory'> {
  /** Spans of requests, where a collector is configured. */
  readonly tracing?: Tracing | undefined;
  /** Folder of the built renderer; null: no user interface is served. */
  readonly rendererDirectory: string | null;
  /** The product's version, for the OpenAPI document. */
  readonly version: string;
}

export interface HttpApp {
  /** For `http.createServer`; see also `listen` in http-listener.ts. */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
  /** Every operation that is served, for the document and for tests. */
  readonly operations: readonly Operation[];
  /** What its operations work with, for who uses them without HTTP. */
  readonly ports: UseCasePorts;
  /** Ends the open event streams; called at shutdown before the server is closed. */
  endStreams(): void;
}

/** The whole HTTP side: guard, API, health, metrics, OpenAPI document (not in Production) and the user interface. */
export function createHttpApp(dependencies: HttpDependencies): HttpApp {
  const station = stationOf(dependencies);
  const operations = operationsOf(dependencies);
  const app = express();
  app.disable('x-powered-by').set('etag', false).set('query parser', 'simple').set('case sensitive routing', true);
  for (const operation of operations) register(app, station, operation);
  if (dependencies.configuration.Environment !== 'Production') {
    const { version, configuration } = dependencies;
    serveDocument(app, operations, { version, needsKeys: configuration.Authentication.Enabled });
  }
  refuseOtherMethods(app, operations);
  if (dependencies.rendererDirectory !== null) serveRenderer(app, dependencies.rendererDirectory);
  app.use((request, response) => {
    sendProblem(request, response, new StationError('ROUTE_NOT_FOUND', 'There is nothing at this address.'));
  });
  app.use(errorHandler(station));
  return {
    handler: guarded(app, station, dependencies.tracing),
    operations,
    ports: station.ports,
    endStreams: () => {
      for (const end of station.openStreams) end();
    },
  };
}

/** Long enough that the write falls into no answer's way and takes all keys of the moment along. */
const API_KEY_USES_MILLISECONDS = 1_000;

function stationOf(dependencies: HttpDependencies): HttpStation {
  const { configuration, healthChecks, metricsRegistry, uploadDirectory } = dependencies;
  return {
    ports: {
      ...dependencies,
      objectStore: countedObjectStore(dependencies.objectStore, dependencies.metrics),
      providerCatalogue: createProviderCatalogue(dependencies.providers, dependencies.clock),
      downloads: createDownloads(dependencies.clock),
      allowances: createAllowances(dependencies.clock),
      randomBytes,
      sha256OfFile,
      allowExpiredCertificates: configuration.Signing.AllowExpiredCertificates,
      revocationMode: configuration.Verification.RevocationMode,
    },
    configuration,
    healthChecks,
    metricsRegistry,
    uploadDirectory,
    openStreams: new Set(),
    failedKeys: new Map(),
    proxies: createTrustedProxies(configuration.Server.TrustedProxies),
    apiKeyUses: createApiKeyUses(dependencies, (write) => setTimeout(write, API_KEY_USES_MILLISECONDS).unref()),
  };
}

function operationsOf({ configuration, uploadDirectory }: HttpDependencies): readonly Operation[] {
  return [
    createOperation(configuration.Signatures, uploadDirectory),
    retryOperation,
    extensionOperation(configuration.Signatures, uploadDirectory),
    ...EXTENSION_OPERATIONS,
    ...RENEWAL_OPERATIONS,
    contentOperation,
    inputOperation,
    ...SIGNATURE_OPERATIONS,
    ...BATCH_OPERATIONS,
    ...APPROVAL_OPERATIONS,
    auditExportOperation,
    verificationOperation(configuration.Signatures),
    inspectionOperation(configuration.Signatures),
    ...PROVIDER_OPERATIONS,
    stationOperation,
    timestampingOperation,
    trustOperation,
    eventOperation,
    ...API_KEY_OPERATIONS,
    ...PROCESS_OPERATIONS,
    ...HEALTH_OPERATIONS,
    ...(configuration.Telemetry.MetricsEnabled ? [metricsOperation] : []),
  ];
}

function register(app: Express, station: HttpStation, operation: Operation): void {
  app[operation.method](operation.path, async (request: Request, response: Response) => {
    const peer = station.proxies.clientAddress(request);
    noteIds({ route: operation.path });
    const begun = performance.now();
    const caller = await identifyCaller(station, factsOf(request), operation, peer);
    await operation.serve(station, request, response, caller);
    // Reads are many and change nothing; they are told of only to who asks for it.
    station.ports.logger[operation.method === 'get' ? 'debug' : 'info']('A request was served.', {
      operation: operation.id,
      tenantId: caller.tenantId,
      status: response.statusCode,
      durationMilliseconds: Math.round(performance.now() - begun),
    });
  });
}

function serveDocument(app: Express, operations: readonly Operation[], facts: DocumentFacts): void {
  let text: string | undefined;
  app.get('/openapi/v1.json', (_request, response) => {
    text ??= JSON.stringify(openApiDocument(operations, facts));
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(text);
  });
}

/** A known path with another method is 405 and says which ones there are. */
function refuseOtherMethods(app: Express, operations: readonly Operation[]): void {
  const methods = new Map<string, string[]>();
  for (const { path, method } of operations) {
    const names = method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()];
    methods.set(path, [...(methods.get(path) ?? []), ...names]);
  }
  for (const [path, names] of methods) {
    app.all(path, (request, response) => {
      response.setHeader('Allow', [...names, 'OPTIONS'].join(', '));
      if (request.method === 'OPTIONS') {
        response.statusCode = 204;
        response.end();
        return;
      }
      sendProblem(
        request,
        response,
        new StationError('METHOD_NOT_ALLOWED', `${names.join(', ')} can be used at this address.`),
      );
    });
  }
}

function errorHandler(station: HttpStation): ErrorRequestHandler {
  // Express tells error handlers by their four parameters.
  return (error: unknown, request, response, next) => {
    // A client that has gone away gets no answer and is no fault of the station's.
    if (request.socket.destroyed) {
      next();
      return;
    }
    const problem = answerable(error, station.ports.logger);
    station.ports.logger.info('A request was refused.', {
      method: request.method,
      status: problem.status,
      errorCode: problem.code,
    });
    sendProblem(request, response, problem);
  };
}

const STRANGER = new StationError('REQUEST_ORIGIN_FORBIDDEN', 'Requests of other users of this machine are refused.');

/** Everything that is decided before routing and before the body: headers, trace, guard, CORS. */
function guarded(app: Express, station: HttpStation, tracing: Tracing | undefined): HttpApp['handler'] {
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
    runInContext(contextOf(request, response, facts, tracing), () => {
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
  const isPlain = facts.all('content-encoding').every((encoding) => encoding.toLowerCase() === 'identity');
  return isPlain ? undefined : new StationError('SIGNATURE_REQUEST_INVALID', 'Content-Encoding is not accepted.');
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
