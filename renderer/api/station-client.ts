import { z } from 'zod';
import { HealthReport } from '../../service/contract/http/health.ts';
import { CertificateDescriptor, ProviderHealth, ProviderItem } from '../../service/contract/http/providers.ts';
import { ProcessView } from '../../service/contract/http/processes.ts';
import {
  AuditEventList,
  JobList,
  SignatureCreated,
  SignatureList,
  SignatureView,
  Statistics,
} from '../../service/contract/http/signatures.ts';
import { Inspection } from '../../service/contract/http/inspection.ts';
import { StationView } from '../../service/contract/http/stations.ts';
import { TimestampingTrial } from '../../service/contract/http/timestamping.ts';
import { LevelView } from '../../service/contract/http/levels.ts';
import { SettingView } from '../../service/contract/http/settings.ts';
import { TrustAnchors } from '../../service/contract/http/trust-anchors.ts';
import { VerificationReport } from '../../service/contract/http/verification.ts';
import { approvalCalls } from './approvals.ts';
import { apiKeyCalls } from './api-keys.ts';
import { batchCalls } from './batches.ts';
import { diagnosisCalls } from './diagnoses.ts';
import { evidenceCalls } from './evidence.ts';
import { withQuery, type ListQuery } from './list-query.ts';
import { readAnswer } from './read-answer.ts';
import { createTransport, type TransportOptions, type VerifyOptions } from './transport.ts';

export interface SubmitOptions {
  /** The same key for the same document: a repeated upload after a broken connection never makes a second job. */
  readonly idempotencyKey: string;
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
}

export type StationClient = ReturnType<typeof createStationClient>;

const API = '/api/v1';
/** The health endpoint answers 503 with a report when something is wrong: that report is what we want to show. */
const HEALTH_STATUSES: readonly number[] = [200, 503];

/** The typed door to `/api/v1`: every answer is parsed by the contract's schemas. All calls reject with ApiError. */
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- StationClient is derived from it
export function createStationClient(options: TransportOptions) {
  const transport = createTransport(options);
  const { address, call, get, post, send } = transport;
  const segment = encodeURIComponent;

  return {
    submitSignature: (form: FormData, { idempotencyKey, ...how }: SubmitOptions) =>
      send(SignatureCreated, `${API}/signatures`, form, how, { 'Idempotency-Key': idempotencyKey }),
    inspectUpload: (form: FormData, how: VerifyOptions) => send(Inspection, `${API}/inspections`, form, how),
    /** For calls whose schemas come with the page that needs them. */
    ...{ send, get, post },
    signature: (id: string) => get(SignatureView, `${API}/signatures/${segment(id)}`),
    signatures: (query: ListQuery) => get(SignatureList, withQuery(`${API}/signatures`, query)),
    verification: (id: string) => get(VerificationReport, `${API}/signatures/${segment(id)}/verification`),
    signatureAudit: (id: string) => get(AuditEventList, `${API}/signatures/${segment(id)}/audit-events`),
    cancel: (id: string) => post(SignatureView, `${API}/signatures/${segment(id)}/cancel`),
    retry: (id: string) => post(SignatureCreated, `${API}/signatures/${segment(id)}/retries`),
    tryTimestamping: () => post(TimestampingTrial, `${API}/timestamping/trials`),
    jobs: (query: ListQuery) => get(JobList, withQuery(`${API}/jobs`, query)),
    auditEvents: (query: ListQuery) => get(AuditEventList, withQuery(`${API}/audit-events`, query)),
    statistics: () => get(Statistics, `${API}/statistics`),
    certificates: () => get(z.array(CertificateDescriptor), `${API}/certificates`),
    providers: () => get(z.array(ProviderItem), `${API}/providers`),
    stations: () => get(z.array(StationView), `${API}/stations`),
    processes: () => get(z.array(ProcessView), `${API}/processes`),
    startProcess: (id: string) => post(ProcessView, `${API}/processes/${segment(id)}/starts`),
    levels: () => get(z.array(LevelView), `${API}/levels`),
    settings: () => get(z.array(SettingView), `${API}/settings`),
    trustAnchors: () => get(TrustAnchors, `${API}/trust-anchors`),
    providerHealth: async (id: string): Promise<ProviderHealth> => {
      const { status, body } = await call(`${API}/providers/${segment(id)}/health`);
      return readAnswer(ProviderHealth, status === 503 && !body.includes('"errorCode"') ? 200 : status, body);
    },
    health: async (): Promise<HealthReport> => {
      const { status, body } = await call('/health');
      return readAnswer(HealthReport, HEALTH_STATUSES.includes(status) ? 200 : status, body);
    },
    ...evidenceCalls({ get, post }, API),
    ...batchCalls({ get, post }, `${API}/batches`),
    ...approvalCalls({ get, post }, `${API}/approvals`),
    ...apiKeyCalls(call, `${API}/api-keys`),
    ...diagnosisCalls(call, `${API}/providers`),
    contentAddress: (id: string): string => address(`${API}/signatures/${segment(id)}/content`),
    file: transport.file,
    /** What the station gives out at an address of its own, in memory: to be looked at. */
    bytes: async (path: string): Promise<Blob> => (await transport.file(path)).blob,
  };
}
