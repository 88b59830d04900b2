import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../domain/station-error.ts';
import { sha256OfFile } from '../files/sha256-of-file.ts';
import { countedObjectStore } from '../telemetry/counted-object-store.ts';
import { endContext, noteIds } from '../telemetry/trace-context.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { createAllowances } from '../use-cases/allowances.ts';
import { createApiKeyUses } from '../use-cases/api-key-uses.ts';
import { createDownloads } from '../use-cases/downloads.ts';
import { createProviderCatalogue } from '../use-cases/provider-catalogue.ts';
import type { UseCasePorts } from '../use-cases/ports.ts';
import { beforeRouting } from './before-routing.ts';
import { identifyCaller } from './caller.ts';
import { createFairSlots } from './fair-slots.ts';
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
import { reportOperation } from './operations/report-operation.ts';
import { stampPreviewOperation } from './operations/stamp-preview-operation.ts';
import { timestampingOperation } from './operations/timestamping-operation.ts';
import { stationOperation } from './operations/station-operation.ts';
import { levelOperation } from './operations/level-operation.ts';
import { settingsOperation } from './operations/settings-operation.ts';
import { trustOperation } from './operations/trust-operation.ts';
import { PROCESS_OPERATIONS } from './operations/process-operations.ts';
import { PROVIDER_OPERATIONS } from './operations/provider-operations.ts';
import { REASON_OPERATIONS } from './operations/reason-operations.ts';
import { RENEWAL_OPERATIONS } from './operations/renewal-operations.ts';
import { retryOperation } from './operations/retry-operation.ts';
import { SIGNATURE_OPERATIONS } from './operations/signature-operations.ts';
import { verificationOperation } from './operations/verification-operation.ts';
import { answerable, sendProblem } from './problem.ts';
import { serveRenderer } from './renderer-files.ts';
import { factsOf } from './request-facts.ts';
import { createTrustedProxies } from './trusted-proxies.ts';

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
  extends
    GivenPorts,
    Pick<HttpStation, 'configuration' | 'healthChecks' | 'metricsRegistry' | 'onDocumentComing' | 'uploadDirectory'> {
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
    sendProblem(request, response, new StationError('ROUTE_NOT_FOUND', tell('NOTHING_AT_ADDRESS')));
  });
  app.use(errorHandler(station));
  return {
    handler: beforeRouting(app, station, dependencies.tracing),
    operations,
    ports: station.ports,
    endStreams: () => {
      for (const end of station.openStreams) end();
    },
  };
}

/** Event streams that are open at once. */
const MAX_STREAMS = 200;
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
    onDocumentComing: dependencies.onDocumentComing,
    openStreams: new Set(),
    streamSlots: createFairSlots(MAX_STREAMS, tell('TOO_MANY_EVENT_STREAMS')),
    failedKeys: new Map(),
    proxies: createTrustedProxies(configuration.Server.TrustedProxies),
    apiKeyUses: createApiKeyUses(dependencies, (write) => setTimeout(write, API_KEY_USES_MILLISECONDS).unref()),
  };
}

function operationsOf({ configuration, uploadDirectory }: HttpDependencies): readonly Operation[] {
  const watching = [...HEALTH_OPERATIONS, ...(configuration.Telemetry.MetricsEnabled ? [metricsOperation] : [])];
  // Whoever takes no requests is watched all the same: what it counts nobody else counts.
  if (!configuration.Roles.includes('api')) return watching;
  return [
    createOperation(configuration.Signatures, uploadDirectory),
    retryOperation,
    extensionOperation(configuration.Signatures, uploadDirectory),
    ...EXTENSION_OPERATIONS,
    ...RENEWAL_OPERATIONS,
    contentOperation,
    inputOperation,
    ...SIGNATURE_OPERATIONS,
    ...REASON_OPERATIONS,
    ...BATCH_OPERATIONS,
    ...APPROVAL_OPERATIONS,
    auditExportOperation,
    verificationOperation(configuration.Signatures),
    inspectionOperation(configuration.Signatures),
    reportOperation(configuration.Signatures),
    stampPreviewOperation(configuration.Signatures),
    ...PROVIDER_OPERATIONS,
    stationOperation,
    timestampingOperation,
    trustOperation,
    levelOperation,
    settingsOperation,
    eventOperation,
    ...API_KEY_OPERATIONS,
    ...PROCESS_OPERATIONS,
    ...watching,
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
    // `app.all` would make an entry for each of the methods there are, of which nobody asks for most.
    app.route(path).all((request, response) => {
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
      endContext();
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
