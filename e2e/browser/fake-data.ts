import { createHash } from 'node:crypto';
import { onePage } from '../documents/pdf/make-pdfs.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';
import type { HealthReport } from '../../service/contract/http/health.ts';
import type { CertificateDescriptor, ProviderItem } from '../../service/contract/http/providers.ts';
import type { AuditEventView, JobView, SignatureView } from '../../service/contract/http/signatures.ts';
import type { SettingView } from '../../service/contract/http/settings.ts';
import type { TrustAnchors, TrustAnchorView } from '../../service/contract/http/trust-anchors.ts';
import { AUDIT_EVENT_TYPES } from '../../service/contract/vocabulary/audit-events.ts';
import type { DiagnosisCase } from './fake-diagnoses.ts';
import { SIGNATURE_FORMATS } from '../../service/contract/vocabulary/signing.ts';

export const DAY = 86_400_000;
export const iso = (offsetMilliseconds: number): string => new Date(Date.now() + offsetMilliseconds).toISOString();
export const uuid = (seed: string): string =>
  createHash('sha256')
    .update(seed)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
export const hash = (name: 'sha1' | 'sha256', seed: string): string => createHash(name).update(seed).digest('hex');

export const PROVIDERS: readonly ProviderItem[] = [
  {
    id: 'desk-card',
    type: 'SmartCard',
    displayName: 'Card reader at the desk',
    status: 'Healthy',
    detail: null,
    isDemo: false,
  },
  {
    id: 'demo',
    type: 'Pfx',
    displayName: 'Demo identity',
    status: 'Healthy',
    detail: 'Made at the first start of this station',
    isDemo: true,
  },
  {
    id: 'seal-hsm',
    type: 'Hsm',
    displayName: 'Company seal',
    status: 'Degraded',
    detail: '3 of 4 sessions are in use by other stations',
    isDemo: false,
  },
  {
    id: 'usb-token',
    type: 'Pkcs11',
    displayName: 'USB token (blue)',
    status: 'Unavailable',
    detail: 'No token in slot 0. Plug in the token and check again.',
    isDemo: false,
  },
];

/** What is wrong with each of them. */
export const DIAGNOSES: Readonly<Record<string, DiagnosisCase>> = {
  'desk-card': 'healthy',
  'seal-hsm': 'pin-latched',
  'usb-token': 'no-token',
};

function certificate(seed: string, fields: Partial<CertificateDescriptor>): CertificateDescriptor {
  return {
    id: hash('sha256', seed).toUpperCase(),
    thumbprint: hash('sha1', seed).toUpperCase(),
    sha256Thumbprint: hash('sha256', seed).toUpperCase(),
    subject: 'CN=Somebody',
    issuer: 'CN=Trust Centre Signing CA 3,O=Trust Centre AG,C=AT',
    serialNumber: hash('sha1', `${seed}-serial`).slice(0, 32).toUpperCase(),
    notBefore: iso(-400 * DAY),
    notAfter: iso(690 * DAY),
    providerId: 'desk-card',
    providerType: 'SmartCard',
    keyAlgorithm: 'RSA',
    keySize: 3072,
    keyUsage: ['digitalSignature', 'nonRepudiation'],
    canSign: true,
    cannotSignReason: null,
    waitReason: null,
    isDemo: false,
    ...fields,
  };
}

export const CERTIFICATES: readonly CertificateDescriptor[] = [
  certificate('demo', {
    subject: 'CN=Demo Signer,O=Signing Station Demo',
    issuer: 'CN=Signing Station Demo CA',
    providerId: 'demo',
    providerType: 'Pfx',
    keySize: 2048,
    isDemo: true,
  }),
  certificate('anna', {
    subject: 'SERIALNUMBER=7781-22,CN=Anna Grüber,O=Stadtwerke Linz,C=AT',
    keyAlgorithm: 'EC',
    keySize: 384,
  }),
  certificate('seal', {
    subject: 'CN=Stadtwerke Linz Electronic Seal,O=Stadtwerke Linz,C=AT',
    providerId: 'seal-hsm',
    providerType: 'Hsm',
    notAfter: iso(12 * DAY),
  }),
  certificate('old', {
    subject: 'CN=Anna Grüber (old card),O=Stadtwerke Linz,C=AT',
    notAfter: iso(-61 * DAY),
    canSign: false,
    cannotSignReason: 'The certificate has expired. Renew it with its issuer, or use another one.',
    waitReason: null,
  }),
  certificate('auth', {
    subject: 'CN=<img src=x onerror=alert(1)> Authentication,O=Stadtwerke Linz\\, Netze',
    keyUsage: ['keyAgreement'],
    canSign: false,
    cannotSignReason: 'The certificate is meant for logging in, not for signing.',
    waitReason: null,
  }),
];

