import { StationRefusal, StationUnreachable } from './client-errors.ts';
import { bytesOf, createTransport, jsonOf, type StationAddress, type Transport } from './transport.ts';
import { waitForSignature, type WaitOptions } from './wait.ts';
import type { Inspection, SignatureCreated, SignatureView, StampPreview, VerificationReport } from './answer-types.ts';
import type { InspectForm, ReportForm, SignForm, StampPreviewForm, VerifyForm } from './form-types.ts';

export type * from './answer-types.ts';
export type * from './form-types.ts';
export type * from './verdict-types.ts';
export type { StationAddress, WaitOptions };
export * from './client-errors.ts';

export interface SubmitOptions {
  /** Of the caller's own choice: whoever sends a document again with the same key gets the request that was made first. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface SignedDocument {
  readonly signature: SignatureView;
  readonly fileName: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface MadeReport {
  readonly fileName: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What a program asks a station. */
export interface StationClient {
  /** Hands a document over, and answers when it is accepted. Repeated by itself when the connection breaks. */
  submit(form: SignForm, options?: SubmitOptions): Promise<SignatureCreated>;
  /** Hands a document over, waits for the signature, and fetches what was signed. */
  sign(form: SignForm, options?: SubmitOptions & WaitOptions): Promise<SignedDocument>;
  /** See waitForSignature. */
  wait(id: string, options?: WaitOptions): Promise<SignatureView>;
  status(id: string): Promise<SignatureView>;
  content(id: string): Promise<SignedDocument>;
  cancel(id: string): Promise<SignatureView>;
  /** The verdict on a signed file; nothing is stored. */
  verify(form: VerifyForm): Promise<VerificationReport>;
  /** What a file is, and the verdict on its signatures; nothing is stored. */
  inspect(form: InspectForm): Promise<Inspection>;
  /** The report on files to hand over with them, of several with a summary first: a PDF; nothing is stored. */
  report(form: ReportForm): Promise<MadeReport>;
  /** The stamp of a signature that is not made yet, and what takes up places on its page; nothing is stored. */
  previewStamp(form: StampPreviewForm): Promise<StampPreview>;
}

const TRIES = 4;
const FIRST_PAUSE_MILLISECONDS = 500;

/** A client of one station. It keeps nothing and has no dependencies. */
export function createStationClient(address: StationAddress): StationClient {
  const call = createTransport(address);
  const get = async <T>(path: string): Promise<T> => jsonOf<T>(await call(path));
  const post = async <T>(path: string, form: object): Promise<T> =>
    jsonOf<T>(await call(path, { method: 'POST', body: formOf(form) }));
  const place = (id: string): string => `/signatures/${encodeURIComponent(id)}`;
  const client: StationClient = {
    submit: (form, options = {}) => submit(call, form, options),
    async sign(form, options = {}) {
      const { id } = await client.submit(form, options);
      await client.wait(id, options);
      return client.content(id);
    },
    wait: (id, options) => waitForSignature(call, id, options),
    status: (id) => get<SignatureView>(place(id)),
    async content(id) {
      const [signature, answer] = [await client.status(id), await call(`${place(id)}/content`)];
      const bytes = await bytesOf(answer);
      return { signature, fileName: fileNameOf(answer) ?? signature.originalFileName, bytes };
    },
    cancel: (id) => post<SignatureView>(`${place(id)}/cancel`, {}),
    verify: (form) => post<VerificationReport>('/verifications', form),
    inspect: (form) => post<Inspection>('/inspections', form),
    async report(form) {
      const answer = await call('/reports', { method: 'POST', body: formOf(form) });
      const bytes = await bytesOf(answer);
      return { fileName: fileNameOf(answer) ?? 'report.pdf', bytes };
    },
    previewStamp: (form) => post<StampPreview>('/stamp-previews', form),
  };
  return client;
}

async function submit(call: Transport, form: SignForm, options: SubmitOptions): Promise<SignatureCreated> {
  const { idempotencyKey = crypto.randomUUID(), signal } = options;
  const headers = { 'Idempotency-Key': idempotencyKey };
  for (let tried = 1; ; tried += 1) {
    try {
      const answer = await call('/signatures', { method: 'POST', body: formOf(form), headers, signal });
      return await jsonOf<SignatureCreated>(answer, signal);
    } catch (fault) {
      // The key makes it harmless that nobody knows whether the first one has arrived.
      if (tried === TRIES || !isPassing(fault)) throw fault;
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MILLISECONDS * 2 ** (tried - 1)));
      signal?.throwIfAborted();
    }
  }
}

function isPassing(fault: unknown): boolean {
  return fault instanceof StationUnreachable || (fault instanceof StationRefusal && fault.status === 503);
}

/** Text fields first: the station refuses wrong ones before it has read the files. */
function formOf(fields: object): FormData {
  const parts = Object.entries(fields)
    .flatMap(([name, value]: readonly [string, unknown]) =>
      Array.isArray(value) ? value.map((each: unknown) => [name, each] as const) : [[name, value] as const],
    )
    .filter(([, value]) => value !== undefined && value !== null);
  const form = new FormData();
  for (const [name, value] of parts) if (!(value instanceof Blob)) form.append(name, String(value));
  for (const [name, value] of parts) if (value instanceof Blob) form.append(name, value);
  return form;
}

function fileNameOf(answer: Response): string | undefined {
  const header = answer.headers.get('Content-Disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  return encoded === undefined ? /filename="([^"]*)"/i.exec(header)?.[1] : decodeURIComponent(encoded);
}
