import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ProviderHealth } from '../../service/contract/http/providers.ts';
import { diagnosisText } from '../../service/use-cases/diagnosis-text.ts';
import type { FakeApiKeys } from './fake-api-keys.ts';
import type { FakeApprovals } from './fake-approvals.ts';
import type { createFakeBatches } from './fake-batches.ts';
import { fakeDiagnosis } from './fake-diagnoses.ts';
import type { FakeEvents } from './fake-events.ts';
import type { createFakeEvidence } from './fake-evidence.ts';
import { describeForm, readForm, readJson, Refusal } from './fake-http.ts';
import { inspection } from './fake-inspections.ts';
import { pause, type FakeOptions } from './fake-options.ts';
import type { createFakeProcesses } from './fake-processes.ts';
import { CERTIFICATES, DIAGNOSES, PROVIDERS } from './fake-providers.ts';
import type { FakeSignatures } from './fake-requests.ts';
import { SETTINGS, TRUST_ANCHORS } from './fake-settings.ts';
import { auditEventAt, INPUT, jobAt } from './fake-signatures.ts';
import { fakeStampPreview } from './fake-stamps.ts';
import { STATIONS } from './fake-stations.ts';
import { statistics } from './fake-statistics.ts';
import { LEVELS, TIMESTAMPING_TRIAL } from './fake-timestamping.ts';
import type { FakeUnsigned } from './fake-unsigned.ts';
import { iso } from './fake-values.ts';

export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  readonly query: URLSearchParams;
}

/** What the stand-in remembers. */
export interface FakeParts {
  readonly options: FakeOptions;
  readonly isEmpty: boolean;
  readonly events: FakeEvents;
  readonly requests: FakeSignatures;
  readonly apiKeys: FakeApiKeys;
  readonly approvals: FakeApprovals;
  readonly evidence: ReturnType<typeof createFakeEvidence>;
  readonly processes: ReturnType<typeof createFakeProcesses>;
  readonly unsigned: FakeUnsigned;
  readonly batches: ReturnType<typeof createFakeBatches>;
  readonly inspections: Record<string, string>[];
  readonly diagnoses: { asked: number; left: number };
}

/** Which of many documents are meant. */
type Which = Readonly<Record<string, string>>;

/** By method and path with `*` for an id. A handler that answers by itself returns nothing. */
export type FakeRoutes = Readonly<Record<string, (call: Call) => unknown>>;

export function fakeRoutes(parts: FakeParts): FakeRoutes {
  return { ...documentRoutes(parts), ...deskRoutes(parts), ...stationRoutes(parts) };
}

function documentRoutes(parts: FakeParts): FakeRoutes {
  const { options, requests } = parts;
  return {
    'POST signatures': ({ request, response }) => requests.create(request, response),
    'GET signatures': ({ query }) => {
      const found = requests.matching(query);
      return page(options, query, found.length, (index) => found[index]);
    },
    'GET signatures/*': ({ id }) => requests.find(id),
    'GET signatures/*/content': ({ response, id }) => requests.sendContent(response, id),
    'GET signatures/*/inputs': ({ response }) => void response.end(INPUT),
    'POST signatures/*/cancel': ({ id }) => requests.cancel(id),
    'POST signatures/*/retries': ({ response, id }) => requests.retry(response, id),
    'POST timestamping/*': () => TIMESTAMPING_TRIAL,
    'GET signatures/*/verification': ({ id }) => requests.verify(id),
    'GET signatures/*/audit-events': ({ id }) => history(id),
    'POST inspections': ({ request }) => inspectUpload(parts, request),
    'POST stamp-previews': ({ request }) => fakeStampPreview(request),
  };
}