/** The bytes of every document that was sent. */
export const INPUT = buildPdf({ pieces: onePage() });

export function signatureView(seed: string, fields: Partial<SignatureView> = {}): SignatureView {
  const id = fields.id ?? uuid(seed);
  const isCompleted = (fields.status ?? 'Completed') === 'Completed';
  return {
    id,
    tenantId: 'default',
    status: 'Completed',
    format: 'PAdES',
    profile: 'B',
    profileReached: isCompleted ? (fields.profile ?? 'B') : null,
    packaging: null,
    operation: 'sign',
    targetSignature: null,
    containerSignature: null,
    signingProvider: 'SmartCard',
    visibleSignature: false,
    signatureNote: null,
    appearancePageNumber: 1,
    signatureField: null,
    certification: null,
    hasAppearanceImage: false,
    createdAt: iso(-65_000),
    queuedAt: iso(-64_900),
    startedAt: iso(-64_000),
    completedAt: isCompleted ? iso(-63_800) : null,
    failedAt: null,
    errorCode: null,
    errorMessage: null,
    failureArea: null,
    correlationId: null,
    statusUrl: `/api/v1/signatures/${id}`,
    originalFileName: 'Contract 2041 - Water supply Urfahr.pdf',
    inputSha256: hash('sha256', `${seed}-input`),
    inputSize: 148_213,
    inputs: [
      {
        fileName: fields.originalFileName ?? 'Contract 2041 - Water supply Urfahr.pdf',
        size: 148_213,
        sha256: createHash('sha256').update(INPUT).digest('hex'),
        url: `/api/v1/signatures/${id}/inputs/1`,
      },
    ],
    outputSha256: isCompleted ? hash('sha256', `${seed}-output`) : null,
    outputSize: isCompleted ? 166_640 : null,
    contentUrl: isCompleted ? `/api/v1/signatures/${id}/content` : null,
    certificateThumbprint: hash('sha256', 'anna').toUpperCase(),
    retryCount: 0,
    nextAttemptAt: null,
    waitReason: null,
    waitingSince: null,
    retryOf: null,
    ...fields,
  };
}

/** A few requests in every state, newest first. */
export function sampleSignatures(): SignatureView[] {
  return [
    signatureView('busy', {
      status: 'Processing',
      originalFileName: 'Board minutes November.pdf',
      createdAt: iso(-9_000),
    }),
    signatureView('queued', {
      status: 'Queued',
      originalFileName: 'Order 88-14.xml',
      format: 'XAdES',
      packaging: 'enveloped',
      createdAt: iso(-12_000),
      startedAt: null,
    }),
    signatureView('done', { visibleSignature: true, signatureNote: 'Approved by the board', appearancePageNumber: 3 }),
    signatureView('failed', {
      status: 'Failed',
      originalFileName: 'Tender documents (final, really).pdf',
      profile: 'T',
      createdAt: iso(-600_000),
      failedAt: iso(-599_000),
      errorCode: 'TIMESTAMP_AUTHORITY_UNAVAILABLE',
      failureArea: 'timestamp',
      errorMessage: 'Profile T needs a timestamp authority, and Timestamping:Url is not set.',
    }),
    signatureView('retry', {
      status: 'RetryScheduled',
      originalFileName: 'Invoice 2024-1189.pdf',
      createdAt: iso(-700_000),
      retryCount: 2,
      nextAttemptAt: iso(48_000),
      errorCode: 'SIGNING_PROVIDER_UNAVAILABLE',
      failureArea: 'token',
      errorMessage: 'The token was removed while signing.',
    }),
    signatureView('cancelled', {
      status: 'Cancelled',
      originalFileName: 'Draft – do not sign.pdf',
      createdAt: iso(-3_700_000),
      startedAt: null,
    }),
    signatureView('container', {
      format: 'ASiC_E',
      originalFileName: 'Site plans.asice',
      createdAt: iso(-DAY),
      inputSize: 48_112_640,
    }),
    signatureView('cms', {
      format: 'CAdES',
      packaging: 'detached',
      originalFileName: 'measurements.csv',
      createdAt: iso(-3 * DAY),
      correlationId: 'erp-99121',
    }),
  ];
}

