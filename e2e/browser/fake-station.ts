import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SignatureView } from '../../service/contract/http/signatures.ts';
import { createFakeApiKeys, type FakeApiKeys } from './fake-api-keys.ts';
import { createFakeApprovals, type FakeApprovals } from './fake-approvals.ts';
import { createFakeBatches } from './fake-batches.ts';
import { createFakeEvents } from './fake-events.ts';
import { createFakeEvidence } from './fake-evidence.ts';
import { Refusal, requireBuiltPage, sendFile, sendJson, sendProblem } from './fake-http.ts';
import type { FakeOptions } from './fake-options.ts';
import { createFakeProcesses } from './fake-processes.ts';
import { createFakeSignatures } from './fake-requests.ts';
import { fakeRoutes, type FakeParts, type FakeRoutes } from './fake-routes.ts';
import { createFakeUnsigned } from './fake-unsigned.ts';
import { HEALTH } from './fake-settings.ts';

export interface FakeStation {
  readonly url: string;
  readonly options: FakeOptions;
  readonly signatures: SignatureView[];
  readonly apiKeys: FakeApiKeys;
  readonly approvals: FakeApprovals;
  /** What came in at `POST /signatures`, fields by name; files as `name:size`. */
  readonly submissions: Record<string, string>[];
  readonly idempotencyKeys: string[];
  /** Requests that were to be done again. */
  readonly retries: string[];
  /** What came in at `POST /inspections`, in the same form. */
  readonly inspections: Record<string, string>[];
  /** Greatest number of uploads that were open at once. */
  readonly greatestUploads: () => number;
  /** Diagnoses that were asked for, and those of them that the page did not wait for. */
  readonly diagnoses: { asked: number; left: number };
  /** Tells open pages that a token came or went. */
  changeTokens(): void;
  /** Ends every open event stream, as a restart of the station would. */
  dropEvents(): void;
  close(): Promise<void>;
}

/** A stand-in for the station on a free port: serves dist/renderer, answers `/api/v1` from memory, pushes events. */
export async function startFakeStation(options: FakeOptions = {}): Promise<FakeStation> {
  requireBuiltPage();
  const isEmpty = options.isEmpty === true;
  const events = createFakeEvents();
  const requests = createFakeSignatures(options, events);
  const apiKeys = createFakeApiKeys(isEmpty);
  const parts: FakeParts = {
    ...{ options, isEmpty, events, requests, apiKeys },
    approvals: createFakeApprovals(isEmpty),
    evidence: createFakeEvidence(isEmpty),
    processes: createFakeProcesses(),
    unsigned: createFakeUnsigned(isEmpty),
    batches: createFakeBatches({ find: (id) => requests.find(id), cancel: (id) => requests.cancel(id) }),
    inspections: [],
    diagnoses: { asked: 0, left: 0 },
  };
  const routes = fakeRoutes(parts);

  const server = createServer((request, response) => {
    answer(options, routes, request, response).catch((error: unknown) => sendProblem(response, error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    options,
    signatures: requests.list,
    apiKeys,
    approvals: parts.approvals,
    submissions: requests.submissions,
    idempotencyKeys: requests.idempotencyKeys,
    retries: requests.retries,
    inspections: parts.inspections,
    greatestUploads: () => requests.greatestUploads(),
    diagnoses: parts.diagnoses,
    changeTokens: () => events.send('tokens', {}),
    dropEvents: () => events.drop(),
    close: async () => {
      requests.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
}

async function answerApi(options: FakeOptions, routes: FakeRoutes, { request, response, url }: Asked): Promise<void> {
  const [name = '', id = '', part = ''] = url.pathname.slice('/api/v1/'.length).split('/').map(decodeURIComponent);
  if (options.apiKey !== undefined && request.headers['x-api-key'] !== options.apiKey) {
    throw new Refusal('AUTHENTICATION_REQUIRED', 'Send an API key.');
  }
  if (options.failWith !== undefined) throw new Refusal(options.failWith, 'The database does not answer.');
  const path = [name, id === '' ? '' : '*', part].filter((segment) => segment !== '').join('/');
  const route = routes[`${request.method ?? ''} ${path}`];
  if (route === undefined) throw new Refusal('ROUTE_NOT_FOUND', 'There is nothing here.');
  const body = await route({ request, response, id, query: url.searchParams });
  if (body !== undefined) sendJson(response, 200, body);
}

async function answer(
  options: FakeOptions,
  routes: FakeRoutes,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://station');
  if (url.pathname === '/health') sendJson(response, 200, HEALTH);
  else if (url.pathname.startsWith('/api/v1/')) await answerApi(options, routes, { request, response, url });
  else sendFile(response, url.pathname);
}
