import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FailureArea } from '../../service/contract/vocabulary/failures.ts';
import type { ErrorCode } from '../../service/contract/vocabulary/error-catalogue.ts';
import type { ProviderHealth } from '../../service/contract/http/providers.ts';
import type { JobView, SignatureView, StateChange, Statistics } from '../../service/contract/http/signatures.ts';
import {
  SIGNATURE_FORMATS,
  SignatureFormat,
  SignatureProfile,
  ProviderType,
} from '../../service/contract/vocabulary/signing.ts';
import { SIGNATURE_STATUSES, type SignatureStatus } from '../../service/contract/vocabulary/states.ts';
import { diagnosisText } from '../../service/use-cases/diagnosis-text.ts';
import { createFakeApprovals, type FakeApprovals } from './fake-approvals.ts';
import { createFakeBatches } from './fake-batches.ts';
import { inspection } from './fake-inspections.ts';
import { validReport } from './fake-reports.ts';
import { createFakeEvidence } from './fake-evidence.ts';
import { createFakeProcesses } from './fake-processes.ts';
import { STATIONS } from './fake-stations.ts';
import { createFakeApiKeys, type FakeApiKeys } from './fake-api-keys.ts';
import * as data from './fake-data.ts';
import { fakeDiagnosis, type DiagnosisCase } from './fake-diagnoses.ts';
import { LEVELS, TIMESTAMPING_TRIAL } from './fake-timestamping.ts';
import { readForm, readJson, Refusal, requireBuiltPage, sendFile, sendJson, sendProblem } from './fake-http.ts';

export interface FakeOptions {
  /** Nothing signed, no certificates, no providers. */
  isEmpty?: boolean;
  /** Rows of the job and audit lists. */
  rows?: number;
  /** Jobs on top of the list: new ones, then those of its beginning as they are now. */
  newJobs?: readonly JobView[];
  /** Rows of a page, whatever the caller asks for; a real station gives at most 200. */
  rowsPerPage?: number;
  /** Time between two states of a request. */
  stepMilliseconds?: number;
  /** Instead of that time. */
  nextStep?: () => Promise<void>;
  /** Every API call is answered by this error. */
  failWith?: ErrorCode;
  /** The key that calls must carry. */
  apiKey?: string;
  /** Providers whose token is out: they show no certificates. */
  absentProviders?: readonly string[];
  /** What every diagnosis finds; by default each provider has a case of its own. */
  diagnosis?: DiagnosisCase;
  /** How long a diagnosis takes. */
  diagnosisMilliseconds?: number;
}

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

interface Ending {
  readonly steps: readonly SignatureStatus[];
  readonly fields?: Partial<SignatureView>;
}

const failed = (failureArea: FailureArea, errorMessage: string): Ending => ({
  steps: ['Processing', 'Failed'],
  fields: { errorCode: 'SIGNING_OPERATION_FAILED', errorMessage, failureArea },
});

/** What becomes of a document, by a word in its name. */
function endingFor(name: string, profile: string): Ending {
  if (profile !== 'B') {
    const errorMessage = `Profile ${profile} needs a timestamp authority, and Timestamping:Url is not set.`;
    return {
      steps: ['Processing', 'Failed'],
      fields: { errorCode: 'TIMESTAMP_AUTHORITY_UNAVAILABLE', errorMessage, failureArea: 'timestamp' },
    };
  }
  if (name.includes('pin')) {
    const errorMessage = 'The PIN stored for this card is wrong. It was tried once and will not be tried again.';
    return failed('pin', errorMessage);
  }
  if (name.includes('broken')) return failed('document', 'The PDF is damaged and is not repaired.');
  if (name.includes('crowded'))
    return failed('options', 'The page has no free place large enough for a legible stamp.');
  if (name.includes('retry')) return { steps: ['Processing', 'RetryScheduled', 'Queued', 'Processing', 'Completed'] };
  if (name.includes('slow')) return { steps: ['Processing'] };
  return name.includes('hold') ? { steps: [] } : { steps: ['Processing', 'Completed'] };
}

