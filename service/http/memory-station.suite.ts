import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfiguration, type Configuration } from '../config/configuration.ts';
import type { Diagnosis } from '../contract/http/diagnosis.ts';
import type { CertificateDescriptor, ProviderItem } from '../contract/http/providers.ts';
import { SIGNATURE_FORMATS } from '../contract/vocabulary/signing.ts';
import type { ApiKeyRecord, AuditEvent, BatchRecord, SignatureRequest, StoredFile } from '../domain/records.ts';
import { createStateFeed } from '../events/state-feed.ts';
import type {
  AcceptUnit,
  EvidenceFilter,
  Page,
  Persistence,
  RejectedUnit,
  RequestDetails,
  RequestFilter,
} from '../persistence/persistence.ts';
import { createLogger } from '../telemetry/logger.ts';
import { createMetricsRegistry } from '../telemetry/metrics.ts';
import type { VerificationOutcome, VerificationTask } from '../verification/verification.ts';
import { FolderStore } from './folder-store.suite.ts';
import { createHttpApp, type HttpDependencies } from './http-app.ts';
import { listen, type HttpListener } from './http-listener.ts';

/** Ports that keep everything in memory and a temporary folder, for tests that drive a listening server. */

/** What a doctor says of a file that is missing. */
const DIAGNOSIS: Diagnosis = {
  ...{ providerId: 'pfx', providerType: 'Pfx', displayName: 'PFX file', checkedAt: '2026-01-01T00:00:00.000Z' },
  ...{ platform: 'linux', architecture: 'x64', tokens: [], modules: [], leftOut: [], readers: null, usbDevices: null },
  findings: [{ code: 'KEY_FILE_MISSING', severity: 'error', cause: 'It is \u001b[31mgone.', cure: 'Put it there.' }],
  smartCardService: { state: 'unknown', detail: 'Not asked.' },
  keyFile: { path: '/pfx.p12', state: 'missing' },
  secret: { name: 'Signing:Pfx:Password', state: 'present' },
};

interface Row {
  request: SignatureRequest;
  unit: AcceptUnit;
  output: StoredFile | null;
}

class MemoryPersistence {
  readonly rows = new Map<string, Row>();
  readonly rejected: RejectedUnit[] = [];
  readonly keys = new Map<string, ApiKeyRecord>();
  readonly batches = new Map<string, BatchRecord>();
  readonly audit: AuditEvent[] = [];
  acceptDelayMilliseconds = 0;

  async acceptSignatureRequest(unit: AcceptUnit) {
    if (this.acceptDelayMilliseconds > 0) {
      await new Promise((resolve) => setTimeout(resolve, this.acceptDelayMilliseconds));
    }
    const { tenantId, idempotencyKey } = unit.request;
    const original = idempotencyKey === null ? undefined : this.#byKey(tenantId, idempotencyKey);
    if (original !== undefined) return { outcome: 'replayed', original } as const;
    const { retryOf } = unit.request;
    const successor = [...this.rows.values()].find(({ request }) => retryOf !== null && request.retryOf === retryOf);
    if (successor !== undefined) return { outcome: 'retried', successor: successor.request } as const;
    this.rows.set(unit.request.id, { request: unit.request, unit, output: null });
    for (const event of unit.audit) {
      this.audit.push({
        ...event,
        tenantId,
        entityType: 'SignatureRequest',
        entityId: unit.request.id,
        timestamp: unit.request.createdAt,
        correlationId: unit.request.correlationId,
      });
    }
    return { outcome: 'accepted' } as const;
  }

  rejectSignatureRequest(unit: RejectedUnit) {
    this.rejected.push(unit);
    return Promise.resolve();
  }

  findByIdempotencyKey(tenantId: string, key: string) {
    return Promise.resolve(this.#byKey(tenantId, key));
  }

  findRequest(tenantId: string, id: string) {
    const row = this.rows.get(id);
    return Promise.resolve(row?.request.tenantId === tenantId ? detailsOf(row) : undefined);
  }

  newestRenewal(tenantId: string, signatureId: string) {
    const renewals = this.#ofTenant({ tenantId, limit: Infinity }).filter(
      ({ request }) => request.renewalOf === signatureId && request.status === 'Completed',
    );
    return Promise.resolve(renewals.map(detailsOf)[0]);
  }

