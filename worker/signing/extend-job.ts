import { rm } from 'node:fs/promises';
import type { SignatureFinding } from '../../service/contract/http/verification.ts';
import type { SignatureFormat } from '../../service/contract/vocabulary/signature-formats.ts';
import { workerEvent } from '../../service/domain/audit-events.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { JobDetails, StartSigning } from '../../service/persistence/persistence.ts';
import { spanned } from '../../service/telemetry/child-spans.ts';
import { requestKeys } from '../../service/storage/storage-keys.ts';
import type { FormatEngine } from '../engines/engine.ts';
import { servicesWithRoom } from '../engines/evidence-room.ts';
import type { ExtensionLevel, ExtensionTask } from '../engines/extender.ts';
import { storeResult } from './complete-job.ts';
import { refuseUnfit, signaturesToRaise, type Judged } from './fit-to-raise.ts';
import { openInputs, type JobInputs } from './job-inputs.ts';
import { evidenceEnd, reaches, verifyRaised, type RaisedFile } from './level-check.ts';
import { forgetTimestamps, keepTimestamps, keptTimestamps } from './kept-timestamps.ts';
import { isWait, levelOf, levelServicesOf } from './level-chain.ts';
import { NOTHING_PROVEN, watchServices } from '../engines/proven-paths.ts';
import type { SigningContext } from './signing-context.ts';

/**
 * A job that adds timestamps and evidence to the signatures of a file and signs nothing: no provider, no key, no PIN. The
 * input is its first file; what a detached signature is over is the further one. A file with a broken signature is
 * refused, and so is a level that all its signatures have already: nothing is ever made lower. Throws StationErrors.
 */
export async function extendJob(
  context: SigningContext,
  engine: FormatEngine,
  start: StartSigning,
  details: JobDetails,
): Promise<'done' | 'lost'> {
  const inputs = await openInputs(context.objects, details);
  try {
    const found = await spanned({ name: 'verify input', process: 'worker' }, () =>
      judge(context, details, inputs, { ...AS_IT_CAME, path: inputs.document.path }),
    );
    const level = levelOf(details.request.profile);
    refuseUnfit(found, level, context.now());
    const before = signaturesToRaise(found.signatures);
    const claim = await start([]);
    if (claim === 'lost') return 'lost';
    return await extend({ context, engine, details, inputs, before, level }, claim);
  } finally {
    await inputs.release();
  }
}

/** A file that nothing was added to yet. */
const AS_IT_CAME = { proven: NOTHING_PROVEN, requireNothingWorse: () => Promise.resolve() };

interface ExtensionCase {
  readonly context: SigningContext;
  readonly engine: FormatEngine;
  readonly details: JobDetails;
  readonly inputs: JobInputs;
  readonly before: readonly SignatureFinding[];
  readonly level: ExtensionLevel;
}

async function extend(extension: ExtensionCase, claim: Parameters<typeof storeResult>[1]): Promise<'done' | 'lost'> {
  const { context, engine, details, inputs, before, level } = extension;
  const { request, job, input } = details;
  const keys = requestKeys(request.tenantId, request.id, request.createdAt);
  const stagedKey = keys.stagedOutput(job.attempt);
  const outputPath = await context.objects.stagingPath(stagedKey);
  const at = evidenceTime(before, request.createdAt);
  const services = levelServicesOf(context, true);
  const withRoom = level === 'T' ? services : servicesWithRoom(services, request, at, input.size);
  const watched = watchServices(withRoom, await keptTimestamps(context, details));
  try {
    const task: ExtensionTask = {
      ...{ inputPath: inputs.document.path, outputPath, level, hash: context.imprintHash },
      content: inputs.additionalDocuments[0] ?? null,
      before: null,
      isRenewal: before.every((finding) => reaches(finding, 'LTA')),
      at,
      services: watched.services,
    };
    const { size, sha256, requireNothingWorse } = await spanned({ name: 'add evidence', process: 'worker' }, () =>
      context.turn.at(() => engine.extend(task)),
    );
    const outcome = await spanned({ name: 'verify output', process: 'worker' }, () =>
      judge(context, details, inputs, { path: outputPath, proven: watched.proven(), requireNothingWorse }),
    );
    const after = signaturesToRaise(outcome.signatures);
    requireRaised(before, after, level);
    const kept = await context.objects.putOutput(outputPath, { key: keys.signed, stagedKey });
    const result = await storeResult(context, claim, {
      ...{ size, sha256, stagedKey: kept, signedKey: keys.signed, certificate: null, at: context.now() },
      ...{ fileName: input.originalFileName, contentType: input.contentType },
      evidenceGoodUntil: evidenceEnd(after, level),
      event: workerEvent(context, 'EvidenceAdded', { attempt: claim.attempt, profile: level }),
    });
    if (result === 'done') await forgetTimestamps(context, details);
    return result;
  } catch (fault) {
    await rm(outputPath, { force: true });
    if (isWait(fault)) await keepTimestamps(context, details, watched.timestamps);
    throw fault;
  }
}

async function judge(
  context: SigningContext,
  { request }: { readonly request: { readonly format: SignatureFormat } },
  inputs: JobInputs,
  file: Pick<RaisedFile, 'path' | 'proven' | 'requireNothingWorse'>,
): Promise<Judged> {
  const contentPath = inputs.additionalDocuments[0]?.path ?? null;
  return context.turn.at(() => verifyRaised({ ...file, format: request.format, contentPath, at: context.now() }));
}

/** Every signature that was there is there, intact, at the level asked for and at no lower one than before. */
function requireRaised(
  before: readonly SignatureFinding[],
  after: readonly SignatureFinding[],
  level: ExtensionLevel,
): void {
  for (const earlier of before) {
    const now = after.find(({ name }) => name === earlier.name);
    const isKept = now?.signature.signerThumbprint === earlier.signature.signerThumbprint && now.signature.cryptoValid;
    const isHigh = now !== undefined && reaches(now, level) && reaches(now, earlier.profileReached ?? 'B');
    if (isKept && isHigh) continue;
    const found = now === undefined ? 'gone' : `${now.profileReached ?? 'none'} (${now.reasonCodes.join(', ')})`;
    throw new StationError(
      'SIGNING_OPERATION_FAILED',
      `The signature ${earlier.name} did not come to level ${level}, but is ${found}. The new version was not handed out.`,
    );
  }
}

/**
 * The time at which certificates have to have been in order: that of the oldest timestamp of a signature, which proves
 * that it was there then; where a timestamp has yet to be made, and for what is renewed, when the station got it, however
 * many attempts there were since.
 */
function evidenceTime(before: readonly SignatureFinding[], createdAt: Date): Date {
  if (before.every((finding) => reaches(finding, 'LTA'))) return createdAt;
  const oldest = before.map(
    ({ timestamps = [] }) =>
      timestamps
        .flatMap(({ isIntact, time, kind }) => (isIntact && time !== null && PROVING.includes(kind) ? time : []))
        .toSorted()[0],
  );
  if (oldest.includes(undefined)) return createdAt;
  const youngest = oldest
    .filter((time) => time !== undefined)
    .toSorted()
    .at(-1);
  return youngest === undefined ? createdAt : new Date(youngest);
}

const PROVING: readonly string[] = [
  'SignatureTimestamp',
  'ArchiveTimestamp',
  'DocumentTimestamp',
  'ContainerTimestamp',
];