/** Fields by name; files as `name:size`. */
function describeForm(form: FormData): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of form) {
    fields[name] = value instanceof File ? `${value.name}:${String(value.size)}` : value;
  }
  return fields;
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const nextStep = (options: FakeOptions): Promise<void> => options.nextStep?.() ?? pause(options.stepMilliseconds ?? 40);

/** A stand-in for the station on a free port: serves dist/renderer, answers `/api/v1` from memory, pushes events. */
export async function startFakeStation(options: FakeOptions = {}): Promise<FakeStation> {
  requireBuiltPage();
  const signatures = options.isEmpty === true ? [] : data.sampleSignatures();
  const apiKeys = createFakeApiKeys(options.isEmpty === true);
  const evidence = createFakeEvidence(options.isEmpty === true);
  const submissions: Record<string, string>[] = [];
  const idempotencyKeys: string[] = [];
  const inspections: Record<string, string>[] = [];
  const retries: string[] = [];
  const streams = new Set<ServerResponse>();
  const diagnoses = { asked: 0, left: 0 };
  let uploads = 0;
  let mostUploads = 0;
  let isClosed = false;

  const find = (id: string): SignatureView => {
    const found = signatures.find((signature) => signature.id === id);
    if (found === undefined) throw new Refusal('SIGNATURE_INPUT_NOT_FOUND', 'No signature request has this id.');
    return found;
  };

  function change(id: string, fields: Partial<SignatureView> & { status: SignatureStatus }): void {
    const index = signatures.findIndex((signature) => signature.id === id);
    const before = signatures[index];
    if (before === undefined || before.status === 'Cancelled') return;
    signatures[index] = { ...before, ...fields };
    const message: StateChange = { signatureId: id, tenantId: 'default', status: fields.status, at: data.iso(0) };
    for (const stream of streams) stream.write(`event: signature\ndata: ${JSON.stringify(message)}\n\n`);
  }

  async function process(id: string, name: string, profile: string): Promise<void> {
    const { steps, fields } = endingFor(name, profile);
    for (const status of steps) {
      await nextStep(options);
      if (isClosed) return;
      const times: Partial<SignatureView> = {};
      if (status === 'Processing') times.startedAt = data.iso(0);
      if (status === 'Failed') times.failedAt = data.iso(0);
      if (status === 'RetryScheduled') times.nextAttemptAt = data.iso(2_000);
      const done = { completedAt: data.iso(0), outputSize: 166_640, contentUrl: `/api/v1/signatures/${id}/content` };
      change(id, { status, ...times, ...(status === 'Completed' ? done : {}), ...(status === 'Failed' ? fields : {}) });
    }
  }

  async function create(request: IncomingMessage, response: ServerResponse): Promise<void> {
    uploads += 1;
    mostUploads = Math.max(mostUploads, uploads);
    try {
      const form = await readForm(request);
      await nextStep(options);
      const files = form.getAll('file').filter((part) => part instanceof File);
      const fields = describeForm(form);
      submissions.push(fields);
      idempotencyKeys.push(String(request.headers['idempotency-key']));
      const name = files.map((file) => file.name).join(', ');
      if (name.includes('refuse')) throw new Refusal('SIGNATURE_REQUEST_INVALID', 'The document is empty.', 'document');
      const view = data.signatureView(`upload-${String(submissions.length)}`, {
        status: 'Queued',
        originalFileName: name,
        format: SignatureFormat.parse(fields['format']),
        profile: SignatureProfile.parse(fields['profile']),
        signingProvider: ProviderType.parse(fields['signingProvider']),
        createdAt: data.iso(0),
        queuedAt: data.iso(0),
        startedAt: null,
      });
      signatures.unshift(view);
      sendJson(response, 202, { id: view.id, status: 'Queued', createdAt: view.createdAt, statusUrl: view.statusUrl });
      void process(view.id, name, view.profile);
    } finally {
      uploads -= 1;
    }
  }

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

  function listSignatures(query: URLSearchParams): unknown {
    const text = (query.get('text') ?? '').toLowerCase();
    const found = signatures.filter(
      (view) =>
        view.originalFileName.toLowerCase().includes(text) &&
        [view.status, null].includes(query.get('status') as SignatureStatus | null) &&
        [view.format as string, null].includes(query.get('format')),
    );
    return page(query, found.length, (index) => found[index]);
  }

  function statistics(): Statistics {
    const count = <T extends string>(values: readonly T[], of: (view: SignatureView) => T): Record<T, number> =>
      Object.fromEntries(
        values.map((value) => [value, signatures.filter((view) => of(view) === value).length]),
      ) as Record<T, number>;
    const byStatus = count(SIGNATURE_STATUSES, (view) => view.status);
    const extra = options.isEmpty === true ? 0 : 1_264;
    return {
      total: signatures.length + extra,
      byStatus: { ...byStatus, Completed: byStatus.Completed + extra },
      byFormat: {
        ...count(SIGNATURE_FORMATS, (view) => view.format),
        ...(extra > 0 ? { PAdES: 1_120, XAdES: 96, CAdES: 41 } : {}),
      },
      completedLastHour: options.isEmpty === true ? 0 : 38,
      failedLastHour: options.isEmpty === true ? 0 : 1,
      oldestQueuedAt: byStatus.Queued > 0 ? data.iso(-12_000) : null,
      medianDurationMilliseconds: options.isEmpty === true ? null : 64,
    };
  }

  function openEvents(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(': open\n\n');
    streams.add(response);
    response.on('close', () => streams.delete(response));
  }

  function cancel(id: string): SignatureView {
    const view = find(id);
    if (view.status !== 'Queued') throw new Refusal('SIGNATURE_NOT_CANCELLABLE', 'Signing has already begun.');
    change(id, { status: 'Cancelled' });
    return find(id);
  }

  function retry(response: ServerResponse, id: string): void {
    const failed = find(id);
    if (failed.status !== 'Failed') throw new Refusal('SIGNATURE_NOT_RETRYABLE', 'It did not fail.');
    retries.push(id);
    const view = data.signatureView(`retry-${String(retries.length)}`, {
      ...{ status: 'Queued', originalFileName: failed.originalFileName, createdAt: data.iso(0), retryOf: id },
    });
    signatures.unshift(view);
    sendJson(response, 202, { id: view.id, status: 'Queued', createdAt: view.createdAt, statusUrl: view.statusUrl });
    void process(view.id, 'Contract.pdf', view.profile);
  }

  function verifyStored(id: string): unknown {
    const view = find(id);
    if (view.status !== 'Completed') throw new Refusal('SIGNATURE_OUTPUT_NOT_FOUND', 'The request is not completed.');
    return validReport({ signatureId: id, format: view.format });
  }

  function sendContent(response: ServerResponse, id: string): void {
    const name = find(id).originalFileName.replace(/\.pdf$/, '-signed.pdf');
    const disposition = `attachment; filename="signed.pdf"; filename*=UTF-8''${encodeURIComponent(name)}`;
    response.writeHead(200, { 'content-type': 'application/pdf', 'content-disposition': disposition });
    response.end('%PDF-1.7 signed');
  }

  function health(id: string): ProviderHealth {
    const provider = data.PROVIDERS.find((item) => item.id === id);
    if (provider === undefined) throw new Refusal('PROVIDER_NOT_FOUND', 'No provider has this id.');
    return { providerId: id, status: provider.status, detail: provider.detail, checkedAt: data.iso(0) };
  }

  async function diagnosis({ request, response, id }: Call): Promise<unknown> {
    const provider = data.PROVIDERS.find((item) => item.id === id);
    if (provider === undefined) throw new Refusal('PROVIDER_NOT_FOUND', 'There is no signing provider with this id.');
    const isText = request.headers.accept === 'text/plain';
    if (!isText) diagnoses.asked += 1;
    response.on('close', () => (diagnoses.left += isText || response.writableFinished ? 0 : 1));
    await pause(options.diagnosisMilliseconds ?? 40);
    const found = fakeDiagnosis(provider, options.diagnosis ?? data.DIAGNOSES[id] ?? 'healthy');
    if (!isText) return found;
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(diagnosisText(found));
    return undefined;
  }

  function history(id: string): unknown {
    const items = Array.from({ length: 8 }, (_, index) => ({ ...data.auditEventAt(3 + index), entityId: id }));
    return { items, nextCursor: null };
  }

  const processes = createFakeProcesses();
  const approvals = createFakeApprovals(options.isEmpty === true);
  const batches = createFakeBatches({ find, cancel });
  const isEmpty = options.isEmpty === true;
  const rows = isEmpty ? 0 : (options.rows ?? 500);
  /** By method and path with `*` for an id. A handler that answers by itself returns nothing. */
  const routes: Readonly<Record<string, (call: Call) => unknown>> = {
    'GET events': ({ response }) => openEvents(response),
    'POST signatures': ({ request, response }) => create(request, response),
    'GET signatures': ({ query }) => listSignatures(query),
    'GET signatures/*': ({ id }) => find(id),
    'GET signatures/*/content': ({ response, id }) => sendContent(response, id),
    'GET signatures/*/inputs': ({ response }) => void response.end(data.INPUT),
    'POST signatures/*/cancel': ({ id }) => cancel(id),
    'POST signatures/*/retries': ({ response, id }) => retry(response, id),
    'POST timestamping/*': () => TIMESTAMPING_TRIAL,
    'GET signatures/*/verification': ({ id }) => verifyStored(id),
    'GET signatures/*/audit-events': ({ id }) => history(id),
    'POST inspections': ({ request }) => inspectUpload(request),
    'POST batches': ({ request, response }) => batches.create(request, response),
    'GET approvals': () => approvals.list(),
    'POST approvals': ({ request }) => approvals.approve(request),
    'POST approvals/*': ({ request }) => approvals.refuse(request),
    'GET batches/*': ({ id }) => batches.view(id),
    'POST batches/*/cancel': ({ id }) => batches.stop(id),
    'GET batches/*/content': ({ response, id }) => batches.sendContent(response, id),
    'GET certificates': () =>
      isEmpty
        ? []
        : data.CERTIFICATES.filter(({ providerId }) => options.absentProviders?.includes(providerId) !== true),
    'GET providers': () => (isEmpty ? [] : data.PROVIDERS),
    'GET providers/*/health': ({ id }) => health(id),
    'GET levels': () => LEVELS,
    'GET settings': () => data.SETTINGS,
    'GET trust-anchors': () => (isEmpty ? { anchors: [], unread: [] } : data.TRUST_ANCHORS),
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
    'GET statistics': statistics,
    'GET jobs': ({ query }) => {
      // Some of them are jobs of the list as they are now.
      const newer = options.newJobs ?? [];
      const more = newer.filter(({ id }) => !newer.some((_, index) => data.jobAt(index).id === id)).length;
      return page(query, rows + more, (index) => newer[index] ?? data.jobAt(index - more));
    },
    'GET audit-events': ({ query }) => page(query, rows, data.auditEventAt),
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
    if (url.pathname === '/health') sendJson(response, 200, data.HEALTH);
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
    signatures,
    apiKeys,
    approvals,
    submissions,
    idempotencyKeys,
    retries,
    inspections,
    greatestUploads: () => mostUploads,
    diagnoses,
    changeTokens: () => {
      for (const stream of streams) stream.write('event: tokens\ndata: {}\n\n');
    },
    dropEvents: () => {
      for (const stream of streams) stream.destroy();
    },
    close: async () => {
      isClosed = true;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
