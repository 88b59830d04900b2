import { TERMINAL_SIGNATURE_STATUSES } from '../contract/vocabulary/states.ts';
import type {
  ApiKeyRecord,
  AuditEvent,
  BatchRecord,
  CertificateRecord,
  SignatureRequest,
  StoredFile,
} from '../domain/records.ts';
import type {
  AcceptResult,
  AcceptUnit,
  ArchivedKey,
  BatchDetails,
  CancelResult,
  EndedApproval,
  EvidenceFilter,
  GivenApproval,
  JobDetails,
  NewAuditEvent,
  ItemCount,
  Page,
  PendingApproval,
  Persistence,
  RejectedUnit,
  RequestDetails,
  RequestFilter,
  WokenJob,
} from './persistence.ts';
import { auditOf, detailsOf, hasEnded, isInVain, type Row } from './memory-rows.suite.ts';

/** The part of the persistence that requests over HTTP and use cases need, in memory, for tests. */
export class MemoryPersistence {
  readonly rows = new Map<string, Row>();
  readonly rejected: RejectedUnit[] = [];
  readonly keys = new Map<string, ApiKeyRecord>();
  readonly batches = new Map<string, BatchRecord>();
  /** By tenant and key. */
  readonly archivedKeys = new Map<string, ArchivedKey>();
  readonly audit: AuditEvent[] = [];
  acceptDelayMilliseconds = 0;

