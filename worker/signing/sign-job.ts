import { byKind } from '../../service/contract/vocabulary/provider-types.ts';
import { FORMAT_LEVELS } from '../../service/contract/vocabulary/signature-formats.ts';
import { workerEvent } from '../../service/domain/audit-events.ts';
import type { SignatureRequest } from '../../service/domain/records.ts';
import { signingProviderOf } from '../../service/domain/signing-provider.ts';
import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { JobDetails, NewAuditEvent, StartSigning } from '../../service/persistence/persistence.ts';
import type { SignatureAlgorithm, SigningKey } from '../../service/providers/providers.ts';
import { removeFile } from '../../service/storage/remove-file.ts';
import { spanned } from '../../service/telemetry/child-spans.ts';
import { requestKeys, type RequestKeys } from '../../service/storage/storage-keys.ts';
import type { Readiness } from '../../service/timestamping/timestamp-authority.ts';
import type { ValidationData } from '../../service/validation-data/validation-data.ts';
import type { EngineTask, FormatEngine, PreparedSignature, SignedOutput, SigningOrder } from '../engines/engine.ts';
import { requireRoomFor, unlessItComes } from '../engines/evidence-room.ts';
import { completeJob } from './complete-job.ts';
import { ensureApproved, ensureShownBytes } from './ensure-approved.ts';
import { openInputs, type JobInputs } from './job-inputs.ts';
import { extendJob } from './extend-job.ts';
import { raiseSignature, stageSignature } from './level-chain.ts';
import type { SigningContext } from './signing-context.ts';

/**
 * One job under one claim; one that adds evidence only is `extendJob`'s. The engine makes the data to be signed, the device makes the signature value, the engine
 * embeds it and checks its own output: that is level B. A job for a higher level keeps this signature aside and raises
 * it; what an earlier attempt has kept is raised without asking the device again. Completion is one fenced write. Until
 * then the output's bytes lie under the attempt's own key, or where nobody can replace them: a worker that lost its claim
 * can't touch the winner's.
 */
export async function signJob(
  context: SigningContext,
  start: StartSigning,
  details: JobDetails,
): Promise<'done' | 'lost'> {
  const engine = engineFor(context, details.request);
  if (details.request.kind !== 'Signature') return extendJob(context, engine, start, details);
  const { stagedSignature } = details.job;
  if (stagedSignature !== null) {
    const claim = await start([]);
    return claim === 'lost' ? 'lost' : raiseSignature({ context, engine, details, claim, staged: stagedSignature });
  }
  ensureApproved(details, context.now());
  const readiness = await ensureLevel(context, details.request);
  const key = await spanned({ name: 'select key', process: 'worker' }, () =>
    context.device.selectKey({
      tenantId: details.request.tenantId,
      providerType: signingProviderOf(details.request),
      certificateThumbprint: details.request.certificateThumbprint,
    }),
  );
  if (readiness !== null) await ensureEvidence(context, details, key, readiness);
  const inputs = await openInputs(context.objects, details);
  try {
    await ensureShownBytes(details, inputs);
    return await signInputs({ context, engine, details, key, inputs, readiness, start });
  } finally {
    await inputs.release();
  }
}

/** Asks for what the level needs before a token is logged in to and a signature is spent; null for level B. */
async function ensureLevel(
  { timestamping }: SigningContext,
  { format, profile }: SignatureRequest,
): Promise<Readiness | null> {
  if (profile === 'B') return null;
  const readiness = await timestamping.ensureReady();
  if (FORMAT_LEVELS[format].includes(profile)) return readiness;
  throw new StationError(
    'SIGNATURE_PROFILE_UNSUPPORTED',
    tell('LEVEL_NOT_MADE', { format, levels: FORMAT_LEVELS[format].join(', ') }),
  );
}

/**
 * LT and LTA hold evidence for the signer's and the timestamp authority's certificates: without it nothing is signed. A
 * timestamp has to be of before the signer was revoked (EN 319 122-1 6.3 m), which cannot be any more where it was.
 */
async function ensureEvidence(
  { validationData, now }: SigningContext,
  { request, input }: JobDetails,
  { certificate, chain }: SigningKey,
  readiness: Readiness,
): Promise<void> {
  if (request.profile === 'T') {
    return validationData.requireUnrevoked({ certificates: [certificate, ...chain], at: now(), asksOnline: false });
  }
  const found: ValidationData[] = [];
  for (const certificates of [[certificate, ...chain], readiness.certificates]) {
    found.push(...(await unlessItComes(validationData.validationData({ certificates, at: now() }))));
  }
  requireRoomFor(found, request, request.packaging === 'detached' ? 0 : input.size);
}

interface SigningCase {
  readonly context: SigningContext;
  readonly engine: FormatEngine;
  readonly details: JobDetails;
  readonly key: SigningKey;
  readonly inputs: JobInputs;
  /** Null for level B. */
  readonly readiness: Readiness | null;
  readonly start: StartSigning;
}

