import { z } from 'zod';
import { ApprovalRule } from '../contract/vocabulary/approval-rules.ts';
import { Certification, MAX_FIELD_NAME_LENGTH } from '../contract/vocabulary/pdf-signing.ts';
import { ProviderType } from '../contract/vocabulary/provider-types.ts';
import { Packaging, SignatureFormat, SignatureProfile } from '../contract/vocabulary/signature-formats.ts';
import { MAX_ANCHOR_LENGTH } from '../contract/vocabulary/stamp.ts';
import type { SignatureStatus } from '../contract/vocabulary/states.ts';
import { parseNetwork } from './network.ts';
import {
  Duration,
  HostName,
  HttpUrl,
  PlainProxyUrl,
  ProxyUrl,
  MEBIBYTE,
  Milliseconds,
  OptionalText,
  Origin,
  SecretName,
  TenantId,
  Text,
  UserName,
} from './setting-types.ts';
import { SigningSection } from './provider-settings-schema.ts';
import { REVOCATION_MODES } from '../contract/vocabulary/revocation-modes.ts';

/**
 * Every configuration key, spelled as an administrator writes it (`Section:Key`). Keys are matched without regard to
 * case; an unknown one is an error. Paths left out are filled in below `Data:Directory` after parsing.
 */

const ENVIRONMENTS = ['Development', 'Testing', 'Production'] as const;
const ROLES = ['api', 'publisher', 'worker', 'token-host'] as const;

const DATABASE_DRIVERS = ['sqlite', 'postgres'] as const;
export type DatabaseDriver = (typeof DATABASE_DRIVERS)[number];
const STORAGE_DRIVERS = ['local', 's3'] as const;
export type StorageDriver = (typeof STORAGE_DRIVERS)[number];
const BROKER_DRIVERS = ['embedded', 'rabbitmq'] as const;
export type BrokerDriver = (typeof BROKER_DRIVERS)[number];

const NetworkText = z
  .string()
  .refine((text) => parseNetwork(text) !== undefined, 'an address, or a network such as 10.0.0.0/8');
const DaysByStatus = z.strictObject({
  Completed: z.int().min(1).nullable().default(null),
  Failed: z.int().min(1).nullable().default(null),
  Rejected: z.int().min(1).nullable().default(null),
  Cancelled: z.int().min(1).nullable().default(null),
} satisfies Partial<Record<SignatureStatus, unknown>>);

const Server = z.strictObject({
  Host: Text.default('127.0.0.1'),
  Port: z.int().min(0).max(65_535).default(5080),
  AllowedHosts: z.array(HostName).default([]),
  AllowedOrigins: z.array(Origin).default([]),
  /** PEM files; relative paths are below Data:Directory. Renewed files are taken up while the station runs. */
  Tls: z
    .strictObject({ Certificate: Text, Key: Text, MinimumVersion: z.enum(['TLSv1.2', 'TLSv1.3']).default('TLSv1.2') })
    .nullable()
    .default(null),
  /** Addresses or networks of what ends TLS in front of the station; nobody else beyond this machine may connect then. */
  TrustedProxies: z.array(NetworkText).default([]),
  /** Which users of this machine may call: the one that the station runs as, or any. */
  LocalUsers: z.enum(['own', 'any']).default('any'),
  /** For containers behind something that authenticates: start although nobody needs a key. Readiness says Degraded. */
  DangerouslyAllowUnauthenticatedAccess: z.boolean().default(false),
});

const Storage = z.strictObject({
  Provider: z.enum(STORAGE_DRIVERS).default('local'),
  Root: OptionalText,
  Endpoint: OptionalText,
  Bucket: OptionalText,
  Region: OptionalText,
  ForcePathStyle: z.boolean().default(false),
  AccessKeyIdSecretName: Text.default('Storage:AccessKeyId'),
  SecretAccessKeySecretName: Text.default('Storage:SecretAccessKey'),
  /** Of temporary credentials; without such a secret they are lasting ones. */
  SessionTokenSecretName: Text.default('Storage:SessionToken'),
  /** PEM file; relative paths are below Data:Directory. Null: the authorities that Node knows. */
  CertificateAuthorities: OptionalText,
});

