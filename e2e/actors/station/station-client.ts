import {
  AuditEventList,
  SignatureCreated,
  SignatureList,
  SignatureView,
} from '../../../service/contract/http/signatures.ts';
import { VerificationReport } from '../../../service/contract/http/verification.ts';
import { CertificateDescriptor } from '../../../service/contract/http/providers.ts';

/** What an accountant's program would write to use the station: plain HTTP, every answer checked. */
export interface StationClient {
  create(document: Uint8Array, fields: CreateFields): Promise<SignatureCreated>;
  status(id: string): Promise<SignatureView>;
  /** Waits for a terminal state by asking again, as the specification's poll loop does. */
  finished(id: string, timeoutMilliseconds?: number): Promise<SignatureView>;
  content(id: string): Promise<Buffer>;
  verification(id: string): Promise<VerificationReport>;
  verifyUpload(document: Uint8Array, format: string): Promise<VerificationReport>;
  list(query: string): Promise<SignatureList>;
  auditEvents(id: string): Promise<AuditEventList>;
  certificates(): Promise<CertificateDescriptor[]>;
  /** Asks again until at least `count` certificates are listed: a provider that is still starting is not waited for by the station. */
  listedCertificates(count?: number): Promise<CertificateDescriptor[]>;
}

export interface CreateFields {
  readonly fileName?: string;
  readonly format?: string;
  readonly profile?: string;
  readonly packaging?: string;
  readonly containerSignature?: string;
  readonly signingProvider?: string;
  readonly certificateThumbprint?: string;
  readonly visibleSignature?: boolean;
  readonly signatureNote?: string;
  readonly signaturePage?: number;
  readonly idempotencyKey?: string;
}

export class UnexpectedAnswer extends Error {
  readonly status: number;
  readonly body: string;
  constructor(status: number, body: string) {
    super(`HTTP ${status}: ${body.slice(0, 500)}`);
    this.name = 'UnexpectedAnswer';
    this.status = status;
    this.body = body;
  }
}

const TERMINAL = new Set(['Completed', 'Failed', 'Rejected', 'Cancelled']);

export function createStationClient(baseUrl: string): StationClient {
  const api = `${baseUrl}/api/v1`;
  const client: StationClient = {
    async create(document, fields) {
      const headers = fields.idempotencyKey === undefined ? {} : { 'Idempotency-Key': fields.idempotencyKey };
      const answer = await fetch(`${api}/signatures`, { method: 'POST', headers, body: createForm(document, fields) });
      return SignatureCreated.parse(await json(answer, 202));
    },
    status: async (id) => SignatureView.parse(await json(await fetch(`${api}/signatures/${id}`))),
    async finished(id, timeoutMilliseconds = 60_000) {
      const deadline = Date.now() + timeoutMilliseconds;
      for (;;) {
        const view = await client.status(id);
        if (TERMINAL.has(view.status)) return view;
        if (Date.now() > deadline) throw new Error(`${id} is still ${view.status}.`);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
    async content(id) {
      const answer = await fetch(`${api}/signatures/${id}/content`);
      if (answer.status !== 200) throw new UnexpectedAnswer(answer.status, await answer.text());
      return Buffer.from(await answer.arrayBuffer());
    },
    verification: async (id) =>
      VerificationReport.parse(await json(await fetch(`${api}/signatures/${id}/verification`))),
    async verifyUpload(document, format) {
      const form = new FormData();
      form.set('format', format);
      form.set('file', new Blob([new Uint8Array(document)]), 'document');
      return VerificationReport.parse(await json(await fetch(`${api}/verifications`, { method: 'POST', body: form })));
    },
    list: async (query) => SignatureList.parse(await json(await fetch(`${api}/signatures?${query}`))),
    auditEvents: async (id) =>
      AuditEventList.parse(await json(await fetch(`${api}/signatures/${id}/audit-events?limit=200`))),
    certificates: async () => CertificateDescriptor.array().parse(await json(await fetch(`${api}/certificates`))),
    async listedCertificates(count = 1) {
      const deadline = Date.now() + 60_000;
      for (;;) {
        const listed = await client.certificates();
        if (listed.length >= count || Date.now() > deadline) return listed;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
  };
  return client;
}

function createForm(document: Uint8Array, fields: CreateFields): FormData {
  const form = new FormData();
  form.set('format', fields.format ?? 'PAdES');
  form.set('profile', fields.profile ?? 'B');
  form.set('signingProvider', fields.signingProvider ?? 'Pfx');
  if (fields.packaging !== undefined) form.set('packaging', fields.packaging);
  if (fields.containerSignature !== undefined) form.set('containerSignature', fields.containerSignature);
  if (fields.certificateThumbprint !== undefined) form.set('certificateThumbprint', fields.certificateThumbprint);
  if (fields.visibleSignature !== undefined) form.set('visibleSignature', String(fields.visibleSignature));
  if (fields.signatureNote !== undefined) form.set('signatureNote', fields.signatureNote);
  if (fields.signaturePage !== undefined) form.set('signaturePage', String(fields.signaturePage));
  form.set(
    'file',
    new Blob([new Uint8Array(document)], { type: 'application/pdf' }),
    fields.fileName ?? 'document.pdf',
  );
  return form;
}

async function json(answer: Response, expected = 200): Promise<unknown> {
  const text = await answer.text();
  if (answer.status !== expected) throw new UnexpectedAnswer(answer.status, text);
  return JSON.parse(text);
}
