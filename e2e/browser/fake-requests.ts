import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SignatureView, StateChange } from '../../service/contract/http/signatures.ts';
import { SignatureFormat, SignatureProfile, ProviderType } from '../../service/contract/vocabulary/signing.ts';
import type { SignatureStatus } from '../../service/contract/vocabulary/states.ts';
import { validReport } from './fake-reports.ts';
import { sampleSignatures, signatureView } from './fake-signatures.ts';
import { iso } from './fake-values.ts';
import { readForm, Refusal, sendJson } from './fake-http.ts';
import type { FakeEvents } from './fake-events.ts';
import { nextStep, type FakeOptions } from './fake-options.ts';
import { endingFor } from './fake-endings.ts';
import { describeForm } from './fake-http.ts';

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
  const signatures = options.isEmpty === true ? [] : sampleSignatures();
  const submissions: Record<string, string>[] = [];
  const idempotencyKeys: string[] = [];
  const retries: string[] = [];
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
    const message: StateChange = { signatureId: id, tenantId: 'default', status: fields.status, at: iso(0) };
    events.send('signature', message);
  }

  async function process(id: string, name: string, profile: string): Promise<void> {
    const { steps, fields } = endingFor(name, profile);
    for (const status of steps) {
      await nextStep(options);
      if (isClosed) return;
      const times: Partial<SignatureView> = {};
      if (status === 'Processing') times.startedAt = iso(0);
      if (status === 'Failed') times.failedAt = iso(0);
      if (status === 'RetryScheduled') times.nextAttemptAt = iso(2_000);
      const done = { completedAt: iso(0), outputSize: 166_640, contentUrl: `/api/v1/signatures/${id}/content` };
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
      const view = signatureView(`upload-${String(submissions.length)}`, {
        status: 'Queued',
        originalFileName: name,
        format: SignatureFormat.parse(fields['format']),
        profile: SignatureProfile.parse(fields['profile']),
        signingProvider: ProviderType.parse(fields['signingProvider']),
        createdAt: iso(0),
        queuedAt: iso(0),
        startedAt: null,
      });
      signatures.unshift(view);
      sendJson(response, 202, { id: view.id, status: 'Queued', createdAt: view.createdAt, statusUrl: view.statusUrl });
      void process(view.id, name, view.profile);
    } finally {
      uploads -= 1;
    }
  }

  function matching(query: URLSearchParams): readonly SignatureView[] {
    const text = (query.get('text') ?? '').toLowerCase();
    return signatures.filter(
      (view) =>
        view.originalFileName.toLowerCase().includes(text) &&
        [view.status, null].includes(query.get('status') as SignatureStatus | null) &&
        [view.format as string, null].includes(query.get('format')),
    );
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
    const view = signatureView(`retry-${String(retries.length)}`, {
      ...{ status: 'Queued', originalFileName: failed.originalFileName, createdAt: iso(0), retryOf: id },
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

  return {
    list: signatures,
    submissions,
    idempotencyKeys,
    retries,
    greatestUploads: () => mostUploads,
    find,
    create,
    matching,
    cancel,
    retry,
    verify: verifyStored,
    sendContent,
    close: () => {
      isClosed = true;
    },
  };
}