async function signInputs(signing: SigningCase): Promise<'done' | 'lost'> {
  const { context, engine, details, key, inputs, readiness } = signing;
  const { request } = details;
  const { document, additionalDocuments, appearance } = inputs;
  const keys = requestKeys(request.tenantId, request.id, request.createdAt);
  const outputPath = await context.objects.stagingPath(firstKey(keys, details));
  const algorithm = preferredAlgorithm(key);
  // The claim is renewed while the document is being prepared.
  const renewal = signing.start(selectionEvents(context, key), isUncounted(key));
  renewal.catch(() => undefined);
  const task: EngineTask = {
    ...{ order: orderOf(request), document, additionalDocuments, appearance, outputPath, key, algorithm },
    at: context.now(),
    ...(readiness !== null && { expectedTokenBytes: readiness.tokenBytes }),
  };
  const prepared = await spanned({ name: 'prepare document', process: 'worker' }, () =>
    context.turn.at(() => engine.prepare(task)),
  );
  try {
    if ((await renewal) === 'lost') return 'lost';
    // The document may have taken longer than the lease: what another worker does by now, the device is not asked for.
    const claim = await signing.start([]);
    if (claim === 'lost') return 'lost';
    ensureApproved(details, context.now());
    const output = await signPrepared(context, prepared, task, request.id);
    const signature = signatureOf(task, output);
    if (request.profile === 'B') {
      const { size, sha256 } = output;
      const place = { key: keys.signed, stagedKey: keys.stagedOutput(details.job.attempt), sha256 };
      const stagedKey = await context.objects.putOutput(outputPath, place);
      const stored = { size, sha256, stagedKey, signedKey: keys.signed, evidenceGoodUntil: null };
      return await completeJob(context, claim, { signature, profile: request.profile, ...stored });
    }
    const storageKey = keys.stagedSignature(details.job.attempt);
    await context.objects.putFile(storageKey, outputPath);
    const staged = { ...signature, size: output.size, sha256: output.sha256, storageKey };
    if ((await stageSignature(context, claim, staged)) === 'lost') return 'lost';
    return await raiseSignature({ context, engine, details, claim, staged });
  } catch (fault) {
    await removeFile(outputPath);
    throw fault;
  } finally {
    await prepared.discard();
  }
}

/** Whether a signature that a power cut takes away was never made for anybody: a token counts what it signs, a file does not. */
function isUncounted({ providerType: type }: SigningKey): boolean {
  return byKind({ type }, { 'key-file': () => true, token: () => false });
}

function orderOf(request: SignatureRequest): SigningOrder {
  const { operation, targetSignature, packaging, visibleSignature, signatureNote, appearancePageNumber } = request;
  const { signatureField, certification, profile, containerSignature, stampOptions } = request;
  return {
    ...{ operation, targetSignature, packaging, visibleSignature, signatureNote, appearancePageNumber },
    ...{ signatureField, certification, profile, containerSignature, stampOptions },
  };
}

/** Where the signature of level B is put: it is the output, or what the output is made of. */
function firstKey(keys: RequestKeys, { request, job }: JobDetails): string {
  return request.profile === 'B' ? keys.stagedOutput(job.attempt) : keys.stagedSignature(job.attempt);
}

function signatureOf({ key, algorithm, at }: EngineTask, { fileName, contentType }: SignedOutput) {
  return {
    ...{ fileName, contentType, providerId: key.providerId, providerType: key.providerType },
    ...{ scheme: algorithm.scheme, hash: algorithm.hash, signedAt: at.toISOString() },
    certificate: Buffer.from(key.certificate).toString('base64'),
  };
}

/** Whatever becomes of the job, they say which key it was about to be signed with. */
function selectionEvents(context: SigningContext, key: SigningKey): readonly NewAuditEvent[] {
  const { thumbprint, subject } = context.describeCertificate(key.certificate);
  return [
    workerEvent(context, 'SigningProviderSelected', { providerId: key.providerId, providerType: key.providerType }),
    workerEvent(context, 'CertificateResolved', { thumbprint, subject }),
  ];
}

async function signPrepared(
  { device, turn }: SigningContext,
  prepared: PreparedSignature,
  { key, algorithm }: EngineTask,
  requestId: string,
): Promise<SignedOutput> {
  const { providerId, keyId } = key;
  const { dataToBeSigned, digest } = prepared;
  const operation = { requestId, providerId, keyId, algorithm, dataToBeSigned, digest };
  const value = await spanned({ name: 'sign digest', process: 'worker', providerId }, () => device.sign(operation));
  return spanned({ name: 'embed signature', process: 'worker' }, () => turn.at(() => prepared.embed(value)));
}

function engineFor({ engines }: SigningContext, { format }: SignatureRequest): FormatEngine {
  const engine = engines[format];
  if (engine === undefined) {
    throw new StationError('SIGNATURE_FORMAT_UNSUPPORTED', tell('FORMAT_NOT_SIGNED', { format }));
  }
  return engine;
}

function preferredAlgorithm(key: SigningKey): SignatureAlgorithm {
  const [algorithm] = key.algorithms;
  if (algorithm === undefined) {
    throw new StationError('SIGNING_PROVIDER_UNSUPPORTED', tell('KEY_WITHOUT_ALGORITHM'));
  }
  return algorithm;
}