/** A folder whose documents are signed as they come. Relative paths are below Data:Directory. */
const WatchedFolder = z.strictObject({
  Name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,49}$/, 'up to 50 letters, digits, - and _'),
  In: Text,
  Out: Text,
  Done: Text,
  Failed: Text,
  TenantId: TenantId.nullable().default(null),
  /** Null: as of a program without a key. */
  ApprovalRule: ApprovalRule.exclude(['Limited', 'OncePerBatch']).nullable().default(null),
  Format: SignatureFormat.default('PAdES'),
  Profile: SignatureProfile.default('B'),
  SigningProvider: ProviderType,
  Packaging: Packaging.nullable().default(null),
  CertificateThumbprint: Text.max(200).nullable().default(null),
  VisibleSignature: z.boolean().default(false),
  SignatureNote: Text.max(500).nullable().default(null),
  SignaturePage: z.int().min(1).max(999_999).nullable().default(null),
  SignatureField: Text.max(MAX_FIELD_NAME_LENGTH).nullable().default(null),
  Certification: Certification.nullable().default(null),
  SignatureRect: Text.max(100).nullable().default(null),
  SignatureAnchor: Text.max(MAX_ANCHOR_LENGTH).nullable().default(null),
  /** JSON, as in the form of a request. */
  StampTemplate: Text.max(1000).nullable().default(null),
  /** How long a document has to stay as it is before it is taken. 0: at the next look, for programs that rename into place. */
  QuietMilliseconds: z.int().min(0).max(3_600_000).default(2_000),
  IntervalMilliseconds: z.int().min(50).max(3_600_000).default(1_000),
  MaxInFlight: z.int().min(1).max(1_000).default(32),
});