  async acceptSignatureRequest(unit: AcceptUnit): Promise<AcceptResult> {
    if (this.acceptDelayMilliseconds > 0) {
      await new Promise((resolve) => setTimeout(resolve, this.acceptDelayMilliseconds));
    }
    const { tenantId, idempotencyKey } = unit.request;
    const original = idempotencyKey === null ? undefined : this.#byKey(tenantId, idempotencyKey);
    if (original !== undefined) return { outcome: 'replayed', original } as const;
    const { retryOf, renewalOf } = unit.request;
    const successor = this.#find((request) => retryOf !== null && request.retryOf === retryOf && !isInVain(request));
    if (successor !== undefined) return { outcome: 'retried', successor } as const;
    const renewal = this.#find(
      (request) => renewalOf !== null && request.renewalOf === renewalOf && !hasEnded(request),
    );
    if (renewal !== undefined) return { outcome: 'renewing', renewal } as const;
    this.add(unit);
    this.#writeAudit(unit.request, unit.audit, unit.request.createdAt);
    return { outcome: 'accepted' } as const;
  }

  /** A row as it is, without asking whether it may be. */
  add(unit: AcceptUnit, output: StoredFile | null = null): void {
    this.rows.set(unit.request.id, { request: unit.request, unit, output });
  }

  rejectSignatureRequest(unit: RejectedUnit): Promise<void> {
    this.rejected.push(unit);
    return Promise.resolve();
  }

  findByIdempotencyKey(tenantId: string, key: string): Promise<SignatureRequest | undefined> {
    return Promise.resolve(this.#byKey(tenantId, key));
  }

  findArchivedKey(tenantId: string, key: string): Promise<ArchivedKey | undefined> {
    return Promise.resolve(this.archivedKeys.get(`${tenantId} ${key}`));
  }

  findRequest(tenantId: string, id: string): Promise<RequestDetails | undefined> {
    const row = this.rows.get(id);
    return Promise.resolve(row?.request.tenantId === tenantId ? detailsOf(row) : undefined);
  }

  endedWithoutOutput(ids: readonly string[]): Promise<SignatureRequest[]> {
    const rows = ids.flatMap((id) => this.rows.get(id) ?? []).filter(({ output }) => output?.deletedAt !== null);
    return Promise.resolve(
      rows.flatMap(({ request }) => (TERMINAL_SIGNATURE_STATUSES.includes(request.status) ? request : [])),
    );
  }

  newestRenewal(tenantId: string, signatureId: string): Promise<RequestDetails | undefined> {
    const renewals = this.#ofTenant({ tenantId, limit: Infinity }).filter(
      ({ request }) => request.renewalOf === signatureId && request.status === 'Completed',
    );
    return Promise.resolve(renewals.map(detailsOf)[0]);
  }

  listEvidence(
    query: { tenantId: string; limit: number },
    { endsBefore }: EvidenceFilter,
  ): Promise<Page<RequestDetails>> {
    const items = this.#ofTenant(query).filter(({ request: { evidenceGoodUntil: end } }) => {
      return end !== null && (endsBefore === undefined || end < endsBefore);
    });
    return Promise.resolve({ items: items.map(detailsOf), nextCursor: null });
  }

  tenantsWithEvidence(endsBefore: Date): Promise<string[]> {
    const due = [...this.rows.values()].filter(
      ({ request: { evidenceGoodUntil: end } }) => end !== null && end < endsBefore,
    );
    return Promise.resolve([...new Set(due.map(({ request }) => request.tenantId))]);
  }

  cancelRequest({ tenantId, id, at, audit }: Parameters<Persistence['cancelRequest']>[0]): Promise<CancelResult> {
    const row = this.rows.get(id);
    if (row?.request.tenantId !== tenantId) return Promise.resolve('not-found' as const);
    if (row.request.status !== 'Queued') return Promise.resolve('not-cancellable' as const);
    row.request = { ...row.request, status: 'Cancelled', waitReason: null };
    this.#writeAudit(row.request, audit, at);
    return Promise.resolve('cancelled' as const);
  }

  pendingApprovals(tenantId: string, limit: number): Promise<PendingApproval[]> {
    const rows = [...this.rows.values()].filter(
      ({ request }) => request.tenantId === tenantId && request.waitReason === 'APPROVAL_PENDING',
    );
    const batchOf = (id: string) => [...this.batches.values()].find(({ signatureIds }) => signatureIds.includes(id));
    return Promise.resolve(
      rows.slice(0, limit).map(({ request, unit }) => ({
        ...{ jobId: unit.job.id, tenantId, signatureId: request.id, inputPath: unit.files[0]?.storageKey ?? '' },
        ...{ requestedFormat: request.format, requestedProfile: request.profile, createdAt: request.createdAt },
        ...{ retryCount: 0, messageId: null, batchId: batchOf(request.id)?.id ?? null },
      })),
    );
  }

  overdueApprovals(waitingBefore: Date): Promise<WokenJob[]> {
    const overdue = [...this.rows.values()].filter(
      ({ request: { waitReason, waitingSince } }) =>
        waitReason === 'APPROVAL_PENDING' && waitingSince !== null && waitingSince < waitingBefore,
    );
    return Promise.resolve(overdue.map(({ request: { id, tenantId } }) => ({ signatureId: id, tenantId })));
  }

  approveRequests(approvals: readonly GivenApproval[], at: Date): Promise<WokenJob[]> {
    return this.#decide(approvals, at, ({ approvedTerms, approvedUntil }) => ({ approvedTerms, approvedUntil }));
  }

  endApprovals(ended: readonly EndedApproval[], at: Date): Promise<WokenJob[]> {
    return this.#decide(ended, at, ({ errorCode, errorMessage }) => ({
      ...{ status: 'Cancelled', errorCode, errorMessage },
    }));
  }

  #decide<T extends WokenJob & { readonly audit: readonly NewAuditEvent[] }>(
    decided: readonly T[],
    at: Date,
    changesOf: (one: T) => Partial<SignatureRequest>,
  ): Promise<WokenJob[]> {
    const done: WokenJob[] = [];
    for (const one of decided) {
      const row = this.rows.get(one.signatureId);
      if (row?.request.tenantId !== one.tenantId || row.request.waitReason !== 'APPROVAL_PENDING') continue;
      row.request = { ...row.request, waitReason: null, ...changesOf(one) };
      this.#writeAudit(row.request, one.audit, at);
      done.push({ signatureId: one.signatureId, tenantId: one.tenantId });
    }
    return Promise.resolve(done);
  }

  readonly listCertificateRecords = (): Promise<readonly CertificateRecord[]> => Promise.resolve([]);

  addBatch(batch: BatchRecord): Promise<'added' | 'unknown-request'> {
    const isKnown = batch.signatureIds.every((id) => this.rows.get(id)?.request.tenantId === batch.tenantId);
    if (isKnown) this.batches.set(batch.id, batch);
    return Promise.resolve(isKnown ? ('added' as const) : ('unknown-request' as const));
  }

  findBatch(tenantId: string, id: string): Promise<BatchDetails | undefined> {
    const batch = this.batches.get(id);
    if (batch?.tenantId !== tenantId) return Promise.resolve(undefined);
    const rows = batch.signatureIds.map((signatureId) => this.rows.get(signatureId));
    return Promise.resolve({ batch, members: rows.filter((row) => row !== undefined).map(detailsOf) });
  }

  listRequests(
    query: { tenantId: string; limit: number },
    { kind, status }: RequestFilter = {},
  ): Promise<Page<RequestDetails>> {
    const items = this.#ofTenant(query).filter(
      ({ request }) =>
        (kind === undefined || request.kind === kind) && (status === undefined || status.includes(request.status)),
    );
    return Promise.resolve({ items: items.map(detailsOf), nextCursor: null });
  }

  listJobs(query: { tenantId: string; limit: number }): Promise<Page<JobDetails>> {
    const items = this.#ofTenant(query).map((row) => ({ ...detailsOf(row), job: row.unit.job }));
    return Promise.resolve({ items, nextCursor: null });
  }

  listAuditEvents(
    query: { tenantId: string; limit: number },
    filter: { entityId?: string },
  ): Promise<Page<AuditEvent>> {
    const items = this.audit.filter(
      (event) => event.tenantId === query.tenantId && event.entityId === (filter.entityId ?? event.entityId),
    );
    return Promise.resolve({ items: items.slice(0, query.limit), nextCursor: null });
  }

  async countRequests(tenantId: string, filter: RequestFilter): Promise<ItemCount> {
    return { value: (await this.listRequests({ tenantId, limit: Infinity }, filter)).items.length, isExact: true };
  }

  async countJobs(tenantId: string): Promise<ItemCount> {
    return { value: (await this.listJobs({ tenantId, limit: Infinity })).items.length, isExact: true };
  }

  async countAuditEvents(tenantId: string, filter: { entityId?: string }): Promise<ItemCount> {
    const { items } = await this.listAuditEvents({ tenantId, limit: Infinity }, filter);
    return { value: items.length, isExact: false };
  }

  readonly statistics: Persistence['statistics'] = (tenantId) =>
    Promise.resolve({
      byStatus: { Queued: this.#ofTenant({ tenantId, limit: Infinity }).length },
      byFormat: {},
      completedSince: 0,
      failedSince: 0,
      oldestQueuedAt: null,
      medianDurationMilliseconds: null,
    });

  appendAudit(event: AuditEvent): Promise<void> {
    this.audit.push(event);
    return Promise.resolve();
  }

  addApiKey(key: ApiKeyRecord, event: AuditEvent): Promise<void> {
    this.keys.set(key.prefix, key);
    return this.appendAudit(event);
  }

  findApiKeyByPrefix(prefix: string): Promise<ApiKeyRecord | undefined> {
    return Promise.resolve(this.keys.get(prefix));
  }

  listApiKeys(): Promise<readonly ApiKeyRecord[]> {
    return Promise.resolve([...this.keys.values()]);
  }

  async revokeApiKey(id: string, at: Date, event: AuditEvent): Promise<boolean> {
    const key = [...this.keys.values()].find((candidate) => candidate.id === id);
    if (key?.revokedAt !== null) return false;
    this.keys.set(key.prefix, { ...key, revokedAt: at });
    await this.appendAudit(event);
    return true;
  }

  noteApiKeysUsed(ids: readonly string[], at: Date): Promise<void> {
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

  #find(isWanted: (request: SignatureRequest) => boolean): SignatureRequest | undefined {
    return [...this.rows.values()].find(({ request }) => isWanted(request))?.request;
  }

  #writeAudit(request: SignatureRequest, events: readonly NewAuditEvent[], timestamp: Date): void {
    this.audit.push(...auditOf(request, events, timestamp));
  }

  #byKey(tenantId: string, key: string): SignatureRequest | undefined {
    return this.#find((request) => request.tenantId === tenantId && request.idempotencyKey === key);
  }

  #ofTenant({ tenantId, limit }: { tenantId: string; limit: number }): Row[] {
    return [...this.rows.values()].filter((row) => row.request.tenantId === tenantId).slice(0, limit);
  }
}
