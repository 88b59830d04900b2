import { rm } from 'node:fs/promises';
import type { SignatureProfile } from '../../service/contract/vocabulary/signature-formats.ts';
import { workerEvent } from '../../service/domain/audit-events.ts';
import type { SignatureRequest } from '../../service/domain/records.ts';
import type { Claim } from '../../service/domain/claim.ts';
import type { StagedSignature } from '../../service/domain/staged-signature.ts';
import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { FencedResult, JobDetails } from '../../service/persistence/persistence.ts';
import { spanned } from '../../service/telemetry/child-spans.ts';
import { requestKeys } from '../../service/storage/storage-keys.ts';
import { ObjectNotFound, type LocalCopy } from '../../service/storage/object-store.ts';
import type { FormatEngine } from '../engines/engine.ts';
import type { LevelServices } from '../engines/level-services.ts';
import type { ExtendedFile, ExtensionLevel, ExtensionTask } from '../engines/extender.ts';
import { completeJob } from './complete-job.ts';
import { openInputs, type JobInputs } from './job-inputs.ts';
import { checkLevel, verifyRaised } from './level-check.ts';
import { NOTHING_PROVEN, watchServices } from '../engines/proven-paths.ts';
import type { SigningContext } from './signing-context.ts';

/**
 * From here on the device is not needed any more: what it has signed outlives this attempt and this process. The bytes
 * are deleted where the claim is no longer ours.
 */
export async function stageSignature(
  context: SigningContext,
  claim: Claim,
  staged: StagedSignature,
): Promise<FencedResult> {
  const { scheme, hash, size, sha256, storageKey } = staged;
  const result = await context.store.stageSignature(claim, {
    signature: staged,
    at: context.now(),
    audit: [workerEvent(context, 'SignatureStaged', { scheme, hash, attempt: claim.attempt, sha256, size })],
  });
  if (result === 'lost') await context.objects.delete(storageKey);
  return result;
}

export interface RaisedCase {
  readonly context: SigningContext;
  readonly engine: FormatEngine;
  readonly details: JobDetails;
  readonly claim: Claim;
  readonly staged: StagedSignature;
}

/**
 * The levels above B, from the signature that was kept: T adds a timestamp of the signature, LT the evidence for all
 * certificates, LTA a timestamp of everything. The engine adds what the level needs; the station's own verifier says
 * whether the level is reached, before the job is completed. Whatever fails, the signature stays for the next attempt.
 */
export async function raiseSignature(raised: RaisedCase): Promise<'done' | 'lost'> {
  const { context, details, claim, staged } = raised;
  const { request, job } = details;
  const keys = requestKeys(request.tenantId, request.id, request.createdAt);
  const stagedKey = keys.stagedOutput(job.attempt);
  const outputPath = await context.objects.stagingPath(stagedKey);
  try {
    const { size, sha256, evidenceGoodUntil } = await makeLevel(raised, levelOf(request.profile), outputPath);
    const kept = await context.objects.putOutput(outputPath, { key: keys.signed, stagedKey });
    const stored = { size, sha256, stagedKey: kept, signedKey: keys.signed };
    const finished = { signature: staged, profile: request.profile, evidenceGoodUntil, ...stored };
    const result = await completeJob(context, claim, finished);
    if (result === 'done') await forget(context, staged);
    return result;
  } catch (fault) {
    await rm(outputPath, { force: true });
    throw fault;
  }
}

async function makeLevel(
  raised: RaisedCase,
  level: ExtensionLevel,
  outputPath: string,
): Promise<Pick<ExtendedFile, 'size' | 'sha256'> & { readonly evidenceGoodUntil: Date | null }> {
  const { context, engine, details, staged } = raised;
  const inputs = await openInputs(context.objects, details);
  const signed = await openStaged(context, staged).catch(async (fault: unknown) => {
    await inputs.release();
    throw fault;
  });
  try {
    const { format } = details.request;
    const { content, before } = inputsOf(details.request, inputs);
    // Evidence is wanted for the time of the signature, however many attempts there were since.
    const at = new Date(staged.signedAt);
    const watched = watchServices(levelServicesOf(context));
    const task = { inputPath: signed.path, content, before, hash: context.imprintHash, at };
    const extended = await spanned({ name: 'add evidence', process: 'worker' }, () =>
      context.turn.at(() => engine.extend({ ...task, outputPath, level, services: watched.services })),
    ).catch(async (fault: unknown) => {
      if (isWait(fault)) await keepTimestamp(raised, { ...task, services: watched.repeated });
      throw fault;
    });
    const { thumbprint } = context.describeCertificate(Buffer.from(staged.certificate, 'base64'));
    const { size, sha256, requireNothingWorse } = extended;
    const output = { format, path: outputPath, contentPath: content?.path ?? null, thumbprint, at: context.now() };
    const evidenceGoodUntil = await spanned({ name: 'verify output', process: 'worker' }, () =>
      context.turn.at(() => checkLevel({ ...output, profile: level, proven: watched.proven(), requireNothingWorse })),
    );
    return { size, sha256, evidenceGoodUntil };
  } finally {
    await signed.release();
    await inputs.release();
  }
}

