import type { HandOver } from '../contract/http/hand-over.ts';
import type { ApprovalRule } from '../contract/vocabulary/approval-rules.ts';
import type { ReportLanguage } from '../contract/vocabulary/report-languages.ts';
import type { SignatureFormat } from '../contract/vocabulary/signature-formats.ts';
import type { StateFeed } from '../events/state-feed.ts';
import type { Persistence } from '../persistence/persistence.ts';
import type { KnownStation } from '../persistence/station-store.ts';
import type { ProcessList } from '../processes/process-list.ts';
import type { ProviderDirectory } from '../providers/providers.ts';
import type { TokenDoctor } from '../providers/token-doctor.ts';
import type { AcceptanceMarks } from '../storage/acceptance-marks.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { SettingView } from '../contract/http/settings.ts';
import type { TrustAnchors } from '../contract/http/trust-anchors.ts';
import type { RevocationMode } from '../contract/vocabulary/revocation-modes.ts';
import type { TrustMaterial, Verifier } from '../verification/verification.ts';
import type { TimestampAuthority } from '../timestamping/timestamp-authority.ts';
import type { Allowances } from './allowances.ts';
import type { Downloads } from './downloads.ts';
import type { LevelFacts } from './list-levels.ts';
import type { ProviderCatalogue } from './provider-catalogue.ts';

/** The stations that share the database; the id of this one, and how its command line is called, where it brings one. */
export interface SharingStations {
  readonly known: readonly KnownStation[];
  readonly ownId: string;
  readonly commandLine: string | null;
}

/** A report to hand over. */
export interface MadeReport {
  readonly fileName: string;
  /** A PDF. */
  readonly bytes: Uint8Array;
}

/** Everything the operations need from outside. Each operation names the part it uses. */
export interface UseCasePorts {
  readonly persistence: Persistence;
  readonly objectStore: ObjectStore;
  /** What is being taken in, for the next life of the station. */
  readonly acceptanceMarks: AcceptanceMarks;
  readonly providers: ProviderDirectory;
  readonly providerCatalogue: ProviderCatalogue;
  readonly tokenDoctor: TokenDoctor;
  readonly stations: () => Promise<SharingStations>;
  readonly timestampAuthority: Pick<TimestampAuthority, 'tryAll'>;
  readonly verifier: Verifier;
  /** Draws the report on verdicts: of several files one, with a summary first. */
  readonly drawReport: (sheets: readonly HandOver[], language: ReportLanguage) => Promise<MadeReport>;
  readonly processes: ProcessList;
  readonly trustMaterial: () => TrustMaterial | Promise<TrustMaterial>;
  /** The anchors of the trust material, with where they lie. */
  readonly trustAnchors: () => Promise<TrustAnchors>;
  /** What is configured and where that was written, without secrets. */
  readonly settings: () => readonly SettingView[];
  /** What this station is set up for. */
  readonly levelFacts: () => Promise<LevelFacts>;
  readonly revocationMode: RevocationMode;
  /** Announcements are made where changes are committed, by the persistence that composition hands in. */
  readonly stateFeed: Pick<StateFeed, 'subscribe' | 'subscribeTokens' | 'subscribeMissed'>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: () => Date;
  /** UUID version 7. */
  readonly newId: () => string;
  /** Cryptographically random bytes. */
  readonly randomBytes: (count: number) => Uint8Array;
  readonly downloads: Downloads;
  /** Callers whose documents a person lets pass for a while. */
  readonly allowances: Allowances;
  /** SHA-256 of a file's content, lower-case hex. */
  readonly sha256OfFile: (path: string) => Promise<string>;
  /** Called after a request is committed whose message is not in the queue already; wakes the outbox publisher. */
  readonly onAccepted: () => void;
  /** Formats that this build can sign and verify. */
  readonly supportedFormats: readonly SignatureFormat[];
  readonly allowExpiredCertificates: boolean;
}

/** The actor of whoever shows no key. */
export const ANONYMOUS = 'anonymous';

/** Who asks, in which tenant. */
export interface Caller {
  readonly tenantId: string;
  /** `anonymous` or `api-key:<prefix>`; written into audit events. */
  readonly actor: string;
  readonly correlationId: string | null;
  /** Whether a person has to approve what this caller gives in; left out: nobody is asked. */
  readonly approvalRule?: ApprovalRule;
}
