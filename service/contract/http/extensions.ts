import { z } from 'zod';
import { FailureArea, WaitReason } from '../vocabulary/failures.ts';
import { RequestKind } from '../vocabulary/request-kinds.ts';
import { Sentence } from '../vocabulary/sentence.ts';
import { SignatureFormat, SignatureProfile } from '../vocabulary/signature-formats.ts';
import { SignatureStatus } from '../vocabulary/states.ts';

const Timestamp = z.iso.datetime();

/** The levels that timestamps and evidence make of a signature; no key is needed for them. */
export const RaisedProfile = SignatureProfile.exclude(['B']);
export type RaisedProfile = z.infer<typeof RaisedProfile>;

export const ExtensionView = z.object({
  id: z.uuid(),
  kind: z.enum(['Extension', 'Renewal']),
  signatureId: z.uuid().nullable().describe('Of a renewal: the signature request, which stays as it is'),
  tenantId: z.string(),
  status: SignatureStatus,
  format: SignatureFormat,
  profile: RaisedProfile.describe('What every signature of the file is raised to; LTA adds an archive timestamp'),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  completedAt: Timestamp.nullable(),
  failedAt: Timestamp.nullable(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable().describe('In English'),
  errorSentence: Sentence.nullable().describe('The message as a code and parameters; null where it has none'),
  failureArea: FailureArea.nullable(),
  retryCount: z.int(),
  nextAttemptAt: Timestamp.nullable(),
  waitReason: WaitReason.nullable(),
  waitingSince: Timestamp.nullable(),
  correlationId: z.string().nullable(),
  statusUrl: z.string(),
  originalFileName: z.string(),
  inputSha256: z.string(),
  inputSize: z.int(),
  outputSha256: z.string().nullable(),
  outputSize: z.int().nullable(),
  contentUrl: z.string().nullable(),
  evidenceGoodUntil: Timestamp.nullable().describe('Of level LTA: until when its youngest timestamp proves it'),
});
/** `POST /extensions`, `POST /signatures/{id}/renewals`, and the status of what they made. */
export type ExtensionView = z.infer<typeof ExtensionView>;

export const ExtensionList = z.object({ items: z.array(ExtensionView), nextCursor: z.string().nullable() });
export type ExtensionList = z.infer<typeof ExtensionList>;

export const EvidenceView = z.object({
  id: z.uuid().describe('Of the request whose output is the newest version'),
  kind: RequestKind,
  signatureId: z
    .uuid()
    .nullable()
    .describe('What can be renewed; null for an extended upload, which is given in again'),
  originalFileName: z.string(),
  format: SignatureFormat,
  completedAt: Timestamp.nullable(),
  evidenceGoodUntil: Timestamp,
  contentUrl: z.string().nullable(),
});
export type EvidenceView = z.infer<typeof EvidenceView>;

export const EvidenceList = z.object({ items: z.array(EvidenceView), nextCursor: z.string().nullable() });
/** `GET /evidence`: stored files of level LTA, those first whose evidence ends first. */
export type EvidenceList = z.infer<typeof EvidenceList>;

export const BulkRenewal = z.object({
  requested: z.array(ExtensionView),
  skipped: z
    .array(z.object({ signatureId: z.uuid(), errorCode: z.string(), detail: z.string() }))
    .describe('Those that cannot be renewed now, mostly since they are being renewed'),
  isComplete: z.boolean().describe('False where more are due than one call requests: ask again'),
});
/** `POST /renewals`. */
export type BulkRenewal = z.infer<typeof BulkRenewal>;
