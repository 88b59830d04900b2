import { z } from 'zod';
import { APPROVAL_MINUTES, ApprovalRule, MAX_APPROVED_DOCUMENTS } from '../vocabulary/approval-rules.ts';
import { SignatureView } from './signatures.ts';

const Id = z.uuid().toLowerCase();
const Sha256 = z
  .string()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, 'a SHA-256 in hexadecimal digits');

export const ApprovalItem = z.object({
  signature: SignatureView,
  expiresAt: z.iso.datetime().describe('It becomes Cancelled then'),
});
export type ApprovalItem = z.infer<typeof ApprovalItem>;

export const ApprovalGroup = z.object({
  caller: z.string().describe('`anonymous`, or `api-key:` and the prefix of the key'),
  callerName: z.string().nullable().describe('Of the key, while it is known'),
  rule: ApprovalRule,
  batchId: z.uuid().nullable(),
  items: z.array(ApprovalItem),
});
export type ApprovalGroup = z.infer<typeof ApprovalGroup>;

/** `GET /approvals`: what waits for a person, by caller, rule and batch. */
export const ApprovalList = z.object({
  groups: z.array(ApprovalGroup),
  count: z.int().describe('All items of the groups; what came later follows when these are dealt with'),
});
export type ApprovalList = z.infer<typeof ApprovalList>;

export const WaitingDocument = z.object({
  sha256: z.string(),
  pageCount: z.int().min(0).nullable().describe('Of a PDF whose pages can be counted; null for everything else'),
  signers: z
    .array(z.string())
    .nullable()
    .describe('Subjects of who has signed it already; null where it was not looked at: it is large, or not there'),
});
export type WaitingDocument = z.infer<typeof WaitingDocument>;

/** `GET /approvals/{id}/documents`: what is told of the documents of a request before they are opened, in their order. */
export const WaitingDocuments = z.object({ documents: z.array(WaitingDocument) });
export type WaitingDocuments = z.infer<typeof WaitingDocuments>;

/** Body of `POST /approvals`. */
export const NewApproval = z.strictObject({
  documents: z
    .array(
      z.strictObject({
        id: Id,
        shown: z
          .array(Sha256)
          .max(100)
          .describe('SHA-256 of each file of the request whose bytes the person was shown'),
      }),
    )
    .min(1)
    .max(MAX_APPROVED_DOCUMENTS),
  allowance: z
    .strictObject({
      documents: z.int().min(1).max(MAX_APPROVED_DOCUMENTS),
      minutes: z.int().min(1).max(APPROVAL_MINUTES),
    })
    .nullable()
    .default(null)
    .describe('Let the same key go on for so long without being asked; for keys with the rule `Limited`'),
});
export type NewApproval = z.infer<typeof NewApproval>;

/** Body of `POST /approvals/refusals`. */
export const NewRefusal = z.strictObject({ ids: z.array(Id).min(1).max(500) });
export type NewRefusal = z.infer<typeof NewRefusal>;

export const DecidedApprovals = z.object({
  ids: z.array(z.uuid()).describe('The requests that it was done for; the others waited no more'),
});
export type DecidedApprovals = z.infer<typeof DecidedApprovals>;
