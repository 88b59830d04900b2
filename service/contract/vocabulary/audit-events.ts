import { z } from 'zod';

/** EventType values of the specification, section 6, and those the station adds for what it does beyond it. */
export const AUDIT_EVENT_TYPES = [
  'SignatureRequested',
  'FileStored',
  'JobQueued',
  'JobStarted',
  'CertificateResolved',
  'SigningProviderSelected',
  'SignatureStaged',
  'SigningCompleted',
  'OutputStored',
  'SignatureDownloaded',
  'DocumentRead',
  'SigningFailed',
  'ExtensionRequested',
  'RenewalRequested',
  'EvidenceAdded',
  'ExtensionFailed',
  'RetryScheduled',
  'SignatureRejected',
  'SignatureCancelled',
  'FileDeleted',
  'SigningApproved',
  'SigningRefused',
  'ApprovalExpired',
  'ApiKeyCreated',
  'ApiKeyRevoked',
  'ProcessStarted',
  'LoginPermitted',
  'AuditEventsArchived',
  'SignatureRequestsArchived',
] as const;
export const AuditEventType = z.enum(AUDIT_EVENT_TYPES);
export type AuditEventType = z.infer<typeof AuditEventType>;
