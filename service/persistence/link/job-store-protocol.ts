import { z } from 'zod';
import { ERROR_CODES } from '../../contract/vocabulary/error-catalogue.ts';
import { FailureArea, WaitReason } from '../../contract/vocabulary/failures.ts';
import { Sentence } from '../../contract/vocabulary/sentence.ts';
import { SignatureStatus } from '../../contract/vocabulary/states.ts';
import {
  CertificateRecordSchema,
  ClaimSchema,
  JobDetailsSchema,
  NewAuditEventSchema,
  OutboxMessageSchema,
  StagedSignatureSchema,
  StoredFileSchema,
} from './record-schemas.ts';

/** JobStore over a link. The claimant is not sent: the host knows which process is at the other end. */

const audit = z.array(NewAuditEventSchema);
const FencedResultSchema = z.enum(['done', 'lost']);
const failure = {
  errorCode: z.enum(ERROR_CODES),
  errorMessage: z.string(),
  errorSentence: Sentence.nullable(),
  failureArea: FailureArea,
  at: z.date(),
  audit,
};

export const JOB_STORE_PROTOCOL = {
  claimJob: {
    params: z.object({
      jobId: z.string(),
      expected: z.object({
        tenantId: z.string(),
        signatureId: z.string(),
        inputPath: z.string(),
        requestedFormat: z.string(),
        requestedProfile: z.string(),
      }),
      now: z.date(),
      leaseMilliseconds: z.int().positive(),
      audit,
      whenHeld: OutboxMessageSchema,
    }),
    result: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('claimed'), claim: ClaimSchema, details: JobDetailsSchema }),
      z.object({ outcome: z.literal('held') }),
      z.object({ outcome: z.literal('terminal'), status: SignatureStatus }),
      z.object({ outcome: z.literal('mismatch') }),
      z.object({ outcome: z.literal('not-due') }),
      z.object({ outcome: z.literal('unknown') }),
    ]),
  },
  startProcessing: {
    params: z.object({
      claim: ClaimSchema,
      start: z.object({ now: z.date(), leaseMilliseconds: z.int().positive(), audit, mayBeUndone: z.boolean() }),
    }),
    result: z.union([ClaimSchema, z.literal('lost')]),
  },
  stageSignature: {
    params: z.object({
      claim: ClaimSchema,
      staged: z.object({ signature: StagedSignatureSchema, at: z.date(), audit }),
    }),
    result: FencedResultSchema,
  },
  completeJob: {
    params: z.object({
      claim: ClaimSchema,
      completion: z.object({
        output: StoredFileSchema,
        certificate: CertificateRecordSchema.nullable(),
        evidenceGoodUntil: z.date().nullable(),
        at: z.date(),
        audit,
      }),
    }),
    result: FencedResultSchema,
  },
  failJob: {
    params: z.object({ claim: ClaimSchema, failure: z.object(failure) }),
    result: FencedResultSchema,
  },
  releaseClaim: {
    params: z.object({ claim: ClaimSchema, now: z.date() }),
    result: FencedResultSchema,
  },
  parkJob: {
    params: z.object({
      claim: ClaimSchema,
      wait: z.object({
        waitReason: WaitReason,
        message: z.string(),
        errorSentence: Sentence.nullable(),
        errorCode: z.enum(ERROR_CODES),
        failureArea: FailureArea,
        nextAttemptAt: z.date().nullable(),
        at: z.date(),
        audit,
      }),
    }),
    result: FencedResultSchema,
  },
  scheduleRetry: {
    params: z.object({
      claim: ClaimSchema,
      retry: z.object({ ...failure, nextAttemptAt: z.date(), outboxMessage: OutboxMessageSchema }),
    }),
    result: FencedResultSchema,
  },
} as const;
