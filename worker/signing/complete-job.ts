import { workerEvent } from '../../service/domain/audit-events.ts';
import type { CertificateRecord } from '../../service/domain/records.ts';
import type { NewAuditEvent } from '../../service/persistence/persistence.ts';
import type { Claim } from '../../service/domain/claim.ts';
import type { StagedSignature } from '../../service/domain/staged-signature.ts';
import type { SignatureProfile } from '../../service/contract/vocabulary/signature-formats.ts';
import type { SigningContext } from './signing-context.ts';

interface StoredOutput {
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** Where its bytes lie until the completion is committed; null where they lie under `signedKey` already. */
  readonly stagedKey: string | null;
  readonly signedKey: string;
  /** Of level LTA, where it can be told. */
  readonly evidenceGoodUntil: Date | null;
}

/** A signature of the level that was asked for. */
export interface FinishedSignature extends StoredOutput {
  /** How it was signed, and what its output is called. */
  readonly signature: Omit<StagedSignature, 'storageKey' | 'size' | 'sha256'>;
  readonly profile: SignatureProfile;
}

/**
 * The one fenced write that makes an output visible. Where the claim is no longer ours, the bytes under the attempt's own
 * key are deleted; what lies under the output's key may be the winner's by now and stays.
 */
export async function completeJob(
  context: SigningContext,
  claim: Claim,
  finished: FinishedSignature,
): Promise<'done' | 'lost'> {
  const { signature, profile } = finished;
  const at = context.now();
  const { scheme, hash, fileName, contentType } = signature;
  const certificate = {
    ...context.describeCertificate(Buffer.from(signature.certificate, 'base64')),
    // Not from the certificate: the same one may be in use through two providers, with a record for each.
    id: context.newId(),
    providerType: signature.providerType,
    providerReference: signature.providerId,
    createdAt: at,
  };
  const event = workerEvent(context, 'SigningCompleted', { scheme, hash, attempt: claim.attempt, profile });
  return storeResult(context, claim, { ...finished, fileName, contentType, certificate, event, at });
}

/** A finished file, and what is recorded of it. */
interface StoredResult extends StoredOutput {
  readonly fileName: string;
  readonly contentType: string;
  readonly certificate: CertificateRecord | null;
  readonly event: NewAuditEvent;
  readonly at: Date;
}

/** The same for any job: with or without somebody who signed. */
export async function storeResult(
  context: SigningContext,
  claim: Claim,
  {
    certificate,
    event,
    at,
    fileName,
    contentType,
    size,
    sha256,
    stagedKey,
    signedKey,
    evidenceGoodUntil,
  }: StoredResult,
): Promise<'done' | 'lost'> {
  const file = { originalFileName: fileName, contentType, size, sha256, stagedKey, storageKey: signedKey };
  const result = await context.store.completeJob(claim, {
    output: { id: context.newId(), createdAt: at, deletedAt: null, ...file },
    certificate,
    evidenceGoodUntil,
    at,
    audit: [event, workerEvent(context, 'OutputStored', { sha256, size })],
  });
  if (result === 'lost') {
    if (stagedKey !== null) await context.objects.delete(stagedKey);
    return 'lost';
  }
  if (stagedKey !== null) await promote(context, stagedKey, signedKey);
  return 'done';
}

/** The job is complete already; bytes that could not be promoted now are found under the staged key and promoted later. */
async function promote(context: SigningContext, stagedKey: string, signedKey: string): Promise<void> {
  try {
    await context.objects.promote(stagedKey, signedKey);
  } catch (fault) {
    context.onPromotionFailure(fault);
  }
}
