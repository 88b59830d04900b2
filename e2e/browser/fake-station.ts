import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderHealth } from '../../service/contract/http/providers.ts';
import type { SignatureView } from '../../service/contract/http/signatures.ts';
import { diagnosisText } from '../../service/use-cases/diagnosis-text.ts';
import { createFakeApprovals, type FakeApprovals } from './fake-approvals.ts';
import { createFakeBatches } from './fake-batches.ts';
import { inspection } from './fake-inspections.ts';
import { createFakeEvidence } from './fake-evidence.ts';
import { createFakeProcesses } from './fake-processes.ts';
import { STATIONS } from './fake-stations.ts';
import { createFakeApiKeys, type FakeApiKeys } from './fake-api-keys.ts';
import { CERTIFICATES, DIAGNOSES, PROVIDERS } from './fake-providers.ts';
import { HEALTH, SETTINGS, TRUST_ANCHORS } from './fake-settings.ts';
import { INPUT, auditEventAt, jobAt } from './fake-signatures.ts';
import { iso } from './fake-values.ts';
import { fakeDiagnosis } from './fake-diagnoses.ts';
import { LEVELS, TIMESTAMPING_TRIAL } from './fake-timestamping.ts';
import {
  describeForm,
  readForm,
  readJson,
  Refusal,
  requireBuiltPage,
  sendFile,
  sendJson,
  sendProblem,
} from './fake-http.ts';
import { pause, type FakeOptions } from './fake-options.ts';
import { createFakeSignatures } from './fake-requests.ts';
import { fakeStampPreview } from './fake-stamps.ts';
import { createFakeEvents } from './fake-events.ts';
import { statistics } from './fake-statistics.ts';

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

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  readonly query: URLSearchParams;
}