function deskRoutes({ options, isEmpty, requests, approvals, evidence, batches, unsigned }: FakeParts): FakeRoutes {
  const rows = isEmpty ? 0 : (options.rows ?? 500);
  return {
    'POST batches': ({ request, response }) => batches.create(request, response),
    'GET approvals': () => approvals.list(),
    'GET approvals/*/documents': ({ id }) => approvals.look(id),
    'POST approvals': ({ request }) => approvals.approve(request),
    'POST approvals/*': ({ request }) => approvals.refuse(request),
    'GET batches/*': ({ id }) => batches.view(id),
    'POST batches/*/cancel': ({ id }) => batches.stop(id),
    'GET batches/*/content': ({ response, id }) => batches.sendContent(response, id),
    'GET evidence': ({ query }) => evidence.evidence(query),
    'GET renewals': () => evidence.renewals(),
    'POST renewals': async ({ request }) => {
      const { endsWithinDays } = (await readJson(request)) as { endsWithinDays: number };
      return evidence.renewDue(endsWithinDays);
    },
    'GET signatures/*/renewals': ({ id }) => evidence.renewalsOf(id),
    'POST signatures/*/renewals': ({ id }) => evidence.renew(id),
    'GET reasons': () => unsigned.counts(),
    'POST retries': async ({ request }) => unsigned.retry((await readJson(request)) as Which),
    'POST cancellations': async ({ request }) => unsigned.cancel((await readJson(request)) as Which),
    'GET statistics': () => statistics(requests.list, isEmpty),
    'GET jobs': ({ query }) => {
      // Some of them are jobs of the list as they are now.
      const newer = options.newJobs ?? [];
      const more = newer.filter(({ id }) => !newer.some((_, index) => jobAt(index).id === id)).length;
      return page(options, query, rows + more, (index) => newer[index] ?? jobAt(index - more));
    },
    'GET audit-events': ({ query }) => page(options, query, rows, auditEventAt),
  };
}

function stationRoutes(parts: FakeParts): FakeRoutes {
  const { options, isEmpty, events, apiKeys, processes } = parts;
  return {
    'GET events': ({ response }) => events.open(response),
    'GET certificates': () =>
      isEmpty ? [] : CERTIFICATES.filter(({ providerId }) => options.absentProviders?.includes(providerId) !== true),
    'GET providers': () => (isEmpty ? [] : PROVIDERS),
    'GET providers/*/health': ({ id }) => health(id),
    'GET levels': () => LEVELS,
    'GET settings': () => SETTINGS,
    'GET trust-anchors': () => (isEmpty ? { anchors: [], unread: [] } : TRUST_ANCHORS),
    'GET stations': () => (isEmpty ? [] : STATIONS),
    'GET processes': () => processes.list(),
    'POST processes/*/starts': ({ id }) => processes.start(id),
    'GET providers/*/diagnosis': (call) => diagnosis(parts, call),
    'GET api-keys': () => apiKeys.list(),
    'POST api-keys': ({ request, response }) => apiKeys.create(request, response),
    'DELETE api-keys/*': ({ response, id }) => apiKeys.revoke(response, id),
  };
}

async function inspectUpload({ inspections }: FakeParts, request: IncomingMessage): Promise<unknown> {
  const form = await readForm(request);
  inspections.push(describeForm(form));
  const file = form.get('file');
  const nameOf = (value: unknown): string => (value instanceof File ? value.name : '');
  const originals = form.getAll('originalFile').map((one) => ({
    ...{ sha256: '0'.repeat(64), isSigned: !nameOf(one).includes('annex') },
  }));
  return { ...inspection(nameOf(file)), originals };
}

function page(
  { rowsPerPage }: FakeOptions,
  query: URLSearchParams,
  count: number,
  at: (index: number) => unknown,
): unknown {
  const start = Number(query.get('cursor') ?? '0');
  const end = Math.min(start + (rowsPerPage ?? Number(query.get('limit') ?? '50')), count);
  const items = Array.from({ length: Math.max(end - start, 0) }, (_, index) => at(start + index));
  return { items, nextCursor: end < count ? String(end) : null };
}

function health(id: string): ProviderHealth {
  const provider = PROVIDERS.find((item) => item.id === id);
  if (provider === undefined) throw new Refusal('PROVIDER_NOT_FOUND', 'No provider has this id.');
  return { providerId: id, status: provider.status, detail: provider.detail, checkedAt: iso(0) };
}

async function diagnosis({ options, diagnoses }: FakeParts, { request, response, id }: Call): Promise<unknown> {
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
