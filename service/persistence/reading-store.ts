import type { SignatureFormat } from '../contract/vocabulary/signature-formats.ts';
import type { SignatureStatus } from '../contract/vocabulary/states.ts';
import type { AuditEvent, CertificateRecord } from '../domain/records.ts';
import type {
  AuditFilter,
  EvidenceFilter,
  ItemCount,
  JobFilter,
  Page,
  PageQuery,
  ReasonCounts,
  RequestFilter,
} from './pages.ts';
import type { JobDetails, RequestDetails } from './stored-details.ts';

export interface StatisticsSnapshot {
  readonly byStatus: Readonly<Partial<Record<SignatureStatus, number>>>;
  readonly byFormat: Readonly<Partial<Record<SignatureFormat, number>>>;
  readonly completedSince: number;
  readonly failedSince: number;
  readonly oldestQueuedAt: Date | null;
  readonly medianDurationMilliseconds: number | null;
}

/** What people and programs look at. */
export interface ReadingStore {
  findRequest(tenantId: string, id: string): Promise<RequestDetails | undefined>;
  listRequests(query: PageQuery, filter: RequestFilter): Promise<Page<RequestDetails>>;
  /** The renewal of a signature that was completed last; undefined where none was. */
  newestRenewal(tenantId: string, signatureId: string): Promise<RequestDetails | undefined>;
  /**
   * Outputs of level LTA that are stored and have no newer version, those first whose evidence ends first. Of extended
   * uploads every one is a version of its own.
   */
  listEvidence(query: PageQuery, filter: EvidenceFilter): Promise<Page<RequestDetails>>;
  /** Tenants with such outputs whose evidence ends before. */
  tenantsWithEvidence(endsBefore: Date): Promise<readonly string[]>;
  listJobs(query: PageQuery, filter: JobFilter): Promise<Page<JobDetails>>;
  listAuditEvents(query: PageQuery, filter: AuditFilter): Promise<Page<AuditEvent>>;
  /** What the documents of requests were called, by the id of the request; of requests that are there, and of this tenant. */
  fileNamesOf(tenantId: string, signatureIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** How many the lists have in all their pages; looks at COUNTED_ROWS rows at most. */
  countRequests(tenantId: string, filter: RequestFilter): Promise<ItemCount>;
  countJobs(tenantId: string, filter: JobFilter): Promise<ItemCount>;
  countAuditEvents(tenantId: string, filter: AuditFilter): Promise<ItemCount>;
  countReasons(tenantId: string): Promise<ReasonCounts>;
  statistics(tenantId: string, since: Date): Promise<StatisticsSnapshot>;
  listCertificateRecords(): Promise<readonly CertificateRecord[]>;
}