/** A stand-in for the station on a free port: serves dist/renderer, answers `/api/v1` from memory, pushes events. */
export async function startFakeStation(options: FakeOptions = {}): Promise<FakeStation> {
  requireBuiltPage();
  const isEmpty = options.isEmpty === true;
  const events = createFakeEvents();
  const requests = createFakeSignatures(options, events);
  const apiKeys = createFakeApiKeys(isEmpty);
  const evidence = createFakeEvidence(isEmpty);
  const inspections: Record<string, string>[] = [];
  const diagnoses = { asked: 0, left: 0 };

  async function inspectUpload(request: IncomingMessage): Promise<unknown> {
    const form = await readForm(request);
    inspections.push(describeForm(form));
    const file = form.get('file');
    return inspection(file instanceof File ? file.name : '');
  }

  function page(query: URLSearchParams, count: number, at: (index: number) => unknown): unknown {
    const start = Number(query.get('cursor') ?? '0');
    const end = Math.min(start + (options.rowsPerPage ?? Number(query.get('limit') ?? '50')), count);
    const items = Array.from({ length: Math.max(end - start, 0) }, (_, index) => at(start + index));
    return { items, nextCursor: end < count ? String(end) : null };
  }

  function health(id: string): ProviderHealth {
    const provider = PROVIDERS.find((item) => item.id === id);
    if (provider === undefined) throw new Refusal('PROVIDER_NOT_FOUND', 'No provider has this id.');
    return { providerId: id, status: provider.status, detail: provider.detail, checkedAt: iso(0) };
  }

  async function diagnosis({ request, response, id }: Call): Promise<unknown> {
    const provider = PROVIDERS.find((item) => item.id === id);
    if (provider === undefined) throw new Refusal('PROVIDER_NOT_FOUND', 'There is no signing provider with this id.');
    const isText = request.headers.accept === 'text/plain';
    if (!isText) diagnoses.asked += 1;
    response.on('close', () => (diagnoses.left += isText || response.writableFinished ? 0 : 1));
    await pause(options.diagnosisMilliseconds ?? 40);
    const found = fakeDiagnosis(provider, options.diagnosis ?? DIAGNOSES[id] ?? 'healthy');
    if (!isText) return found;
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(diagnosisText(found));
    return undefined;
  }

  function history(id: string): unknown {
    const items = Array.from({ length: 8 }, (_, index) => ({ ...auditEventAt(3 + index), entityId: id }));
    return { items, nextCursor: null };
  }

  const processes = createFakeProcesses();
  const approvals = createFakeApprovals(isEmpty);
  const batches = createFakeBatches({ find: (id) => requests.find(id), cancel: (id) => requests.cancel(id) });
  const rows = isEmpty ? 0 : (options.rows ?? 500);
  /** By method and path with `*` for an id. A handler that answers by itself returns nothing. */
  const routes: Readonly<Record<string, (call: Call) => unknown>> = {
    'GET events': ({ response }) => events.open(response),
    'POST signatures': ({ request, response }) => requests.create(request, response),
    'GET signatures': ({ query }) => {
      const found = requests.matching(query);
      return page(query, found.length, (index) => found[index]);
    },
    'GET signatures/*': ({ id }) => requests.find(id),
    'GET signatures/*/content': ({ response, id }) => requests.sendContent(response, id),
    'GET signatures/*/inputs': ({ response }) => void response.end(INPUT),
    'POST signatures/*/cancel': ({ id }) => requests.cancel(id),
    'POST signatures/*/retries': ({ response, id }) => requests.retry(response, id),
    'POST timestamping/*': () => TIMESTAMPING_TRIAL,
    'GET signatures/*/verification': ({ id }) => requests.verify(id),
    'GET signatures/*/audit-events': ({ id }) => history(id),
    'POST inspections': ({ request }) => inspectUpload(request),
    'POST stamp-previews': ({ request }) => fakeStampPreview(request),
    'POST batches': ({ request, response }) => batches.create(request, response),
    'GET approvals': () => approvals.list(),
    'POST approvals': ({ request }) => approvals.approve(request),
    'POST approvals/*': ({ request }) => approvals.refuse(request),
    'GET batches/*': ({ id }) => batches.view(id),
    'POST batches/*/cancel': ({ id }) => batches.stop(id),
    'GET batches/*/content': ({ response, id }) => batches.sendContent(response, id),
    'GET certificates': () =>
      isEmpty ? [] : CERTIFICATES.filter(({ providerId }) => options.absentProviders?.includes(providerId) !== true),
    'GET providers': () => (isEmpty ? [] : PROVIDERS),
    'GET providers/*/health': ({ id }) => health(id),
    'GET levels': () => LEVELS,
    'GET settings': () => SETTINGS,
    'GET trust-anchors': () => (isEmpty ? { anchors: [], unread: [] } : TRUST_ANCHORS),
    'GET evidence': ({ query }) => evidence.evidence(query),
    'GET renewals': () => evidence.renewals(),
    'POST renewals': async ({ request }) => {
      const { endsWithinDays } = (await readJson(request)) as { endsWithinDays: number };
      return evidence.renewDue(endsWithinDays);
    },
    'POST signatures/*/renewals': ({ id }) => evidence.renew(id),
    'GET stations': () => (isEmpty ? [] : STATIONS),
    'GET processes': () => processes.list(),
    'POST processes/*/starts': ({ id }) => processes.start(id),
    'GET providers/*/diagnosis': diagnosis,
    'GET api-keys': () => apiKeys.list(),
    'POST api-keys': ({ request, response }) => apiKeys.create(request, response),
    'DELETE api-keys/*': ({ response, id }) => apiKeys.revoke(response, id),
    'GET statistics': () => statistics(requests.list, isEmpty),
    'GET jobs': ({ query }) => {
      // Some of them are jobs of the list as they are now.
      const newer = options.newJobs ?? [];
      const more = newer.filter(({ id }) => !newer.some((_, index) => jobAt(index).id === id)).length;
      return page(query, rows + more, (index) => newer[index] ?? jobAt(index - more));
    },
    'GET audit-events': ({ query }) => page(query, rows, auditEventAt),
  };

  async function answerApi(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
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

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://station');
    if (url.pathname === '/health') sendJson(response, 200, HEALTH);
    else if (url.pathname.startsWith('/api/v1/')) await answerApi(request, response, url);
    else sendFile(response, url.pathname);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => sendProblem(response, error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    options,
    signatures: requests.list,
    apiKeys,
    approvals,
    submissions: requests.submissions,
    idempotencyKeys: requests.idempotencyKeys,
    retries: requests.retries,
    inspections,
    greatestUploads: () => requests.greatestUploads(),
    diagnoses,
    changeTokens: () => events.send('tokens', {}),
    dropEvents: () => events.drop(),
    close: async () => {
      requests.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