  listEvidence(query: { tenantId: string; limit: number }, { endsBefore }: EvidenceFilter) {
    const items = this.#ofTenant(query).filter(({ request: { evidenceGoodUntil: end } }) => {
      return end !== null && (endsBefore === undefined || end < endsBefore);
    });
    return Promise.resolve({ items: items.map(detailsOf), nextCursor: null });
  }

  cancelRequest({ tenantId, id }: { tenantId: string; id: string }) {
    const row = this.rows.get(id);
    if (row?.request.tenantId !== tenantId) return Promise.resolve('not-found' as const);
    if (row.request.status !== 'Queued') return Promise.resolve('not-cancellable' as const);
    row.request = { ...row.request, status: 'Cancelled' };
    return Promise.resolve('cancelled' as const);
  }

  readonly listCertificateRecords = () => Promise.resolve([]);

  addBatch(batch: BatchRecord) {
    const isKnown = batch.signatureIds.every((id) => this.rows.get(id)?.request.tenantId === batch.tenantId);
    if (isKnown) this.batches.set(batch.id, batch);
    return Promise.resolve(isKnown ? ('added' as const) : ('unknown-request' as const));
  }

  findBatch(tenantId: string, id: string) {
    const batch = this.batches.get(id);
    if (batch?.tenantId !== tenantId) return Promise.resolve(undefined);
    const rows = batch.signatureIds.map((signatureId) => this.rows.get(signatureId));
    return Promise.resolve({ batch, members: rows.filter((row) => row !== undefined).map(detailsOf) });
  }

  listRequests(
    query: { tenantId: string; limit: number },
    { kind }: RequestFilter = {},
  ): Promise<Page<RequestDetails>> {
    const items = this.#ofTenant(query).filter(({ request }) => kind === undefined || request.kind === kind);
    return Promise.resolve({ items: items.map(detailsOf), nextCursor: null });
  }

  listJobs(query: { tenantId: string; limit: number }) {
    const items = this.#ofTenant(query).map((row) => ({ ...detailsOf(row), job: row.unit.job }));
    return Promise.resolve({ items, nextCursor: null });
  }

  listAuditEvents(query: { tenantId: string; limit: number }, filter: { entityId?: string }) {
    const items = this.audit.filter(
      (event) => event.tenantId === query.tenantId && event.entityId === (filter.entityId ?? event.entityId),
    );
    return Promise.resolve({ items: items.slice(0, query.limit), nextCursor: null });
  }

  statistics(tenantId: string) {
    return Promise.resolve({
      byStatus: { Queued: this.#ofTenant({ tenantId, limit: Infinity }).length },
      byFormat: {},
      completedSince: 0,
      failedSince: 0,
      oldestQueuedAt: null,
      medianDurationMilliseconds: null,
    });
  }

  appendAudit(event: AuditEvent) {
    this.audit.push(event);
    return Promise.resolve();
  }

  addApiKey(key: ApiKeyRecord, event: AuditEvent) {
    this.keys.set(key.prefix, key);
    return this.appendAudit(event);
  }

  findApiKeyByPrefix(prefix: string) {
    return Promise.resolve(this.keys.get(prefix));
  }

  listApiKeys() {
    return Promise.resolve([...this.keys.values()]);
  }

  async revokeApiKey(id: string, at: Date, event: AuditEvent) {
    const key = [...this.keys.values()].find((candidate) => candidate.id === id);
    if (key?.revokedAt !== null) return false;
    this.keys.set(key.prefix, { ...key, revokedAt: at });
    await this.appendAudit(event);
    return true;
  }

  noteApiKeysUsed(ids: readonly string[], at: Date) {
    for (const key of this.keys.values())
      if (ids.includes(key.id)) this.keys.set(key.prefix, { ...key, lastUsedAt: at });
    return Promise.resolve();
  }

  /** What the worker does at the end of a job that cannot be signed. */
  fail(id: string): void {
    const row = this.rows.get(id);
    if (row === undefined) throw new Error('There is no such request.');
    row.request = { ...row.request, status: 'Failed', errorCode: 'SIGNING_OPERATION_FAILED', failedAt: new Date() };
  }

  /** What the worker does at the end of a job. */
  complete(id: string, output: StoredFile): void {
    const row = this.rows.get(id);
    if (row === undefined) throw new Error('There is no such request.');
    row.output = output;
    row.request = { ...row.request, status: 'Completed', outputFileId: output.id, completedAt: new Date() };
  }

  #byKey(tenantId: string, key: string): SignatureRequest | undefined {
    return [...this.rows.values()].find(
      ({ request }) => request.tenantId === tenantId && request.idempotencyKey === key,
    )?.request;
  }

  #ofTenant({ tenantId, limit }: { tenantId: string; limit: number }): Row[] {
    return [...this.rows.values()].filter((row) => row.request.tenantId === tenantId).slice(0, limit);
  }
}

