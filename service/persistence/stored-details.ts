import type { SignatureRequest, SigningJob, StoredFile } from '../domain/records.ts';

export type { NewAuditEvent } from '../domain/audit-events.ts';

/** A request with what a status answer needs beside it. */
export interface RequestDetails {
  readonly request: SignatureRequest;
  readonly input: StoredFile;
  readonly additionalInputs: readonly StoredFile[];
  readonly output: StoredFile | null;
  readonly appearance: StoredFile | null;
}

/** A job with everything a worker needs; the only source of truth for it (the message is a hint). */
export interface JobDetails extends RequestDetails {
  readonly job: SigningJob;
}