/** Whether a job has to wait for something that will come. */
export function isWait(fault: unknown): boolean {
  return fault instanceof StationError && fault.waitReason !== null;
}

/**
 * Evidence may be waited for for days: the timestamp that the signature got meanwhile is kept with it, since it proves
 * more than a later one would, and is not asked for again. Where that fails the next attempt asks for another.
 */
async function keepTimestamp(
  { context, engine, details, claim, staged }: RaisedCase,
  task: Omit<ExtensionTask, 'level' | 'outputPath'>,
): Promise<void> {
  const { request, job } = details;
  const storageKey = requestKeys(request.tenantId, request.id, request.createdAt).stagedTimestamped(job.attempt);
  const outputPath = await context.objects.stagingPath(storageKey);
  try {
    const extended = await context.turn.at(() => engine.extend({ ...task, level: 'T', outputPath }));
    const { size, sha256, requireNothingWorse } = extended;
    if (sha256 === staged.sha256) {
      await rm(outputPath, { force: true });
      return;
    }
    // The next attempt compares its file with this one.
    const kept = { format: request.format, path: outputPath, contentPath: task.content?.path ?? null };
    const known = { at: context.now(), proven: NOTHING_PROVEN, requireNothingWorse };
    await context.turn.at(() => verifyRaised({ ...kept, ...known }));
    await context.objects.putFile(storageKey, outputPath);
    const result = await stageSignature(context, claim, { ...staged, size, sha256, storageKey });
    if (result === 'done') await forget(context, staged);
  } catch (fault) {
    await rm(outputPath, { force: true });
    context.onPromotionFailure(fault);
  }
}

/**
 * What a job above level B asks the host for while it is at its document. `asksOnline`: whether anybody is asked over HTTP
 * if a signer is revoked, too; who signs here is judged by what is registered.
 */
export function levelServicesOf(
  { timestamping, validationData, turn, now }: SigningContext,
  asksOnline = false,
): LevelServices {
  const requireUnrevoked = (certificates: readonly Uint8Array[]): Promise<void> =>
    certificates.length === 0
      ? Promise.resolve()
      : validationData.requireUnrevoked({ certificates, at: now(), asksOnline });
  return {
    timestamp: (imprint, signers = []) =>
      spanned({ name: 'ask for timestamp', process: 'worker' }, () =>
        turn.away(async () => {
          await requireUnrevoked(signers);
          return timestamping.timestamp(imprint);
        }),
      ),
    validationData: (of) =>
      spanned({ name: 'ask for evidence', process: 'worker' }, () =>
        turn.away(() => validationData.validationData(of)),
      ),
  };
}

/** What a detached signature is over, and the file that one signature was added to. */
function inputsOf(
  { operation, packaging }: SignatureRequest,
  { document, additionalDocuments }: JobInputs,
): Pick<ExtensionTask, 'content' | 'before'> {
  if (operation !== 'sign') return { content: additionalDocuments[0] ?? null, before: document };
  return { content: packaging === 'detached' ? document : null, before: null };
}

export function levelOf(profile: SignatureProfile): ExtensionLevel {
  if (profile === 'B') throw new TypeError('Level B is not raised');
  return profile;
}

async function openStaged({ objects }: SigningContext, { storageKey }: StagedSignature): Promise<LocalCopy> {
  try {
    return await objects.localCopy(storageKey);
  } catch (fault) {
    if (!(fault instanceof ObjectNotFound)) throw fault;
    // Nobody deletes it while the job has not ended. A second signature is not made in its place unasked.
    throw new StationError('SIGNING_OPERATION_FAILED', tell('STAGED_SIGNATURE_GONE'), {
      cause: fault,
    });
  }
}

/** What stays behind is found and deleted by the clearing of leftovers. */
async function forget(context: SigningContext, { storageKey }: StagedSignature): Promise<void> {
  try {
    await context.objects.delete(storageKey);
  } catch (fault) {
    context.onPromotionFailure(fault);
  }
}
