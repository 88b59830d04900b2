import { z, type ZodType } from 'zod';
import { HealthReport } from '../../service/contract/http/health.ts';
import { CertificateDescriptor, ProviderHealth, ProviderItem } from '../../service/contract/http/providers.ts';
import {
  AuditEventList,
  JobList,
  SignatureCreated,
  SignatureList,
  SignatureView,
  Statistics,
} from '../../service/contract/http/signatures.ts';
import { Inspection } from '../../service/contract/http/inspection.ts';
import { TrustAnchors } from '../../service/contract/http/trust-anchors.ts';
import { VerificationReport } from '../../service/contract/http/verification.ts';
import { ApiError } from './api-error.ts';
import { apiKeyCalls } from './api-keys.ts';
import { credentialHeaders, type Credentials } from './credentials.ts';
import { diagnosisCalls, type Answer, type CallInit } from './diagnoses.ts';
import { withQuery, type ListQuery } from './list-query.ts';
import { fileNameOf } from './file-name.ts';
import { readAnswer } from './read-answer.ts';
import type { Upload } from './upload.ts';

export interface StationClientOptions {
  /** Origin of the station without a trailing slash; empty for the page's own origin. */
  readonly origin: string;
  readonly fetch: typeof fetch;
  readonly upload: Upload;
  readonly credentials: () => Credentials;
}

export interface SubmitOptions {
  /** The same key for the same document: a repeated upload after a broken connection never makes a second job. */
  readonly idempotencyKey: string;
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
}

export interface VerifyOptions {
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
}

export interface NamedFile {
  readonly blob: Blob;
  /** Null when the station names none. */
  readonly name: string | null;
}

export type StationClient = ReturnType<typeof createStationClient>;

const API = '/api/v1';
/** The health endpoint answers 503 with a report when something is wrong: that report is what we want to show. */
const HEALTH_STATUSES: readonly number[] = [200, 503];

/** The typed door to `/api/v1`: every answer is parsed by the contract's schemas. All calls reject with ApiError. */
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- StationClient is derived from it
export function createStationClient(options: StationClientOptions) {
  const address = (path: string): string => `${options.origin}${path}`;
  const segment = encodeURIComponent;

  async function call(path: string, { accept, ...init }: CallInit = {}): Promise<Answer> {
    const type = typeof init.body === 'string' ? { 'Content-Type': 'application/json' } : {};
    const headers = { Accept: accept ?? 'application/json', ...type, ...credentialHeaders(options.credentials()) };
    try {
      const response = await options.fetch(address(path), { ...init, headers });
      return { status: response.status, body: await response.text() };
    } catch (cause) {
      if (init.signal?.aborted === true) throw cause;
      throw new ApiError('network', 'The station did not answer', { cause });
    }
  }

  async function get<T>(schema: ZodType<T>, path: string): Promise<T> {
    const { status, body } = await call(path);
    return readAnswer(schema, status, body);
  }

  async function send<T>(schema: ZodType<T>, path: string, form: FormData, how: VerifyOptions, more = {}): Promise<T> {
    const headers = { ...credentialHeaders(options.credentials()), ...more };
    const { status, body } = await options.upload({ url: address(path), form, headers, ...how });
    return readAnswer(schema, status, body);
  }

  return {
    submitSignature: (form: FormData, { idempotencyKey, ...how }: SubmitOptions) =>
      send(SignatureCreated, `${API}/signatures`, form, how, { 'Idempotency-Key': idempotencyKey }),
    inspectUpload: (form: FormData, how: VerifyOptions) => send(Inspection, `${API}/inspections`, form, how),
    signature: (id: string) => get(SignatureView, `${API}/signatures/${segment(id)}`),
    signatures: (query: ListQuery) => get(SignatureList, withQuery(`${API}/signatures`, query)),
    verification: (id: string) => get(VerificationReport, `${API}/signatures/${segment(id)}/verification`),
    signatureAudit: (id: string) => get(AuditEventList, `${API}/signatures/${segment(id)}/audit-events`),
    cancel: async (id: string): Promise<SignatureView> => {
      const { status, body } = await call(`${API}/signatures/${segment(id)}/cancel`, { method: 'POST' });
      return readAnswer(SignatureView, status, body);
    },
    jobs: (query: ListQuery) => get(JobList, withQuery(`${API}/jobs`, query)),
    auditEvents: (query: ListQuery) => get(AuditEventList, withQuery(`${API}/audit-events`, query)),
    statistics: () => get(Statistics, `${API}/statistics`),
    certificates: () => get(z.array(CertificateDescriptor), `${API}/certificates`),
    providers: () => get(z.array(ProviderItem), `${API}/providers`),
    trustAnchors: () => get(TrustAnchors, `${API}/trust-anchors`),
    providerHealth: async (id: string): Promise<ProviderHealth> => {
      const { status, body } = await call(`${API}/providers/${segment(id)}/health`);
      return readAnswer(ProviderHealth, status === 503 && !body.includes('"errorCode"') ? 200 : status, body);
    },
    health: async (): Promise<HealthReport> => {
      const { status, body } = await call('/health');
      return readAnswer(HealthReport, HEALTH_STATUSES.includes(status) ? 200 : status, body);
    },
    ...apiKeyCalls(call, `${API}/api-keys`),
    ...diagnosisCalls(call, `${API}/providers`),
    contentAddress: (id: string): string => address(`${API}/signatures/${segment(id)}/content`),
    /**
     * A whole answer in memory, with the name that the station gives it: only for stations that need a key, where a plain
     * link cannot be used.
     */
    file: async (address: string): Promise<NamedFile> => {
      const headers = credentialHeaders(options.credentials());
      const response = await options.fetch(address, { headers });
      if (!response.ok) readAnswer(z.never(), response.status, await response.text());
      return { blob: await response.blob(), name: fileNameOf(response.headers.get('content-disposition')) };
    },
  };
}