export const ConfigurationSchema = z.strictObject({
  Environment: z.enum(ENVIRONMENTS).default('Production'),
  Roles: z
    .array(z.enum(ROLES))
    .min(1)
    .default([...ROLES]),
  Data: z.strictObject({ Directory: Text }).prefault({ Directory: '.' }),
  Server: Server.prefault({}),
  Authentication: z.strictObject({ Enabled: z.boolean().default(false) }).prefault({}),
  Database: z
    .strictObject({
      Provider: z.enum(DATABASE_DRIVERS).default('sqlite'),
      ConnectionString: OptionalText,
      PasswordSecretName: SecretName.default('Database:Password'),
      MaxConnections: z.int().min(2).max(200).default(10),
    })
    .prefault({}),
  Storage: Storage.prefault({}),
  Broker: z
    .strictObject({
      Provider: z.enum(BROKER_DRIVERS).default('embedded'),
      Url: OptionalText,
      Username: OptionalText,
      PasswordSecretName: Text.default('Broker:Password'),
      /** PEM file; relative paths are below Data:Directory. Null: the authorities that Node knows. */
      CertificateAuthorities: OptionalText,
    })
    .prefault({}),
  Signing: SigningSection,
  /** Whether a person is asked before what a program gave in is signed; a key may have a rule of its own. */
  Approvals: z
    .strictObject({
      // A program without a key has no name by which it could be let go on.
      Rule: ApprovalRule.exclude(['Limited']).default('Never'),
      ExpireAfter: Duration.default('10m'),
    })
    .prefault({}),
  Signatures: z
    .strictObject({
      DefaultTenantId: TenantId.default('default'),
      MaxUploadBytes: z
        .int()
        .min(1)
        .max(1024 ** 4)
        .default(100 * MEBIBYTE),
      MaxAppearanceImageBytes: z
        .int()
        .min(1)
        .max(64 * MEBIBYTE)
        .default(2 * MEBIBYTE),
    })
    .prefault({}),
  SigningJobRetry: z
    .strictObject({
      MaxAttempts: z.int().min(1).max(1000).default(5),
      InitialBackoffMilliseconds: Milliseconds.default(1000),
      MaxBackoffMilliseconds: Milliseconds.default(60_000),
    })
    .prefault({}),
  Timestamping: z
    .strictObject({
      Url: HttpUrl.nullable().default(null),
      /** Asked in this order when the ones before them give no timestamp. */
      AlternativeUrls: z.array(HttpUrl).max(10).default([]),
      PolicyOid: z
        .string()
        .regex(/^[0-2](\.\d+)+$/, 'an object identifier such as 1.2.3')
        .nullable()
        .default(null),
      Username: UserName.nullable().default(null),
      PasswordSecretName: OptionalText,
      HashAlgorithm: z.enum(['SHA-256', 'SHA-384', 'SHA-512']).default('SHA-256'),
      TimeoutMilliseconds: Milliseconds.max(300_000).default(15_000),
      MaxResponseBytes: z.int().min(1024).max(MEBIBYTE).default(65_536),
      /** PEM: certificates that HTTPS ends in, instead of those of the runtime. */
      TrustedRoots: OptionalText,
      /** PEM files, for authorities that ask for a certificate of the caller. */
      ClientCertificate: z.strictObject({ Certificate: Text, Key: Text }).nullable().default(null),
      ProxyUrl: ProxyUrl.nullable().default(null),
      ProxyUsername: UserName.nullable().default(null),
      ProxyPasswordSecretName: SecretName.default('Timestamping:ProxyPassword'),
    })
    .prefault({}),
  Verification: z
    .strictObject({ TrustAnchors: OptionalText, RevocationMode: z.enum(REVOCATION_MODES).default('Offline') })
    .prefault({}),
  TrustedLists: z
    .strictObject({
      /** Folder with the list of the lists, its pivots and lists of countries as XML files. Null: none. */
      Folder: OptionalText,
      /** Folder of the certificates that the Official Journal names. */
      Signers: OptionalText,
      Online: z.boolean().default(false),
      Url: HttpUrl.default('https://ec.europa.eu/tools/lotl/eu-lotl.xml'),
      /** None: those of all countries. */
      Territories: z.array(z.string().regex(/^[A-Z]{2}$/, 'a country code such as DE')).default([]),
      AsAnchors: z.boolean().default(false),
      RefreshMinutes: z
        .int()
        .min(5)
        .max(7 * 24 * 60)
        .default(6 * 60),
    })
    .prefault({}),
  ValidationData: z
    .strictObject({
      Certificates: OptionalText,
      Crls: OptionalText,
      OcspResponses: OptionalText,
      Online: z.boolean().default(false),
      /** Null: evidence that was in force at the time of the signature is enough. */
      GracePeriod: Duration.nullable().default(null),
      /** Of what is asked over HTTP; whatever else is inside is refused. */
      InnerAddresses: z.array(NetworkText).default([]),
      Proxy: PlainProxyUrl.nullable().default(null),
      ProxyUsername: UserName.nullable().default(null),
      ProxyPasswordSecretName: SecretName.default('ValidationData:ProxyPassword'),
      OcspNonce: z.boolean().default(true),
      TimeoutMilliseconds: Milliseconds.max(120_000).default(10_000),
      MaxResponseBytes: z
        .int()
        .min(1024)
        .max(256 * MEBIBYTE)
        .default(10 * MEBIBYTE),
    })
    .prefault({}),
  WatchedFolders: z.array(WatchedFolder).max(64).default([]),
  Renewal: z
    .strictObject({
      /** Null: nothing is renewed without being asked for. */
      WithinDays: z.int().min(1).max(3650).nullable().default(null),
      IntervalMinutes: z
        .int()
        .min(1)
        .max(7 * 24 * 60)
        .default(24 * 60),
    })
    .prefault({}),
  Retention: z
    .strictObject({
      InputFileDays: DaysByStatus.prefault({}),
      OutputFileDays: DaysByStatus.prefault({}),
      /** Null: for ever. */
      AuditEventDays: z.int().min(1).max(36_500).nullable().default(null),
      /** Null: for ever. */
      RequestDays: z.int().min(1).max(36_500).nullable().default(null),
      SweepIntervalMinutes: z
        .int()
        .min(1)
        .max(7 * 24 * 60)
        .default(60),
    })
    .prefault({}),
  Worker: z
    .strictObject({
      /** Null: by the sessions of the configured devices. */
      Concurrency: z.int().min(1).max(256).nullable().default(null),
      LeaseMilliseconds: Milliseconds.min(10_000).default(15 * 60_000),
    })
    .prefault({}),
  Telemetry: z
    .strictObject({
      LogLevel: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
      MetricsEnabled: z.boolean().default(true),
      /** Collector for traces (OTLP over HTTP): its base address or its full one for traces. */
      OtlpEndpoint: HttpUrl.nullable().default(null),
    })
    .prefault({}),
});

/** The parsed configuration as the schema leaves it: paths below Data:Directory may still be null. */
export type ParsedConfiguration = z.output<typeof ConfigurationSchema>;