function detailsOf({ request, unit, output }: Row): RequestDetails {
  const byId = new Map(unit.files.map((file) => [file.id, file]));
  const input = byId.get(request.inputFileId);
  if (input === undefined) throw new Error('The input row is missing.');
  return {
    request,
    input,
    additionalInputs: request.additionalInputFileIds.flatMap((id) => byId.get(id) ?? []),
    output,
    appearance: byId.get(request.appearanceFileId ?? '') ?? null,
  };
}

const DEMO_PROVIDER: ProviderItem = {
  id: 'pfx',
  type: 'Pfx',
  displayName: 'Demo',
  status: 'Healthy',
  detail: null,
  isDemo: true,
};

export function descriptor(changes: Partial<CertificateDescriptor> = {}): CertificateDescriptor {
  return {
    id: 'B'.repeat(64),
    thumbprint: 'A'.repeat(40),
    sha256Thumbprint: 'B'.repeat(64),
    subject: 'CN=Demo Signer',
    issuer: 'CN=Demo CA',
    serialNumber: '01',
    notBefore: '2020-01-01T00:00:00.000Z',
    notAfter: '2099-01-01T00:00:00.000Z',
    providerId: 'pfx',
    providerType: 'Pfx',
    keyAlgorithm: 'RSA',
    keySize: 2048,
    keyUsage: ['digitalSignature'],
    canSign: true,
    cannotSignReason: null,
    waitReason: null,
    isDemo: true,
    ...changes,
  };
}

function validOutcome(task: VerificationTask): VerificationOutcome {
  return {
    overallStatus: 'VALID',
    isValid: true,
    reasonCodes: ['SIG_VALID', 'CERT_VALID'],
    checkedAt: task.at.toISOString(),
    format: task.format,
    detail: null,
    limitations: 'A test double.',
    signature: {
      cryptoValid: true,
      signerThumbprint: 'A'.repeat(40),
      signerSubject: 'CN=x',
      reasonCodes: ['SIG_VALID'],
    },
    certificate: {
      isValid: true,
      subject: 'CN=x',
      issuer: 'CN=y',
      thumbprint: 'A'.repeat(40),
      notBefore: null,
      notAfter: null,
      reasonCodes: ['CERT_VALID'],
      chainStatus: [],
      revocation: { status: 'Unknown', source: 'Offline', detail: null },
    },
    signatures: [],
    changes: [],
  };
}

export interface MemoryStation {
  readonly listener: HttpListener;
  readonly url: string;
  readonly port: number;
  readonly api: string;
  readonly configuration: Configuration;
  readonly persistence: MemoryPersistence;
  readonly store: FolderStore;
  readonly uploadDirectory: string;
  readonly logLines: string[];
  readonly tasks: VerificationTask[];
  readonly accepted: { count: number };
  readonly dependencies: HttpDependencies;
  stop(): Promise<void>;
}

