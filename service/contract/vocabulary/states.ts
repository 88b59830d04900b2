import { z } from 'zod';

export const SIGNATURE_STATUSES = [
  'Created',
  'Queued',
  'Processing',
  'RetryScheduled',
  'Completed',
  'Failed',
  'Rejected',
  'Cancelled',
] as const;
export const SignatureStatus = z.enum(SIGNATURE_STATUSES);
export type SignatureStatus = z.infer<typeof SignatureStatus>;

export const TERMINAL_SIGNATURE_STATUSES: readonly SignatureStatus[] = ['Completed', 'Failed', 'Rejected', 'Cancelled'];

export const JOB_STATUSES = ['Pending', 'Locked', 'Processing', 'Completed', 'Failed', 'Cancelled'] as const;
export const JobStatus = z.enum(JOB_STATUSES);
export type JobStatus = z.infer<typeof JobStatus>;

/** How a failure is answered: a transient one is retried with back-off, a permanent one is dead-lettered at once. */
export const FAILURE_KINDS = ['transient', 'permanent'] as const;
export const FailureKind = z.enum(FAILURE_KINDS);
export type FailureKind = z.infer<typeof FailureKind>;
