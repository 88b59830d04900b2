import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SignatureView, StateChange } from '../../service/contract/http/signatures.ts';
import { ProviderType } from '../../service/contract/vocabulary/provider-types.ts';
import { SignatureFormat, SignatureProfile } from '../../service/contract/vocabulary/signature-formats.ts';
import type { SignatureStatus } from '../../service/contract/vocabulary/states.ts';
import { validReport } from './fake-reports.ts';
import { sampleSignatures, signatureView } from './fake-signatures.ts';
import { iso } from './fake-values.ts';
import { describeForm, readForm, Refusal, sendJson } from './fake-http.ts';
import type { FakeEvents } from './fake-events.ts';
import { nextStep, type FakeOptions } from './fake-options.ts';
import { endingFor } from './fake-endings.ts';

/** Requests for signatures: given in, worked on, listed, cancelled, done again. */
export interface FakeSignatures {
  readonly list: SignatureView[];
  readonly submissions: Record<string, string>[];
  readonly idempotencyKeys: string[];
  readonly retries: string[];
  greatestUploads(): number;
  find(id: string): SignatureView;
  create(request: IncomingMessage, response: ServerResponse): Promise<void>;
  matching(query: URLSearchParams): readonly SignatureView[];
  cancel(id: string): SignatureView;
  retry(response: ServerResponse, id: string): void;
  verify(id: string): unknown;
  sendContent(response: ServerResponse, id: string): void;
  /** Nothing goes on any more. */
  close(): void;
}

export function createFakeSignatures(options: FakeOptions, events: FakeEvents): FakeSignatures {
  return new Requests(options, events);
}

class Requests implements FakeSignatures {
  readonly list: SignatureView[];
  readonly submissions: Record<string, string>[] = [];
  readonly idempotencyKeys: string[] = [];
  readonly retries: string[] = [];
  readonly #options: FakeOptions;
  readonly #events: FakeEvents;
  #uploads = 0;
  #mostUploads = 0;
  #isClosed = false;

  constructor(options: FakeOptions, events: FakeEvents) {
    this.#options = options;
    this.#events = events;
    this.list = options.isEmpty === true ? [] : sampleSignatures();
  }

  greatestUploads(): number {
    return this.#mostUploads;
  }

  find(id: string): SignatureView {
    const found = this.list.find((signature) => signature.id === id);
    if (found === undefined) throw new Refusal('SIGNATURE_INPUT_NOT_FOUND', 'No signature request has this id.');
    return found;
  }

  async create(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#uploads += 1;
    this.#mostUploads = Math.max(this.#mostUploads, this.#uploads);
    try {
      const form = await readForm(request);
      await nextStep(this.#options);
      this.submissions.push(describeForm(form));
      this.idempotencyKeys.push(String(request.headers['idempotency-key']));
      this.#accept(viewOf(form, this.submissions.length), response);
    } finally {
      this.#uploads -= 1;
    }
  }

  matching(query: URLSearchParams): readonly SignatureView[] {
    const text = (query.get('text') ?? '').toLowerCase();
    return this.list.filter(
      (view) =>
        view.originalFileName.toLowerCase().includes(text) &&
        [view.status, null].includes(query.get('status') as SignatureStatus | null) &&
        [view.format as string, null].includes(query.get('format')) &&
        [view.errorCode, null].includes(query.get('errorCode')) &&
        [view.waitReason as string | null, null].includes(query.get('waitReason')),
    );
  }

  cancel(id: string): SignatureView {
    const view = this.find(id);
    if (view.status !== 'Queued') throw new Refusal('SIGNATURE_NOT_CANCELLABLE', 'Signing has already begun.');
    this.#change(id, { status: 'Cancelled' });
    return this.find(id);
  }

  retry(response: ServerResponse, id: string): void {
    const failed = this.find(id);
    if (failed.status !== 'Failed') throw new Refusal('SIGNATURE_NOT_RETRYABLE', 'It did not fail.');
    this.retries.push(id);
    const view = signatureView(`retry-${String(this.retries.length)}`, {
      ...{ status: 'Queued', originalFileName: failed.originalFileName, createdAt: iso(0), retryOf: id },
    });
    this.#accept(view, response, 'Contract.pdf');
  }

  verify(id: string): unknown {
    const view = this.find(id);
    if (view.status !== 'Completed') throw new Refusal('SIGNATURE_OUTPUT_NOT_FOUND', 'The request is not completed.');
    return validReport({ signatureId: id, format: view.format });
  }

  sendContent(response: ServerResponse, id: string): void {
    const name = this.find(id).originalFileName.replace(/\.pdf$/, '-signed.pdf');
    const disposition = `attachment; filename="signed.pdf"; filename*=UTF-8''${encodeURIComponent(name)}`;
    response.writeHead(200, { 'content-type': 'application/pdf', 'content-disposition': disposition });
    response.end('%PDF-1.7 signed');
  }

  close(): void {
    this.#isClosed = true;
  }

  /** `ending` is the name by which it is decided how the request ends. */
  #accept(view: SignatureView, response: ServerResponse, ending = view.originalFileName): void {
    const { id, createdAt, statusUrl, profile } = view;
    this.list.unshift(view);
    sendJson(response, 202, { id, status: 'Queued', createdAt, statusUrl });
    void this.#process(id, ending, profile);
  }

  async #process(id: string, name: string, profile: string): Promise<void> {
    const { steps, fields } = endingFor(name, profile);
    for (const status of steps) {
      await nextStep(this.#options);
      if (this.#isClosed) return;
      const times: Partial<SignatureView> = {};
      if (status === 'Processing') times.startedAt = iso(0);
      if (status === 'Failed') times.failedAt = iso(0);
      if (status === 'RetryScheduled') times.nextAttemptAt = iso(2_000);
      const done = { completedAt: iso(0), outputSize: 166_640, contentUrl: `/api/v1/signatures/${id}/content` };
      const more = { ...(status === 'Completed' ? done : {}), ...(status === 'Failed' ? fields : {}) };
      this.#change(id, { status, ...times, ...more });
    }
  }

  #change(id: string, fields: Partial<SignatureView> & { status: SignatureStatus }): void {
    const index = this.list.findIndex((signature) => signature.id === id);
    const before = this.list[index];
    if (before === undefined || before.status === 'Cancelled') return;
    this.list[index] = { ...before, ...fields };
    const message: StateChange = { signatureId: id, tenantId: 'default', status: fields.status, at: iso(0) };
    this.#events.send('signature', message);
  }
}

/** The request that a form makes, as `number`th of all. */
function viewOf(form: FormData, number: number): SignatureView {
  const fields = describeForm(form);
  const files = form.getAll('file').filter((part) => part instanceof File);
  const name = files.map((file) => file.name).join(', ');
  if (name.includes('refuse')) throw new Refusal('SIGNATURE_REQUEST_INVALID', 'The document is empty.', 'document');
  return signatureView(`upload-${String(number)}`, {
    status: 'Queued',
    originalFileName: name,
    format: SignatureFormat.parse(fields['format']),
    profile: SignatureProfile.parse(fields['profile']),
    signingProvider: ProviderType.parse(fields['signingProvider']),
    createdAt: iso(0),
    queuedAt: iso(0),
    startedAt: null,
  });
}