export function jobAt(index: number): JobView {
  const isFailed = index % 17 === 3;
  return {
    id: uuid(`job-${String(index)}`),
    signatureId: uuid(`signature-${String(index)}`),
    tenantId: 'default',
    status: isFailed ? 'Failed' : 'Completed',
    signatureStatus: isFailed ? 'Failed' : 'Completed',
    attempt: (index % 5) + 1,
    lastError: isFailed ? 'TIMESTAMP_OPERATION_FAILED: the timestamp authority answered 503' : null,
    lockedUntil: null,
    nextAttemptAt: null,
    createdAt: iso(-index * 31_000),
    startedAt: iso(-index * 31_000 + 900),
    completedAt: iso(-index * 31_000 + 964 + (index % 7) * 31),
    originalFileName: `Invoice ${String(100_000 - index)}.pdf`,
    format: SIGNATURE_FORMATS[index % SIGNATURE_FORMATS.length] ?? 'PAdES',
    profile: 'B',
  };
}

export function auditEventAt(index: number): AuditEventView {
  const eventType = AUDIT_EVENT_TYPES[10 - (index % 11)] ?? 'SignatureRequested';
  return {
    id: uuid(`audit-${String(index)}`),
    tenantId: 'default',
    entityType: 'SignatureRequest',
    entityId: uuid(`signature-${String(Math.floor(index / 11))}`),
    eventType,
    actor: index % 3 === 0 ? 'desk' : 'worker/1',
    timestamp: iso(-index * 2_700),
    correlationId: null,
    metadata: { format: 'PAdES', profile: 'B', attempt: (index % 3) + 1 },
  };
}

export const HEALTH: HealthReport = {
  status: 'Degraded',
  checks: [
    { name: 'database', status: 'Healthy', detail: null },
    { name: 'storage', status: 'Healthy', detail: '212 GB free' },
    { name: 'broker', status: 'Healthy', detail: null },
    { name: 'worker', status: 'Healthy', detail: '2 of 2 running' },
    { name: 'outbox-publisher', status: 'Healthy', detail: null },
    { name: 'signing-providers', status: 'Degraded', detail: 'Unavailable: USB token (blue)' },
  ],
};

function anchor(fields: Partial<TrustAnchorView>): TrustAnchorView {
  return {
    ...{
      subject: 'CN=Example Root CA 2024, O=Example Trust, C=AA',
      issuer: 'CN=Example Root CA 2024',
      serialNumber: '01',
    },
    ...{ sha256Thumbprint: 'AB'.repeat(32), notBefore: '2024-01-01T00:00:00Z', notAfter: '2044-01-01T00:00:00Z' },
    ...{ isInDate: true, folder: 'trust-anchors', file: 'example-root-2024.crt' },
    ...fields,
  };
}

export const TRUST_ANCHORS: TrustAnchors = {
  anchors: [
    anchor({
      ...{ subject: 'CN=Example Root CA 2004, O=Example Trust, C=AA', sha256Thumbprint: 'CD'.repeat(32) },
      ...{ notAfter: '2024-06-30T00:00:00Z', isInDate: false, file: 'example-root-2004.pem' },
    }),
    anchor({}),
  ],
  unread: [{ kind: 'CRL', file: 'half.crl', reason: 'it is no CRL: The value ends early' }],
};

export const SETTINGS: readonly SettingView[] = [
  { key: 'Environment', value: 'Production', origin: "the program's defaults" },
  { key: 'Server:Port', value: '8447', origin: 'the argument --Server:Port' },
  { key: 'Server:TrustedProxies', value: '', origin: 'the built-in defaults' },
  {
    key: 'Signing:Pkcs11:0:ModulePath',
    value: '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so',
    origin: 'the file /home/desk/.local/share/signing-station/config.json',
  },
  { key: 'Timestamping:Url', value: null, origin: 'the built-in defaults' },
];
