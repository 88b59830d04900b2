import { z } from 'zod';

/** What an API key may be allowed to do. `Administer` covers keys and settings, not the other permissions. */
export const PERMISSIONS = [
  'SignaturesCreate',
  'SignaturesRead',
  'SignaturesCancel',
  'SignaturesApprove',
  'CertificatesRead',
  'ProvidersRead',
  'AuditRead',
  'Verify',
  'Administer',
] as const;
export const Permission = z.enum(PERMISSIONS);
export type Permission = z.infer<typeof Permission>;