export interface MemoryStationOptions {
  /** Arguments in the form `--Section:Key=value`. */
  readonly settings?: readonly string[];
  readonly providers?: readonly ProviderItem[];
  readonly certificates?: readonly CertificateDescriptor[];
  /** Which provider serves which tenant; left out: each serves all. */
  readonly serves?: (providerId: string, tenantId: string | null) => boolean;
  readonly overrides?: Partial<HttpDependencies>;
  /** Changes the finished dependencies, for instance to make one of them fail. */
  readonly adapt?: (dependencies: HttpDependencies) => HttpDependencies;
}

/** Starts a station on a free port of 127.0.0.1. */
export async function startMemoryStation(options: MemoryStationOptions = {}): Promise<MemoryStation> {
  const root = await mkdtemp(join(tmpdir(), 'station-http-'));
  const uploadDirectory = join(root, 'uploads');
  await mkdir(uploadDirectory);
  const configuration = loadConfiguration({
    argv: [`--Data:Directory=${root}`, '--Server:Port=0', '--Environment=Testing', ...(options.settings ?? [])],
    env: {},
  });
  const persistence = new MemoryPersistence();
  const store = new FolderStore(join(root, 'files'));
  await mkdir(store.root);
  const [logLines, tasks]: [string[], VerificationTask[]] = [[], []];
  const accepted = { count: 0 };
  const metrics = createMetricsRegistry();
  const clock = (): Date => new Date();
  const usual: HttpDependencies = {
    configuration,
    persistence: persistence as unknown as Persistence,
    objectStore: store,
    providers: {
      listProviders: () => Promise.resolve(options.providers ?? [DEMO_PROVIDER]),
      listCertificates: () => Promise.resolve(options.certificates ?? [descriptor()]),
      providerHealth: (id) =>
        Promise.resolve(
          id === 'pfx'
            ? { providerId: id, status: 'Healthy' as const, detail: null, checkedAt: clock().toISOString() }
            : undefined,
        ),
      ...{ serves: options.serves ?? (() => true), onlyCertificate: () => Promise.resolve(null) },
    },
    tokenDoctor: {
      diagnose: (id) => Promise.resolve(id === 'pfx' ? { ...DIAGNOSIS, providerId: id } : undefined),
      permitLogin: (id) => id === 'card',
    },
    stations: () => Promise.resolve({ known: [], ownId: 'this' }),
    timestampAuthority: { tryAll: () => Promise.resolve([]) },
    trustAnchors: () => Promise.resolve({ anchors: [], unread: [] }),
    processes: { list: () => [], startNow: () => undefined },
    verifier: {
      verify: (task) => {
        tasks.push(task);
        return Promise.resolve(validOutcome(task));
      },
    },
    trustMaterial: () => ({ trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] }),
    stateFeed: createStateFeed(),
    logger: createLogger({ level: 'debug', clock, processName: 'host', write: (line) => logLines.push(line) }),
    metrics,
    metricsRegistry: metrics,
    clock,
    newId: randomUUID,
    onAccepted: () => void (accepted.count += 1),
    supportedFormats: SIGNATURE_FORMATS,
    healthChecks: [{ name: 'database', check: () => Promise.resolve({ status: 'Healthy', detail: null }) }],
    uploadDirectory,
    rendererDirectory: null,
    version: '0.0.0',
    ...options.overrides,
  };
  const dependencies = options.adapt?.(usual) ?? usual;
  const listener = await listen(createHttpApp(dependencies), configuration, dependencies.logger);
  return {
    listener,
    url: listener.url,
    port: listener.port,
    api: `${listener.url}/api/v1`,
    configuration,
    persistence,
    store,
    uploadDirectory,
    logLines,
    tasks,
    accepted,
    dependencies,
    async stop() {
      await listener.close(100);
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** A create form; a field given as undefined is left out. */
export function createForm(
  fields: Readonly<Record<string, string | undefined>> = {},
  file: Blob | null = new Blob(['%PDF-1.7 content']),
  fileName = 'contract.pdf',
): FormData {
  const form = new FormData();
  const all = { format: 'PAdES', profile: 'B', signingProvider: 'Pfx', ...fields };
  for (const [name, value] of Object.entries<string | undefined>(all)) if (value !== undefined) form.set(name, value);
  if (file !== null) form.set('file', file, fileName);
  return form;
}
